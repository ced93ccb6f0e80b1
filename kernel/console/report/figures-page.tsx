import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ChartCard } from '../chart/chart-card.tsx'
import type { DaySpan } from '../period/period.ts'
import { PeriodPicker } from '../period/period-picker.tsx'
import { type PeriodOptions, usePeriod } from '../period/use-period.ts'
import { StatGrid } from '../stat/stat-grid.tsx'
import { keepAtStation, useChosenStation } from '../station/station-filter.ts'
import { PageHeader } from '../ui/page-header.tsx'
import type { ReportColumn } from './report-column.ts'
import { ReportGrid } from './report-grid.tsx'
import { useReportView } from './report-view.ts'
import { chartOfReport, type ReportChart, statsOfReport } from './sums-of-report.ts'

interface FiguresPageProps<R> {
  readonly title: string
  /** Name of the data, such as `charging.siteAnalysis`: the query key. */
  readonly name: string
  /** Longest period and initial period. */
  readonly days: PeriodOptions
  /** Reads the rows; `atStation` is the chosen station, null for all, and goes into the call. */
  readonly read: (
    span: DaySpan,
    atStation: string | null,
    signal: AbortSignal,
  ) => Promise<{ readonly list: readonly R[] }>
  readonly rowKey: (row: R) => string
  /** Columns of the report; memoised by the caller. */
  readonly columns: readonly ReportColumn<R>[]
  /** Columns that the chart shows. */
  readonly chart: ReportChart
  /** How the figures are counted; shown behind the question mark. */
  readonly hint?: string
}

/**
 * Draws a page of figures from one set of columns: the period with its comparison, a tile for each figure that adds up, a chart,
 * and the rows as a report that can be grouped and saved.
 */
export function FiguresPage<R>(props: FiguresPageProps<R>) {
  const { title, name, read, rowKey, columns, chart, hint } = props
  const days = usePeriod(props.days)
  const atStation = useChosenStation()
  const rowsOf = (span: DaySpan | null) => ({
    queryKey: [name, 'figures', span, { atStation }],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (span ? read(span, atStation, signal) : { list: [] }),
    enabled: span !== null,
    placeholderData: keepAtStation(atStation),
  })
  const figures = useQuery(rowsOf(days.shown))
  const compared = useQuery(rowsOf(days.compared))
  const rows = figures.data?.list
  const before = days.compared === null ? null : compared.data?.list
  const stats = useMemo(() => statsOfReport(columns, rows, before), [columns, rows, before])
  const shown = JSON.stringify(chart)
  const drawn = useMemo(
    () => rows && chartOfReport(columns, rows, JSON.parse(shown) as ReportChart), // written in the line above
    [columns, rows, shown],
  )
  const view = useReportView('r')
  return (
    <div className="w-page">
      <PageHeader title={title} />
      <PeriodPicker view={days} />
      <StatGrid label={title} query={figures} stats={stats} />
      <ChartCard title={title} query={figures} data={drawn} {...(hint === undefined ? {} : { hint })} />
      <section className="w-card">
        <ReportGrid
          label={title}
          rows={rows}
          rowKey={rowKey}
          columns={columns}
          error={figures.error}
          onRetry={() => void figures.refetch()}
          isBusy={figures.isPlaceholderData}
          hasTools
          file={`${title} ${days.shown.from} ${days.shown.to}`}
          view={view}
        />
      </section>
    </div>
  )
}
