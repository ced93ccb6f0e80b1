import { useQuery } from '@tanstack/react-query'
import { api, AsOf, ErrorState, type SectionProps, Skeleton, useWords } from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { Frames } from './frames.tsx'
import { Lines } from './lines.tsx'
import { Postings } from './postings.tsx'
import { Proof } from './proof.tsx'
import { Session } from './session.tsx'
import { traceOfOrder } from '../../contract/index.ts'
import './trace.css'

/** Draws the history of one order's money in six steps; each step is the basis of the next. */
export function OrderTrace({ record }: SectionProps) {
  const { t } = useWords()
  const trace = useQuery({
    // The key contains the record's version, so that a change of the order reads its trace again.
    queryKey: ['finance.trace', record.id, record.version],
    queryFn: ({ signal }) => api.call(traceOfOrder, { order: record.id }, { signal, lane: 'page', quiet: true }),
  })
  if (trace.error) return <ErrorState error={trace.error} onRetry={() => void trace.refetch()} />
  if (!trace.data) return <Skeleton lines={8} />
  const { data } = trace
  return (
    <div className="finance-trace">
      <Proof proof={data.proof} proved={data.proved} />
      <ol className="finance-steps">
        <Step name={t('finance.trace.frames')} note={t('finance.trace.framesNote', { count: data.frames.length })}>
          <Frames frames={data.frames} />
        </Step>
        <Step name={t('finance.trace.session')} note={t('finance.trace.sessionNote')}>
          <Session session={data.session} state={data.state} />
        </Step>
        <Step name={t('finance.trace.lines')} note={t('finance.trace.linesNote')}>
          <Lines lines={data.lines} price={data.price} />
        </Step>
        <Step name={t('finance.trace.postings')} note={t('finance.trace.postingsNote')}>
          <Postings journals={data.journals} hold={data.hold} />
        </Step>
        {data.refunds.length > 0 && (
          <Step name={t('finance.trace.refunds')} note={t('finance.trace.refundsNote')}>
            <Postings journals={data.refunds} hold={null} />
          </Step>
        )}
      </ol>
      <AsOf at={data.asOf} />
    </div>
  )
}

function Step({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li>
      <h4>
        {name} <small className="w-quiet">{note}</small>
      </h4>
      {children}
    </li>
  )
}
