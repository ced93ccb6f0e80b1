import type { ChartData } from '../chart/chart-data.ts'
import type { Figure } from '../stat/change.ts'
import type { Stat } from '../stat/stat-grid.tsx'
import { isDimension, isMeasure, type Measure, nameOfColumn, type ReportColumn, wordOf } from './report-column.ts'
import { type Figures, measureRows, sumFigures, textOfFigure } from './report-figures.ts'

/** Kinds of columns that a tile can show, and the kind of its figure. */
const TILES = { integer: 'count', money: 'money', energy: 'energy' } as const

type Tiled<R> = Measure<R> & { readonly kind: keyof typeof TILES }

const isTiled = <R>(column: ReportColumn<R>): column is Tiled<R> =>
  isMeasure(column) && column.kind in TILES && column.adds !== false && !column.isHidden

function figureOf<R>({ key, kind }: Tiled<R>, sums: Figures): Figure {
  const text = textOfFigure(kind, sums.get(key) ?? null)
  return kind === 'integer'
    ? { kind: 'count', value: text === null ? null : Number.parseInt(text, 10) }
    : { kind: TILES[kind], value: text }
}

/**
 * Returns a tile for each column of a report that adds up: the exact sum of its rows, and that of the compared rows.
 * @param before null without a comparison, undefined while it is being read; no rows are no base to compare with
 */
export function statsOfReport<R>(
  columns: readonly ReportColumn<R>[],
  rows: readonly R[] | undefined,
  before: readonly R[] | null | undefined,
): Stat[] {
  const tiled = columns.filter(isTiled)
  // A period without rows has the sum zero; rows whose figures are all unknown have no sum.
  const sumsOf = (list: readonly R[]): Figures =>
    list.length === 0 ? new Map(tiled.map(({ key }) => [key, 0n])) : sumFigures(measureRows(list, tiled), tiled)
  const sums = rows && sumsOf(rows)
  const isNone = before?.length === 0
  const base = before && !isNone ? sumsOf(before) : undefined
  return tiled.map(column => {
    const was = base ? figureOf(column, base).value : null
    return {
      key: column.key,
      label: nameOfColumn(column),
      figure: sums && figureOf(column, sums),
      ...(was === null && !isNone ? {} : { before: was }),
    }
  })
}

/** Columns of a report that a chart shows: figures of the rows, by a dimension. */
export interface ReportChart {
  readonly by: string
  readonly of: readonly string[]
  readonly kind?: 'bar' | 'line'
  readonly unit?: string
}

/**
 * Returns the chart of a report's rows, in their order.
 * @throws Error when it names a column that does not exist
 */
export function chartOfReport<R>(
  columns: readonly ReportColumn<R>[],
  rows: readonly R[],
  { by, of, kind = 'bar', unit }: ReportChart,
): ChartData {
  const dimension = columns.filter(isDimension).find(({ key }) => key === by)
  if (!dimension) throw new Error(`the report has no dimension ${by}`)
  return {
    kind,
    ...(kind === 'bar' ? { sideways: true } : {}),
    labels: rows.map(row => wordOf(dimension, dimension.value(row))),
    ...(unit === undefined ? {} : { left: { unit } }),
    series: of.map(key => {
      const column = columns.filter(isMeasure).find(one => one.key === key)
      if (!column) throw new Error(`the report has no figure ${key}`)
      return { name: nameOfColumn(column), values: rows.map(column.value) }
    }),
  }
}
