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

/** A figure as a whole number of its kind's smallest unit: fen, 1e-4 kWh, seconds. Null where it is not known. */
export type Figure = bigint | null

/** Figures of a line by the key of their column. */
export type Figures = ReadonlyMap<string, Figure>

/** A row with its figures read once: sums, order and drawing use the same. */
export interface MeasuredRow<R> {
  readonly row: R
  readonly figures: Figures
}

/** Returns the whole number of a value of the wire; null for what is no number of this kind, as it came from another version. */
export function figureOf(kind: FigureKind, value: ReportValue): Figure {
  if (value === null || value === '') return null
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null
  try {
    return parseScaled(String(value), SCALES[kind])
  } catch {
    return null
  }
}

/** Returns the decimal text of a figure, as the wire would have it. */
export function textOfFigure(kind: FigureKind, figure: Figure): string | null {
  return figure === null ? null : formatScaled(figure, SCALES[kind])
}

/** Reads the figures of every row. */
export function measureRows<R>(rows: readonly R[], columns: readonly ReportColumn<R>[]): MeasuredRow<R>[] {
  const measures = columns.filter(isMeasure)
  return rows.map(row => ({
    row,
    figures: new Map(measures.map(column => [column.key, figureOf(column.kind, column.value(row))])),
  }))
}

/** Adds up lines, figure by figure. What is not known adds nothing; where nothing is known there is no sum. */
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
 * Returns a figure of a line: its own, or for a ratio the quotient of the two sums, rounded half up once to the decimals of
 * its kind (a share is in percent). Null where a part is not known or the divisor is zero.
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
