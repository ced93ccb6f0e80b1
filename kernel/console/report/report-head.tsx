import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { HeadUnit } from '../faces/head-unit.tsx'
import { useWords } from '../words/use-words.ts'
import { type HeadGroup, isDimension, nameOfColumn, type ReportColumn } from './report-column.ts'
import type { ReportSort } from './report-groups.ts'

interface ReportHeadProps<R> {
  readonly columns: readonly ReportColumn<R>[]
  readonly heads: readonly HeadGroup[]
  /** Head of the leading column. */
  readonly leading: string
  /** Offsets in pixels at which the first columns stick. */
  readonly stays: readonly number[]
  readonly sort: ReportSort | null
  readonly onSort: (sort: ReportSort | null) => void
}

/** Returns the columns in runs of the same group; a column without a group is a run of its own. */
export function headRuns<R>(
  columns: readonly ReportColumn<R>[],
): { group: string | undefined; columns: ReportColumn<R>[] }[] {
  const runs: { group: string | undefined; columns: ReportColumn<R>[] }[] = []
  for (const column of columns) {
    const run = runs.at(-1)
    if (run && column.group !== undefined && run.group === column.group) run.columns.push(column)
    else runs.push({ group: column.group, columns: [column] })
  }
  return runs
}

/** Returns the kind of the columns below a head if they all are of one, so that the head can name their unit. */
export function commonKind<R>(columns: readonly ReportColumn<R>[]): string | undefined {
  const [first] = columns
  return first && columns.every(({ kind }) => kind === first.kind) ? first.kind : undefined
}

/** Draws one or two rows of heads; pressing a head sorts the lines. */
export function ReportHead<R>(props: ReportHeadProps<R>) {
  const { columns, heads } = props
  const runs = headRuns(columns)
  const isDouble = runs.some(({ group }) => group !== undefined)
  const cell = (column: ReportColumn<R>, rows: number, startsGroup: boolean, isNamedAbove = false) => (
    <ColumnHead
      key={column.key}
      {...props}
      column={column}
      rows={rows}
      startsGroup={startsGroup}
      isNamedAbove={isNamedAbove}
    />
  )
  if (!isDouble)
    return (
      <thead>
        <tr aria-rowindex={1}>{columns.map(column => cell(column, 1, false))}</tr>
      </thead>
    )
  return (
    <thead data-double="">
      <tr aria-rowindex={1}>
        {runs.map(({ group, columns: inside }, index) => {
          const [first] = inside
          if (!first) return null
          if (group === undefined) return cell(first, 2, runs[index - 1]?.group !== undefined)
          return (
            <th key={`group-${first.key}`} scope="colgroup" colSpan={inside.length} data-group="" data-first="">
              <span className="w-clip">
                {heads.find(({ key }) => key === group)?.head}
                <HeadUnit kind={commonKind(inside) ?? ''} />
              </span>
            </th>
          )
        })}
      </tr>
      <tr aria-rowindex={2}>
        {runs.flatMap(({ group, columns: inside }) =>
          group === undefined
            ? []
            : inside.map((column, index) => cell(column, 1, index === 0, commonKind(inside) !== undefined)),
        )}
      </tr>
    </thead>
  )
}

interface ColumnHeadProps<R> extends ReportHeadProps<R> {
  readonly column: ReportColumn<R>
  readonly rows: number
  readonly startsGroup: boolean
  /** The head above the column names the unit of all of its columns. */
  readonly isNamedAbove?: boolean
}

function ColumnHead<R>({
  column,
  columns,
  heads,
  leading,
  stays,
  rows,
  startsGroup,
  isNamedAbove = false,
  sort,
  onSort,
}: ColumnHeadProps<R>) {
  const { t } = useWords()
  const index = columns.indexOf(column)
  const name = index === 0 ? leading : nameOfColumn(column, heads)
  const isSorted = sort?.key === column.key
  const direction = isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined
  // Figures start with the largest, names with the first; the third press restores the original order.
  const startsDown = !isDimension(column)
  const next = isSorted
    ? sort.isDown === startsDown
      ? { ...sort, isDown: !startsDown }
      : null
    : { key: column.key, isDown: startsDown }
  return (
    <th
      scope="col"
      rowSpan={rows}
      aria-sort={direction}
      aria-colindex={index + 1}
      data-end={isDimension(column) ? undefined : ''}
      data-first={startsGroup ? '' : undefined}
      data-stays={stays[index] === undefined ? undefined : ''}
      style={stays[index] === undefined ? undefined : { insetInlineStart: stays[index] }}
    >
      <button type="button" className="w-report-sort" title={t('kit.sortBy', { name })} onClick={() => onSort(next)}>
        <span className="w-clip">
          {index === 0 ? leading : column.head}
          {!isNamedAbove && <HeadUnit kind={column.kind} />}
        </span>
        {direction && (
          <span className="w-report-mark" aria-hidden="true">
            {direction === 'descending' ? <CaretDownFilled /> : <CaretUpFilled />}
          </span>
        )}
      </button>
    </th>
  )
}
