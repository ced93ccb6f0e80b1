import type { HeadGroup, ReportColumn, ReportValue } from './report-column.ts'
import type { ReportView } from './report-view.ts'

/** Rows below a row, read by a call of their own when it is opened. */
export interface BelowRow<R> {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Undefined while they are on their way; read only of an open row. */
  readonly rows: readonly R[] | undefined
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Said where there are none. */
  readonly empty?: string
}

/** The line that adds up all rows. */
export interface ReportTotal {
  readonly label?: string
  /** Smaller, behind the label. */
  readonly note?: string
  readonly tone?: 'good' | 'bad'
  /** Sums that the server gave, by the key of their column; the exact sums of the rows when absent. */
  readonly values?: Readonly<Record<string, ReportValue>>
  /** Above the rows instead of below. */
  readonly isFirst?: boolean
}

export interface ReportGridProps<R> {
  /** Name of the table for a screen reader. */
  readonly label: string
  /** Rows of a call; undefined until they are there. */
  readonly rows: readonly R[] | undefined
  readonly rowKey: (row: R) => string
  /** In their order. The first dimension that is shown leads: it stays in sight while the others scroll. */
  readonly columns: readonly ReportColumn<R>[]
  readonly heads?: readonly HeadGroup[]
  readonly error?: unknown
  readonly onRetry?: () => void
  /** The rows are being read again. */
  readonly isBusy?: boolean
  readonly empty?: string
  /** False: no line of sums. */
  readonly total?: ReportTotal | false
  /** Columns that stay in sight, the leading one counted; 1 when absent, always 1 on a phone. */
  readonly frozen?: number
  readonly below?: (row: R) => BelowRow<R> | null
  /** Zero is a quiet dash, so that the figures that are there stand out. */
  readonly isZeroQuiet?: boolean
  /** Lets people group, pivot and choose columns. Without it the report is looked at as `view` says. */
  readonly hasTools?: boolean
  /** How it is looked at, and how that changes: `useReportView`. The grid remembers it itself when absent. */
  readonly view?: readonly [ReportView, (change: Partial<ReportView>) => void]
  /** Name of the file without its ending; what is seen can be saved as CSV and XLSX when given. */
  readonly file?: string
  /** No taller than it needs, such as inside a dialog. */
  readonly isWhole?: boolean
}
