import type { HeadGroup, ReportColumn, ReportValue } from './report-column.ts'
import type { ReportView } from './report-view.ts'

/** Rows below a row; a call of their own reads them when the row is opened. */
export interface BelowRow<R> {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Undefined while they are being read; only used for an open row. */
  readonly rows: readonly R[] | undefined
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Text when there are none. */
  readonly empty?: string
}

/** The line with the sums of all rows. */
export interface ReportTotal {
  readonly label?: string
  /** Smaller text behind the label. */
  readonly note?: string
  readonly tone?: 'good' | 'bad'
  /** Sums from the server, by column key; the exact sums of the rows when absent. */
  readonly values?: Readonly<Record<string, ReportValue>>
  /** Places the line above the rows instead of below. */
  readonly isFirst?: boolean
}

export interface ReportGridProps<R> {
  /** Name of the table for screen readers. */
  readonly label: string
  /** Rows of a call; undefined until they are read. */
  readonly rows: readonly R[] | undefined
  readonly rowKey: (row: R) => string
  /** Columns in order. The first shown dimension is the leading column, which stays in view while the others scroll. */
  readonly columns: readonly ReportColumn<R>[]
  /** Keys of columns from the most important on: they get room first. Others follow in their order; a phone shows all. */
  readonly priority?: readonly string[]
  readonly heads?: readonly HeadGroup[]
  readonly error?: unknown
  readonly onRetry?: () => void
  /** The rows are being read again. */
  readonly isBusy?: boolean
  readonly empty?: string
  /** False draws no line of sums. */
  readonly total?: ReportTotal | false
  /** Number of columns that stay in view, the leading one included; 1 when absent, always 1 on a phone. */
  readonly frozen?: number
  readonly below?: (row: R) => BelowRow<R> | null
  /** Draws zero as a pale dash, so that other figures stand out. */
  readonly isZeroQuiet?: boolean
  /** Less room around figures, for a report with more of them than usual. */
  readonly isTight?: boolean
  /** Lets people group, pivot and choose columns. Without it the report always follows `view`. */
  readonly hasTools?: boolean
  /** View of the report and its setter, from `useReportView`; the grid keeps its own when absent. */
  readonly view?: readonly [ReportView, (change: Partial<ReportView>) => void]
  /** File name without its ending, and title on paper; when given, the shown report can be exported as XLSX, CSV and PDF. */
  readonly file?: string
  /** How the rows were narrowed, such as to a station: labels with values, which stand over the report on paper. */
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** Only as tall as its content, such as inside a dialog. */
  readonly isWhole?: boolean
}
