import {
  type Dimension,
  type FigureColumn,
  isMeasure,
  isRatio,
  type Measure,
  type Ratio,
  type ReportColumn,
  wordOf,
} from './report-column.ts'
import { type Figures, type MeasuredRow, sumFigures, textOfFigure } from './report-figures.ts'

/** Largest number of values of a dimension that become columns; a dimension with more belongs in rows. */
export const MAX_PIVOT_COLUMNS = 100

/** A row of a pivot: its values of the row dimensions, and the sums of each column by the key of the value. */
export interface PivotRow {
  readonly key: string
  readonly values: readonly (string | null)[]
  readonly cells: ReadonlyMap<string, Figures>
  readonly total: Figures
}

export interface Pivot {
  readonly rows: readonly PivotRow[]
  readonly columns: readonly ReportColumn<PivotRow>[]
  /** Number of values of the column dimension; above `MAX_PIVOT_COLUMNS` there are no rows and no columns. */
  readonly values: number
}

interface PivotPlan<R> {
  /** Row dimensions, the outer first. */
  readonly rows: readonly Dimension<R>[]
  readonly across: Dimension<R>
  readonly figure: FigureColumn<R>
  readonly columns: readonly ReportColumn<R>[]
  /** Head of the column with the sum of the others. */
  readonly total: string
}

const keyOf = (value: string | null): string => value ?? ''

/**
 * Returns a pivot: one row per combination of the row dimensions, one column per value of `across`, with the exact sums of the
 * figure. The last column is the total of the row; the grid adds up the columns. A ratio is computed in every cell and total from
 * the sums of its two parts.
 */
export function pivotRows<R>(rows: readonly MeasuredRow<R>[], plan: PivotPlan<R>): Pivot {
  const { across } = plan
  const values = [...new Set(rows.map(({ row }) => keyOf(across.value(row))))].sort()
  if (values.length > MAX_PIVOT_COLUMNS) return { rows: [], columns: [], values: values.length }
  const parts = partsOf(plan)
  const found = new Map<
    string,
    { values: (string | null)[]; all: MeasuredRow<R>[]; cells: Map<string, MeasuredRow<R>[]> }
  >()
  for (const one of rows) {
    const of = plan.rows.map(dimension => dimension.value(one.row) || null)
    const key = JSON.stringify(of)
    const line = found.get(key) ?? { values: of, all: [], cells: new Map<string, MeasuredRow<R>[]>() }
    found.set(key, line)
    line.all.push(one)
    const value = keyOf(across.value(one.row))
    const cell = line.cells.get(value)
    if (cell) cell.push(one)
    else line.cells.set(value, [one])
  }
  return {
    values: values.length,
    rows: [...found].map(([key, line]) => ({
      key,
      values: line.values,
      cells: new Map([...line.cells].map(([value, cell]) => [value, sumFigures(cell, parts)])),
      total: sumFigures(line.all, parts),
    })),
    columns: [
      ...plan.rows.map((dimension, index) => rowColumn(dimension, index)),
      ...values.flatMap(value =>
        figureColumns(plan, parts, { key: `v:${value}`, head: wordOf(across, value) }, row => row.cells.get(value)),
      ),
      ...figureColumns(plan, parts, { key: 'total', head: plan.total }, row => row.total),
    ],
  }
}

/** Returns the measures that make up the shown figure. */
function partsOf<R>({ figure, columns }: PivotPlan<R>): Measure<R>[] {
  if (!isRatio(figure)) return [figure]
  const { of, by } = figure.ratio
  return columns.filter(isMeasure).filter(({ key }) => key === of || key === by)
}

function rowColumn<R>({ key, head, title, kind, word, width }: Dimension<R>, index: number): Dimension<PivotRow> {
  return {
    key,
    head,
    kind,
    value: row => row.values[index] ?? null,
    ...(title === undefined ? {} : { title }),
    ...(word === undefined ? {} : { word }),
    ...(width === undefined ? {} : { width }),
  }
}

/** Returns one shown column; for a ratio also two hidden ones that it is computed from. */
function figureColumns<R>(
  { figure }: PivotPlan<R>,
  parts: readonly Measure<R>[],
  { key, head }: { readonly key: string; readonly head: string },
  figures: (row: PivotRow) => Figures | undefined,
): ReportColumn<PivotRow>[] {
  const columns = parts.map(
    (part): Measure<PivotRow> => ({
      key: `${key}:${part.key}`,
      head,
      kind: part.kind,
      value: row => textOfFigure(part.kind, figures(row)?.get(part.key) ?? null),
      ...(part.adds === false ? { adds: false } : {}),
    }),
  )
  if (!isRatio(figure)) return columns
  const { of, by } = figure.ratio
  const ratio: Ratio<PivotRow> = { key, head, kind: figure.kind, ratio: { of: `${key}:${of}`, by: `${key}:${by}` } }
  return [...columns.map(column => ({ ...column, isHidden: true as const })), ratio]
}
