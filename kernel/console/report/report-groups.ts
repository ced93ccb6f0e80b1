import { type Dimension, isDimension, isMeasure, type ReportColumn, wordOf } from './report-column.ts'
import { type Figure, figureIn, type Figures, type MeasuredRow, sumFigures } from './report-figures.ts'

/** Rows that share a value of a dimension, with their sums; inside are the groups of the next dimension, or the rows. */
export interface ReportGroup<R> {
  readonly key: string
  readonly column: Dimension<R>
  readonly value: string | null
  /** Number of rows inside, on all levels. */
  readonly count: number
  readonly figures: Figures
  readonly groups: readonly ReportGroup<R>[]
  readonly rows: readonly MeasuredRow<R>[]
}

/** Sort column of the lines inside their group, and direction. */
export interface ReportSort {
  readonly key: string
  readonly isDown: boolean
}

/**
 * Groups rows by one or more dimensions, the outer first, each group with the exact sums of its rows. Groups keep the order in
 * which their values first occur. `path` is the prefix of the keys.
 */
export function groupRows<R>(
  rows: readonly MeasuredRow<R>[],
  dimensions: readonly Dimension<R>[],
  columns: readonly ReportColumn<R>[],
  path: readonly (string | null)[] = [],
): ReportGroup<R>[] {
  const [column, ...inner] = dimensions
  if (!column) return []
  const measures = columns.filter(isMeasure)
  const parts = new Map<string | null, MeasuredRow<R>[]>()
  for (const one of rows) {
    const value = column.value(one.row) || null
    const part = parts.get(value)
    if (part) part.push(one)
    else parts.set(value, [one])
  }
  return [...parts].map(([value, part]) => {
    const here = [...path, value]
    const groups = groupRows(part, inner, columns, here)
    return {
      key: JSON.stringify(here),
      column,
      value,
      count: part.length,
      // Groups add the sums of their inner groups, so that every row is added once per level.
      figures: sumFigures(groups.length > 0 ? groups : part, measures),
      groups,
      rows: groups.length > 0 ? [] : part,
    }
  })
}

type Compare<T> = (a: T, b: T) => number

/** Compares two figures; unknown ones come last in both directions. */
function byFigure(a: Figure, b: Figure, isDown: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a === b ? 0 : a < b === isDown ? 1 : -1
}

const collators = new Map<string, Intl.Collator>()

/** Returns the collator of a language, which sorts digits as numbers. */
function collatorOf(language: string): Intl.Collator {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, known)
  return known
}

/** Sorts rows by a column; equal rows keep their order. */
export function sortRows<R>(
  rows: readonly MeasuredRow<R>[],
  sort: ReportSort | null,
  columns: readonly ReportColumn<R>[],
  language: string,
): readonly MeasuredRow<R>[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!sort || !column) return rows
  const { isDown } = sort
  const compare: Compare<MeasuredRow<R>> = isDimension(column)
    ? (a, b) =>
        collatorOf(language).compare(wordOf(column, column.value(a.row)), wordOf(column, column.value(b.row))) *
        (isDown ? -1 : 1)
    : (a, b) => byFigure(figureIn(column, a.figures, columns), figureIn(column, b.figures, columns), isDown)
  return rows.toSorted(compare)
}

/** Returns whether a column holds days, which inside a group are read in the order of time. */
const isOfTime = <R>(column: ReportColumn<R> | undefined): column is Dimension<R> =>
  column !== undefined && isDimension(column) && column.kind === 'day'

/** Returns lines of a group in the order of their days. */
const inTime = <T>(lines: readonly T[], dayOf: (line: T) => string | null): readonly T[] =>
  lines.toSorted((a, b) => {
    const [one, other] = [dayOf(a) ?? '', dayOf(b) ?? '']
    return one === other ? 0 : one < other ? -1 : 1
  })

/**
 * Sorts groups by their own sums, or by name when the column is their dimension; their content likewise. The days of a group stay in
 * the order of time unless the sort is by them: a month is read from its first day to its last.
 *
 * @param leading the column that names the rows; absent where all dimensions are grouped by
 */
export function sortGroups<R>(
  groups: readonly ReportGroup<R>[],
  sort: ReportSort | null,
  columns: readonly ReportColumn<R>[],
  language: string,
  leading?: ReportColumn<R>,
): readonly ReportGroup<R>[] {
  const column = columns.find(({ key }) => key === sort?.key)
  if (!sort || !column) return groups
  const { isDown } = sort
  const sorted = groups.map(group => {
    const inner = sortGroups(group.groups, sort, columns, language, leading)
    const rows = sortRows(group.rows, sort, columns, language)
    const [first] = inner
    return {
      ...group,
      groups: isOfTime(first?.column) && first?.column.key !== sort.key ? inTime(inner, one => one.value) : inner,
      rows: isOfTime(leading) && leading.key !== sort.key ? inTime(rows, one => leading.value(one.row)) : rows,
    }
  })
  if (!isDimension(column))
    return sorted.toSorted((a, b) =>
      byFigure(figureIn(column, a.figures, columns), figureIn(column, b.figures, columns), isDown),
    )
  return sorted.toSorted((a, b) =>
    a.column.key === sort.key
      ? collatorOf(language).compare(wordOf(a.column, a.value), wordOf(b.column, b.value)) * (isDown ? -1 : 1)
      : 0,
  )
}
