import type { ReactNode } from 'react'

/** A value as the call answered it: text, decimal text, or a whole number. Null is not known, which is not zero. */
export type ReportValue = string | number | null

/** Kinds of figures with the decimals of their text on the wire; durations are whole seconds. */
export const SCALES = { integer: 0, duration: 0, money: 2, energy: 4, share: 4, price: 6 } as const
export type FigureKind = keyof typeof SCALES

interface ColumnBase<R> {
  readonly key: string
  /** Short head. */
  readonly head: string
  /** What the column is called alone, in a title, in a choice or in a file; the head when absent. */
  readonly title?: string
  /** Key of the head that stands over this column and its neighbours. */
  readonly group?: string
  /** Pixels; what its kind needs when absent. */
  readonly width?: number
  /** The figure that one looks for first. */
  readonly isStrong?: true
  /** There for what is reckoned from it, and not shown. */
  readonly isHidden?: true
  /** Draws more around the value: a link, a button. */
  readonly show?: (cell: ShownCell<R>, value: ReactNode) => ReactNode
}

/** What a cell is about. Lines of groups and of the total have no row. */
export interface ShownCell<R> {
  readonly row: R | undefined
  readonly value: ReportValue
}

/** Something to group by: a station, a day. */
export interface Dimension<R> extends ColumnBase<R> {
  readonly kind: 'text' | 'day'
  readonly value: (row: R) => string | null
  /** Word of a value; the value itself when absent. */
  readonly word?: (value: string) => string
  /** False: a remark that nobody groups or pivots by. */
  readonly groups?: false
}

/** Figures of the rows. */
export interface Measure<R> extends ColumnBase<R> {
  readonly kind: FigureKind
  readonly value: (row: R) => ReportValue
  /** False: a sum of them means nothing (a price, a balance at a time), so groups and totals show none. */
  readonly adds?: false
}

/** A figure that every line reckons from the sums of two others: a share, a price per unit. */
export interface Ratio<R> extends ColumnBase<R> {
  readonly kind: FigureKind
  readonly ratio: { readonly of: string; readonly by: string }
}

/** A column of figures. */
export type FigureColumn<R> = Measure<R> | Ratio<R>

export type ReportColumn<R> = Dimension<R> | Measure<R> | Ratio<R>

/** A head over neighbouring columns. */
export interface HeadGroup {
  readonly key: string
  readonly head: string
}

/** Tells whether a column holds what lines can be grouped by. */
export function isDimension<R>(column: ReportColumn<R>): column is Dimension<R> {
  return column.kind === 'text' || column.kind === 'day'
}

/** Tells whether a column is reckoned from two others. */
export function isRatio<R>(column: ReportColumn<R>): column is Ratio<R> {
  return 'ratio' in column
}

/** Tells whether a column has figures of the rows. */
export function isMeasure<R>(column: ReportColumn<R>): column is Measure<R> {
  return !isDimension(column) && !isRatio(column)
}

/** Returns what a column is called where it stands alone, the head over it included. */
export function nameOfColumn<R>(column: ReportColumn<R>, groups: readonly HeadGroup[] = []): string {
  if (column.title !== undefined) return column.title
  const group = groups.find(({ key }) => key === column.group)
  return group ? `${group.head} · ${column.head}` : column.head
}

/** Returns the word of a value of a dimension; a dash where there is none. */
export function wordOf<R>(column: Dimension<R>, value: string | null): string {
  if (value === null || value === '') return '–'
  return column.word?.(value) ?? value
}
