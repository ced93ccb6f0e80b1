import { useMutation, useQuery } from '@tanstack/react-query'
import { api, EmptyState, ErrorState, PageHeader, Skeleton, useWords, When, useTabQuery } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { parseFrames } from '../../contract/calls/parse.ts'
import type { FrameProtocol, ParseAnswer } from '../../contract/index.ts'
import { FrameDetail } from './frame-detail.tsx'
import { FrameList } from './frame-list.tsx'
import { type Asked, ParseInput } from './parse-input.tsx'
import { useNarrow } from './use-narrow.ts'
import './parse.css'

const NOTHING: Asked = { text: '', protocol: 'auto', keys: {} }
const read = ({ text, protocol, keys }: Asked) =>
  api.call(parseFrames, { text, protocol, keys: { ...keys } }, { quiet: true })

/**
 * Draws `/console/MessageParsing`: frames of any protocol, field by field. `?frame=` opens one from the message trace of a pile.
 */
export function Page() {
  const { t, language } = useWords()
  const [search, setSearch] = useTabQuery()
  const frame = search.get('frame')
  const [asked, setAsked] = useState(NOTHING)
  const parsed = useMutation({ mutationFn: read })
  const stored = useQuery({
    queryKey: ['gateway.parse', frame, language],
    queryFn: ({ signal }) => api.call(parseFrames, { frame: frame ?? '' }, { signal, quiet: true }),
    enabled: frame !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useSpokenAgain(language, () => parsed.variables && parsed.mutate(parsed.variables))
  const ask = (next: Asked) => {
    if (frame !== null) setSearch({}, { replace: true })
    setAsked(next)
    parsed.mutate(next)
  }
  const answer = frame === null ? parsed.data : stored.data
  const error = frame === null ? parsed.error : stored.error
  const isBusy = frame === null ? parsed.isPending : stored.isFetching
  const textOfStored = () => (stored.data?.frames ?? []).map(one => one.parts[0]?.content ?? '').join('\n')
  const again = () => (frame === null ? parsed.mutate(asked) : void stored.refetch())
  return (
    <div className="w-page">
      <PageHeader title={t('gateway.parse.title')} note={t('gateway.parse.note')} />
      {frame === null ? (
        <ParseInput asked={asked} isBusy={isBusy} onChange={setAsked} onRead={ask} />
      ) : (
        <div className="w-card w-card-pad w-row w-wrap">
          <span>
            {t('gateway.parse.stored')} <code>{frame}</code>{' '}
            {stored.data?.stored && <When at={stored.data.stored.receivedAt} />}
          </span>
          <span className="w-grow" />
          <Button
            onClick={() => {
              setAsked({ ...NOTHING, text: textOfStored() })
              parsed.reset()
              setSearch({}, { replace: true })
            }}
          >
            {t('gateway.parse.edit')}
          </Button>
        </div>
      )}
      {error && <ErrorState error={error} onRetry={again} />}
      {!error && isBusy && !answer && <Skeleton lines={6} />}
      {!error && answer && (
        <Result
          // A new answer starts at its first frame.
          key={frame ?? parsed.submittedAt}
          answer={answer}
          onProtocol={protocol => ask({ ...asked, text: frame === null ? asked.text : textOfStored(), protocol })}
        />
      )}
      {!error && !answer && !isBusy && (
        <EmptyState title={t('gateway.parse.empty')} text={t('gateway.parse.emptyHint')} />
      )}
    </div>
  )
}

/** Requests the answer again after a change of language, because the server translates it. */
function useSpokenAgain(language: string, again: () => void): void {
  const spoken = useRef(language)
  useEffect(() => {
    if (spoken.current === language) return
    spoken.current = language
    again()
  })
}

function Result({ answer, onProtocol }: { answer: ParseAnswer; onProtocol: (protocol: FrameProtocol) => void }) {
  const { t } = useWords()
  const isNarrow = useNarrow()
  const [number, setNumber] = useState(1)
  const chosen = answer.frames.find(frame => frame.number === number) ?? answer.frames[0]
  if (!chosen) return <EmptyState title={t('gateway.parse.nothing')} text={t('gateway.parse.emptyHint')} />
  return (
    <>
      {answer.isCutOff && (
        <output className="gateway-cut-off">{t('gateway.parse.cutOff', { count: answer.frames.length })}</output>
      )}
      <div className="gateway-result" data-single={answer.frames.length === 1 ? '' : undefined}>
        {answer.frames.length > 1 && <FrameList frames={answer.frames} chosen={chosen.number} onChoose={setNumber} />}
        <FrameDetail key={chosen.number} frame={chosen} isNarrow={isNarrow} onProtocol={onProtocol} />
      </div>
    </>
  )
}
