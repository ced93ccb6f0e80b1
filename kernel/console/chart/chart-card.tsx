import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Chart } from './chart.tsx'
import type { ChartData } from './chart-data.ts'

/** What a query says of itself, as far as a card shows it. */
interface Asked {
  readonly error: unknown
  readonly refetch: () => unknown
}

interface ChartCardProps {
  title: string
  /** Where the values come from. What was read once stays while it is read again, also when that fails. */
  query: Asked
  /** Undefined until it was read. */
  data: ChartData | undefined
  /** What may be chosen, and how fresh it is: above the chart. */
  head?: ReactNode
  /** Columns of the grid that it takes where there are three; one on a phone. */
  span?: 1 | 2 | 3
  height?: number
  /** How the values are counted, behind the question mark. */
  hint?: string
  /** Said when there is nothing to draw. */
  empty?: ReactNode
  onPick?: (index: number, series: string) => void
}

const LINE = 30

/** Draws a chart as a card of a page: coming, there, empty, or failed with another try. */
export function ChartCard({ title, query, data, head, span = 1, height = 260, ...rest }: ChartCardProps) {
  return (
    <section className="w-card w-chart-card" data-span={span} aria-label={title}>
      {head && <header className="w-chart-head">{head}</header>}
      {data ? (
        <Chart title={title} data={data} height={height} {...rest} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div style={{ minHeight: height }}>
          <Skeleton lines={Math.floor(height / LINE)} height={20} />
        </div>
      )}
    </section>
  )
}
