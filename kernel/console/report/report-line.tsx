import { CaretRightOutlined } from '@ant-design/icons'
import { memo, type ReactNode } from 'react'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { isDimension, type ReportColumn, wordOf } from './report-column.ts'
import type { Figures } from './report-figures.ts'
import type { ReportLine as Line } from './report-lines.ts'
import type { BelowRow, ReportTotal } from './report-props.ts'
import { valueIn } from './report-values.ts'
import { ReportValueShown } from './report-value.tsx'

/** Properties that all lines of a table share. */
export interface LineLook<R> {
  readonly columns: readonly ReportColumn<R>[]
  readonly all: readonly ReportColumn<R>[]
  readonly stays: readonly number[]
  readonly isZeroQuiet: boolean
  /** Lines open and close, so the keyboard moves from cell to cell. */
  readonly opens: boolean
}

const INDENT_PX = 18

interface CellProps<R> {
  readonly look: LineLook<R>
  readonly column: ReportColumn<R>
  readonly index: number
  readonly line: Pick<Line<R>, 'row' | 'figures'>
  readonly isStop: boolean
}

/** Draws the cell of a figure, or of a dimension other than the leading one. */
function Cell<R>({ look, column, index, line, isStop }: CellProps<R>) {
  const value = valueIn(column, line, look.all)
  const face =
    isDimension(column) && line.row === undefined ? null : (
      <ReportValueShown column={column} value={value} isZeroQuiet={look.isZeroQuiet} />
    )
  const before = look.columns[index - 1]
  return (
    <td
      data-col={index}
      tabIndex={look.opens ? (isStop ? 0 : -1) : undefined}
      data-end={isDimension(column) ? undefined : ''}
      data-strong={column.isStrong ? '' : undefined}
      data-first={before && before.group !== column.group ? '' : undefined}
      {...staysAt(look.stays, index)}
    >
      {column.show && line.row !== undefined ? column.show({ row: line.row, value }, face) : face}
    </td>
  )
}

function staysAt(stays: readonly number[], index: number) {
  const at = stays[index]
  return at === undefined ? {} : { 'data-stays': '', style: { insetInlineStart: at } }
}

interface ReportLineProps<R> {
  readonly look: LineLook<R>
  readonly line: Line<R>
  readonly index: number
  /** Number of rows above the lines: heads, and a total when it is first. */
  readonly above: number
  /** Index of the column where the Tab key stops in this line. */
  readonly stop: number | undefined
  /** For a note: the state of the row above it. */
  readonly below: BelowRow<R> | null
}

/**
 * Draws a group or a row. It is memoised, because scrolling changes which lines are drawn and not their content. The table
 * therefore listens for the buttons that open lines.
 */
export const ReportLine = memo(function ReportLine<R>(props: ReportLineProps<R>) {
  const { look, line, index, above, stop } = props
  const [, ...others] = look.columns
  if (line.note !== undefined) return <NoteLine {...props} note={line.note} />
  return (
    <tr
      data-line={index}
      data-kind={line.group ? 'group' : line.level > 1 ? 'inner' : 'row'}
      aria-rowindex={above + index + 1}
      {...(look.opens
        ? {
            'aria-level': line.level,
            'aria-posinset': line.place,
            'aria-setsize': line.beside,
            'aria-expanded': line.isOpen,
          }
        : {})}
    >
      <NameCell {...props} />
      {others.map((column, at) => (
        <Cell key={column.key} look={look} column={column} index={at + 1} line={line} isStop={stop === at + 1} />
      ))}
    </tr>
  )
}) as <R>(props: ReportLineProps<R>) => ReactNode // memo loses the type of the rows

/** Draws the name of a line: its group with the number of rows, or the row's own name, and the button that opens it. */
function NameCell<R>({ look, line, stop }: ReportLineProps<R>) {
  const { t } = useWords()
  const [leading] = look.columns
  const tabIndex = look.opens ? (stop === 0 ? 0 : -1) : undefined
  const name = line.group ? (
    <>
      <span className="w-clip">{wordOf(line.group.column, line.group.value)}</span>
      <small>{t('kit.report.rows', { count: line.group.count })}</small>
    </>
  ) : (
    leading && <RowName column={leading} line={line} look={look} />
  )
  return (
    <th
      scope="row"
      data-col={0}
      tabIndex={line.isOpen === undefined ? tabIndex : undefined}
      {...staysAt(look.stays, 0)}
    >
      <span className="w-report-name" style={{ paddingInlineStart: (line.level - 1) * INDENT_PX }}>
        {line.isOpen === undefined ? (
          <>
            {look.opens && <span className="w-report-caret" />}
            {name}
          </>
        ) : (
          <button type="button" className="w-report-toggle" aria-expanded={line.isOpen} tabIndex={tabIndex}>
            <span className="w-report-caret" aria-hidden="true">
              <CaretRightOutlined />
            </span>
            {name}
          </button>
        )}
      </span>
    </th>
  )
}

function RowName<R>({ column, line, look }: { column: ReportColumn<R>; line: Line<R>; look: LineLook<R> }) {
  const value = valueIn(column, line, look.all)
  const face = <ReportValueShown column={column} value={value} isZeroQuiet={false} />
  return column.show && line.row !== undefined ? column.show({ row: line.row, value }, face) : face
}

/** Draws the note below an opened row whose rows are loading, absent or failed. */
function NoteLine<R>({
  look,
  line,
  index,
  above,
  stop,
  below,
  note,
}: ReportLineProps<R> & { readonly note: NonNullable<Line<R>['note']> }) {
  const { t } = useWords()
  const content: Readonly<Record<typeof note, ReactNode>> = {
    loading: <Skeleton lines={1} />,
    empty: below?.empty ?? t('kit.noData'),
    failed: <ErrorState error={below?.error} {...(below?.onRetry ? { onRetry: below.onRetry } : {})} />,
  }
  return (
    <tr data-line={index} data-kind="note" aria-rowindex={above + index + 1} aria-level={line.level}>
      <td colSpan={look.columns.length} data-col={0} tabIndex={stop === undefined ? -1 : 0}>
        <div className="w-report-note">{content[note]}</div>
      </td>
    </tr>
  )
}

interface TotalLineProps<R> {
  readonly look: LineLook<R>
  readonly figures: Figures
  readonly total: ReportTotal
  readonly count: number
  readonly rowIndex: number
}

/** Draws the line of sums. */
export function TotalLine<R>({ look, figures, total, count, rowIndex }: TotalLineProps<R>) {
  const { t } = useWords()
  const [, ...others] = look.columns
  return (
    <tr data-kind="total" data-tone={total.tone} aria-rowindex={rowIndex}>
      <th scope="row" {...staysAt(look.stays, 0)}>
        <span className="w-report-name">
          <span className="w-clip">{total.label ?? t('kit.report.total')}</span>
          <small>{total.note ?? (total.label === undefined ? t('kit.report.rows', { count }) : '')}</small>
        </span>
      </th>
      {others.map((column, at) => (
        <Cell
          key={column.key}
          look={{ ...look, opens: false }}
          column={column}
          index={at + 1}
          line={{ figures }}
          isStop={false}
        />
      ))}
    </tr>
  )
}
