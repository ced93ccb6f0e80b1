import type { Dimension } from './report-column.ts'
import type { Figures, MeasuredRow } from './report-figures.ts'
import type { ReportGroup } from './report-groups.ts'

/** A line of the table's body, in drawing order. */
export interface ReportLine<R> {
  readonly key: string
  /** Depth from 1. */
  readonly level: number
  /** Place among its siblings, from 1; `beside` is their number. */
  readonly place: number
  readonly beside: number
  /** Undefined when the line cannot be opened. */
  readonly isOpen: boolean | undefined
  readonly figures: Figures
  readonly row?: R
  readonly group?: { readonly column: Dimension<R>; readonly value: string | null; readonly count: number }
  /** Note below an opened row instead of its rows: they are loading, there are none, or the read failed. */
  readonly note?: 'loading' | 'empty' | 'failed'
}

/** Rows below a row that can be opened; a second call reads them. */
export interface RowBelow<R> {
  readonly isOpen: boolean
  /** Undefined while they are being read. */
  readonly rows: readonly MeasuredRow<R>[] | undefined
  readonly hasFailed: boolean
}

interface Content<R> {
  readonly groups: readonly ReportGroup<R>[]
  readonly rows: readonly MeasuredRow<R>[]
}

interface HowToOpen<R> {
  /** Keys of closed groups. */
  readonly closed: ReadonlySet<string>
  readonly rowKey: (row: R) => string
  readonly below: (row: R) => RowBelow<R> | null
}

const NO_FIGURES: Figures = new Map()

/** Returns groups and rows as lines, without the content of closed groups. */
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
    // The same row may occur twice when the rows below a row come from another call, so the key includes the path.
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

/** Returns the keys of all groups, the inner ones included. */
export function groupKeys<R>(groups: readonly ReportGroup<R>[]): string[] {
  return groups.flatMap(group => [group.key, ...groupKeys(group.groups)])
}

/** Returns groups without their rows. When all dimensions are grouped by, a row would add nothing. */
export function withoutRows<R>(groups: readonly ReportGroup<R>[]): ReportGroup<R>[] {
  return groups.map(group => ({ ...group, groups: withoutRows(group.groups), rows: [] }))
}
