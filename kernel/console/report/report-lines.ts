import type { Dimension } from './report-column.ts'
import type { Figures, MeasuredRow } from './report-figures.ts'
import type { ReportGroup } from './report-groups.ts'

/** A line of the body, top to bottom as it is drawn. */
export interface ReportLine<R> {
  readonly key: string
  /** Depth from 1. */
  readonly level: number
  /** Its place among those beside it, from 1, and how many these are. */
  readonly place: number
  readonly beside: number
  /** Undefined: nothing opens below it. */
  readonly isOpen: boolean | undefined
  readonly figures: Figures
  readonly row?: R
  readonly group?: { readonly column: Dimension<R>; readonly value: string | null; readonly count: number }
  /** Stands below an opened row in place of rows: they are on their way, there are none, or they did not come. */
  readonly note?: 'loading' | 'empty' | 'failed'
}

/** What stands below a row that opens: rows that a second call brings. */
export interface RowBelow<R> {
  readonly isOpen: boolean
  /** Undefined while they are on their way. */
  readonly rows: readonly MeasuredRow<R>[] | undefined
  readonly hasFailed: boolean
}

interface Content<R> {
  readonly groups: readonly ReportGroup<R>[]
  readonly rows: readonly MeasuredRow<R>[]
}

interface HowToOpen<R> {
  /** Keys of groups that are closed. */
  readonly closed: ReadonlySet<string>
  readonly rowKey: (row: R) => string
  readonly below: (row: R) => RowBelow<R> | null
}

const NO_FIGURES: Figures = new Map()

/** Lays groups and rows out as lines, leaving out what is inside a closed group. */
export function linesOfReport<R>(content: Content<R>, how: HowToOpen<R>): ReportLine<R>[] {
  const lines: ReportLine<R>[] = []
  addLines(lines, content, how, { level: 1, path: '' })
  return lines
}

function addLines<R>(
  lines: ReportLine<R>[],
  { groups, rows }: Content<R>,
  how: HowToOpen<R>,
  at: { readonly level: number; readonly path: string },
): void {
  const { level } = at
  groups.forEach((group, index) => {
    const hasMore = group.groups.length > 0 || group.rows.length > 0
    const isOpen = hasMore ? !how.closed.has(group.key) : undefined
    const { key, column, value, count, figures } = group
    lines.push({
      key,
      level,
      place: index + 1,
      beside: groups.length,
      isOpen,
      figures,
      group: { column, value, count },
    })
    if (isOpen) addLines(lines, group, how, { level: level + 1, path: key })
  })
  rows.forEach(({ row, figures }, index) => {
    const below = how.below(row)
    // The same row may stand in two places once what is below rows comes from elsewhere.
    const key = `${at.path}/${how.rowKey(row)}`
    lines.push({ key, level, place: index + 1, beside: rows.length, isOpen: below?.isOpen, figures, row })
    if (below?.isOpen) addBelow(lines, below, how, { level: level + 1, path: key })
  })
}

function addBelow<R>(
  lines: ReportLine<R>[],
  { rows, hasFailed }: RowBelow<R>,
  how: HowToOpen<R>,
  at: { readonly level: number; readonly path: string },
): void {
  if (rows && rows.length > 0) return addLines(lines, { groups: [], rows }, how, at)
  const note = hasFailed ? 'failed' : rows ? 'empty' : 'loading'
  lines.push({
    key: `${at.path}/${note}`,
    level: at.level,
    place: 1,
    beside: 1,
    isOpen: undefined,
    figures: NO_FIGURES,
    note,
  })
}

/** Returns the keys of all groups, the inner ones too. */
export function groupKeys<R>(groups: readonly ReportGroup<R>[]): string[] {
  return groups.flatMap(group => [group.key, ...groupKeys(group.groups)])
}

/** Returns groups without their rows: where every dimension is grouped by, a row would say nothing more. */
export function withoutRows<R>(groups: readonly ReportGroup<R>[]): ReportGroup<R>[] {
  return groups.map(group => ({ ...group, groups: withoutRows(group.groups), rows: [] }))
}
