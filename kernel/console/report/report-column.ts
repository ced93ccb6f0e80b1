import type { ReactNode } from 'react'

/** A value as the call answered it: text, decimal text, or a whole number. Null means unknown, not zero. */
export type ReportValue = string | number | null

/** Kinds of figures with the decimals of their text on the wire; durations are whole seconds. */
export const SCALES = { integer: 0, duration: 0, money: 2, energy: 4, share: 4, price: 6 } as const
export type FigureKind = keyof typeof SCALES

interface ColumnBase<R> {
  readonly key: string
  /** Short head. */
  readonly head: string
  /** Name of the column outside its group: in a title, a choice or a file; the head when absent. */
  readonly title?: string
  /** Key of the head above this column and its neighbours. */
  readonly group?: string
  /** Width in pixels; determined by the kind when absent. */
  readonly width?: number
  /** Columns with the same text are shown together or not at all where room is short. */
  readonly together?: string
  /** The main figure, drawn bold. */
  readonly isStrong?: true
  /** The column is not shown; ratios are computed from it. */
  readonly isHidden?: true
  /** Draws more around the value: a link, a button. */
  readonly show?: (cell: ShownCell<R>, value: ReactNode) => ReactNode
}

/** A cell for `show`. Lines of groups and of the total have no row. */
export interface ShownCell<R> {
  readonly row: R | undefined
  readonly value: ReportValue
}

/** A column to group by, such as a station or a day. */
export interface Dimension<R> extends ColumnBase<R> {
  readonly kind: 'text' | 'day'
  readonly value: (row: R) => string | null
  /** Returns the word of a value; the value itself when absent. */
  readonly word?: (value: string) => string
  /** False for a remark, which cannot be grouped or pivoted by. */
  readonly groups?: false
}

/** A column of figures from the rows. */
export interface Measure<R> extends ColumnBase<R> {
  readonly kind: FigureKind
  readonly value: (row: R) => ReportValue
  /** False when a sum is meaningless (a price, a balance at a time), so that groups and totals show none. */
  readonly adds?: false
}

/** A column whose figure each line computes from the sums of two others: a share, a price per unit. */
export interface Ratio<R> extends ColumnBase<R> {
  readonly kind: FigureKind
  readonly ratio: { readonly of: string; readonly by: string }
}

/** A column of figures. */
export type FigureColumn<R> = Measure<R> | Ratio<R>

export type ReportColumn<R> = Dimension<R> | Measure<R> | Ratio<R>

/** A head above neighbouring columns. */
export interface HeadGroup {
  readonly key: string
  readonly head: string
}

/** Returns whether lines can be grouped by a column. */
export function isDimension<R>(column: ReportColumn<R>): column is Dimension<R> {
  return column.kind === 'text' || column.kind === 'day'
}

/** Returns whether a column is computed from two others. */
export function isRatio<R>(column: ReportColumn<R>): column is Ratio<R> {
  return 'ratio' in column
}

/** Returns whether a column has figures from the rows. */
export function isMeasure<R>(column: ReportColumn<R>): column is Measure<R> {
  return !isDimension(column) && !isRatio(column)
}

/** Returns the full name of a column, with the head above it. */
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
