import { divideHalfUp, formatScaled, parseScaled } from '@wattyard/money'
import {
  type FigureColumn,
  type FigureKind,
  isMeasure,
  isRatio,
  type Measure,
  type ReportColumn,
  type ReportValue,
  SCALES,
} from './report-column.ts'

/** A figure as a whole number of its kind's smallest unit: fen, 1e-4 kWh, seconds. Null means unknown. */
export type Figure = bigint | null

/** Figures of a line by column key. */
export type Figures = ReadonlyMap<string, Figure>

/** A row with its figures parsed once, for sums, sorting and drawing. */
export interface MeasuredRow<R> {
  readonly row: R
  readonly figures: Figures
}

/** Returns a wire value as a whole number; null for a value that is no number of this kind, as another version may send. */
export function figureOf(kind: FigureKind, value: ReportValue): Figure {
  if (value === null || value === '') return null
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null
  try {
    return parseScaled(String(value), SCALES[kind])
  } catch {
    return null
  }
}

/** Returns a figure as the decimal text of the wire. */
export function textOfFigure(kind: FigureKind, figure: Figure): string | null {
  return figure === null ? null : formatScaled(figure, SCALES[kind])
}

/** Parses the figures of every row. */
export function measureRows<R>(rows: readonly R[], columns: readonly ReportColumn<R>[]): MeasuredRow<R>[] {
  const measures = columns.filter(isMeasure)
  return rows.map(row => ({
    row,
    figures: new Map(measures.map(column => [column.key, figureOf(column.kind, column.value(row))])),
  }))
}

/** Adds up lines, figure by figure. Unknown figures add nothing; a column with only unknown figures has no sum. */
export function sumFigures(
  lines: readonly { readonly figures: Figures }[],
  measures: readonly Measure<never>[],
): Figures {
  return new Map(
    measures.map(({ key, adds }) => {
      if (adds === false) return [key, null]
      let sum: Figure = null
      for (const { figures } of lines) {
        const figure = figures.get(key) ?? null
        if (figure !== null) sum = (sum ?? 0n) + figure
      }
      return [key, sum]
    }),
  )
}

const SHARE_OF_ONE = 100n
const pow = (exponent: number): bigint => 10n ** BigInt(exponent)

/**
 * Returns a figure of a line: its own, or for a ratio the quotient of the two sums, rounded half up once to the decimals of its
 * kind (a share is in percent). Null when a part is unknown or the divisor is zero.
 */
export function figureIn<R>(column: FigureColumn<R>, figures: Figures, columns: readonly ReportColumn<R>[]): Figure {
  if (!isRatio(column)) return figures.get(column.key) ?? null
  const part = figures.get(column.ratio.of) ?? null
  const whole = figures.get(column.ratio.by) ?? null
  if (part === null || whole === null || whole === 0n) return null
  const scaleOf = (key: string): number => {
    const found = columns.find(one => one.key === key)
    return found && isMeasure(found) ? SCALES[found.kind] : 0
  }
  const up = part * pow(SCALES[column.kind] + scaleOf(column.ratio.by)) * (column.kind === 'share' ? SHARE_OF_ONE : 1n)
  const down = whole * pow(scaleOf(column.ratio.of))
  return divideHalfUp(up, down)
}
