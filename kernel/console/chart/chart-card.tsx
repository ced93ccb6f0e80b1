import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Chart } from './chart.tsx'
import type { ChartData } from './chart-data.ts'

/** Part of a query's state that a card shows. */
interface Asked {
  readonly error: unknown
  readonly refetch: () => unknown
}

interface ChartCardProps {
  title: string
  /** Query of the values. Values already read stay on screen while they are read again, also when that fails. */
  query: Asked
  /** Values to draw; undefined until they are read. */
  data: ChartData | undefined
  /** Controls and freshness above the chart. */
  head?: ReactNode
  /** Width in columns where the grid has three; a phone has one. */
  span?: 1 | 2 | 3
  height?: number
  /** The chart grows with the card where the page gives it more room than `height`. */
  fills?: boolean
  /** How the values are counted; shown behind the question mark. */
  hint?: string
  /** Text for a chart without values. */
  empty?: ReactNode
  onPick?: (index: number, series: string) => void
}

const LINE = 30
/** Height of the title line above a drawing, which the waiting card keeps free. */
const TITLE = 32

/** Draws a chart as a card of a page, with its states: loading, values, empty, or failed with a retry. */
export function ChartCard({ title, query, data, head, span = 1, height = 260, ...rest }: ChartCardProps) {
  return (
    <section className="w-card w-chart-card" data-span={span} aria-label={title}>
      {head && <header className="w-chart-head">{head}</header>}
      {data ? (
        <Chart title={title} data={data} height={height} {...rest} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div style={{ minHeight: height + TITLE }}>
          <Skeleton lines={Math.floor(height / LINE)} height={20} />
        </div>
      )}
    </section>
  )
}
