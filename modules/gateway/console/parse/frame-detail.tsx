import { copyText, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import type { FrameProtocol, ParsedFrame, ParsedVerdict } from '../../contract/index.ts'
import { directionWord } from './direction-word.ts'
import { FrameEffect } from './frame-effect.tsx'
import { FramePart } from './frame-part.tsx'

/** Draws one frame: its kind, its verdicts, its fields, and its effect. */
export function FrameDetail({
  frame,
  isNarrow,
  onProtocol,
}: {
  frame: ParsedFrame
  isNarrow: boolean
  /** Parses everything again with another protocol. */
  onProtocol: (protocol: FrameProtocol) => void
}) {
  const { t } = useWords()
  const copy = async () => {
    const isDone = await copyText(JSON.stringify(frame, null, 2))
    if (isDone) toast.good(t('gateway.parse.copied'))
    else toast.bad(t('gateway.parse.notCopied'))
  }
  return (
    <article className="w-card w-card-pad gateway-frame" aria-label={frame.name}>
      <header className="w-row w-wrap">
        <h2>{frame.name}</h2>
        {frame.code !== '' && frame.code !== frame.name && <code>{frame.code}</code>}
        <span className="w-tag" data-plain="" data-tone={frame.protocol ? 'busy' : 'idle'}>
          {frame.protocolName}
        </span>
        {frame.direction && <span className="w-quiet">{t(directionWord(frame.protocol, frame.direction))}</span>}
        <span className="w-grow" />
        <Button size="small" onClick={() => void copy()}>
          {t('gateway.parse.copy')}
        </Button>
      </header>
      <Detection frame={frame} onProtocol={onProtocol} />
      <ul className="gateway-verdicts">
        {frame.verdicts.map(verdict => (
          <Verdict key={verdict.text} verdict={verdict} />
        ))}
        {frame.problems.map(problem => (
          <li key={problem} data-tone="wait">
            {problem}
          </li>
        ))}
      </ul>
      {frame.parts.map(part => (
        <FramePart key={`${frame.number} ${part.title}`} part={part} isNarrow={isNarrow} />
      ))}
      {frame.effect && <FrameEffect effect={frame.effect} />}
    </article>
  )
}

function Detection({ frame, onProtocol }: { frame: ParsedFrame; onProtocol: (protocol: FrameProtocol) => void }) {
  const { t } = useWords()
  if (!frame.detected) return null
  return (
    <p className="w-quiet gateway-detected">
      {t('gateway.parse.because', { reason: frame.detected.reason })}
      {frame.detected.others.map(other => (
        <span key={other.protocol}>
          {' · '}
          <button
            type="button"
            className="w-link-button"
            title={other.reason}
            onClick={() => onProtocol(other.protocol)}
          >
            {t('gateway.parse.readAs', { name: other.name })}
          </button>
        </span>
      ))}
    </p>
  )
}

function Verdict({ verdict }: { verdict: ParsedVerdict }) {
  const { t } = useWords()
  const { tone, text, expected, found } = verdict
  const isWrong = tone === 'bad'
  return (
    <li data-tone={tone}>
      {text}
      {found !== null && (
        <>
          {isWrong ? ` · ${t('gateway.parse.found')} ` : ' · '}
          <code>{found}</code>
        </>
      )}
      {isWrong && expected !== null && (
        <>
          {` · ${t('gateway.parse.expected')} `}
          <code>{expected}</code>
        </>
      )}
    </li>
  )
}
