import {
  api,
  EmptyState,
  ErrorState,
  prettyJson,
  type SectionProps,
  Skeleton,
  useWords,
  When,
} from '@wattyard/console-kit'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useEffect, useState } from 'react'
import { listFrames, type TracedFrame } from '../contract/calls/device.ts'
import { FrameProblem } from './frame-problem.tsx'
import { FrameLink } from './parse/frame-link.tsx'

const PAGE = 50

/** Draws the messages of one pile, newest first; every frame opens to its full text. */
export function MessageTrace({ record }: SectionProps) {
  const { t } = useWords()
  const [direction, setDirection] = useState<'' | 'in' | 'out' | 'problem'>('')
  const trace = useInfiniteQuery({
    queryKey: ['gateway.frame', record.id, direction],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listFrames,
        {
          pile: record.id,
          size: PAGE,
          ...(pageParam ? { before: pageParam } : {}),
          ...(direction === 'problem' ? { onlyProblems: true } : direction ? { direction } : {}),
        },
        { signal, lane: 'page', quiet: true },
      ),
    getNextPageParam: page => page.next ?? undefined,
  })
  const client = useQueryClient()
  const readAt = trace.dataUpdatedAt
  // What is listed here was heard: the head of the pile says so at once.
  useEffect(() => {
    if (readAt > 0) void client.invalidateQueries({ queryKey: ['gateway.pile', 'now', record.id] })
  }, [client, readAt, record.id])
  if (trace.error) return <ErrorState error={trace.error} onRetry={() => void trace.refetch()} />
  const entries = trace.data?.pages.flatMap(page => page.list)
  return (
    <>
      <div className="w-row" style={{ gap: 8, marginBlockEnd: 8 }}>
        <Select
          size="small"
          value={direction}
          onChange={setDirection}
          aria-label={t('gateway.pilePage.show')}
          style={{ minWidth: 140 }}
          options={(['', 'in', 'out', 'problem'] as const).map(value => ({
            value,
            label: t(`gateway.pilePage.directions.${value || 'all'}`),
          }))}
        />
        <Button size="small" onClick={() => void trace.refetch()}>
          {t('gateway.pilePage.refresh')}
        </Button>
      </div>
      {!entries && <Skeleton lines={5} />}
      {entries?.length === 0 && <EmptyState title={t('gateway.pilePage.noFrames')} />}
      {entries?.map(entry => (
        <Frame key={entry.frame} entry={entry} />
      ))}
      {trace.hasNextPage && (
        <Button size="small" loading={trace.isFetchingNextPage} onClick={() => void trace.fetchNextPage()}>
          {t('gateway.pilePage.older')}
        </Button>
      )}
    </>
  )
}

const TEXT = {
  margin: 0,
  padding: 8,
  background: 'var(--w-sunken)',
  borderRadius: 6,
  overflow: 'auto',
  maxBlockSize: 280,
  fontSize: 12,
} as const

function Frame({ entry }: { entry: TracedFrame }) {
  const { t } = useWords()
  return (
    <details style={{ borderBlockEnd: '1px solid var(--w-line)', paddingBlock: 6 }}>
      <summary style={{ cursor: 'pointer' }}>
        <span className="w-row" style={{ display: 'inline-flex', gap: 8, flexWrap: 'wrap' }}>
          <span aria-label={t(`gateway.pilePage.directions.${entry.direction}`)}>
            {entry.direction === 'in' ? '→' : '←'}
          </span>
          <b>{entry.action || '—'}</b>
          <When at={entry.receivedAt} />
          {entry.problem && (
            <span style={{ color: 'var(--w-bad)' }}>
              <FrameProblem problem={entry.problem} />
            </span>
          )}
          {entry.mended.length > 0 && (
            <span style={{ color: 'var(--w-wait)' }}>
              {t('gateway.pilePage.mended')}: {entry.mended.join(', ')}
            </span>
          )}
        </span>
      </summary>
      <div style={{ display: 'grid', gap: 8, marginBlockStart: 6 }}>
        <pre style={TEXT}>{prettyJson(entry.call)}</pre>
        {entry.answer && <pre style={TEXT}>{prettyJson(entry.answer)}</pre>}
        <span>
          <FrameLink frame={entry.frame} />
        </span>
      </div>
    </details>
  )
}
