import { CURRENCY_SCALE } from '@wattyard/money'
import { readAmount } from '../../reading/amounts.ts'
import { splitCells } from '../../reading/cells.ts'
import { figuresOf } from '../described-trailer.ts'
import type { FileMapping } from '../mapping.ts'
import { type Table, TOTALS } from './find-table.ts'

/** Lines at the end among which one is looked for. */
const LAST_LINES = 6

/** Sums of the rows of a table in minor units. */
export interface RowSums {
  readonly count: bigint
  readonly amount: bigint
  readonly fee: bigint
  readonly income: bigint
  readonly expense: bigint
}

/**
 * Finds a line of totals at the end: it begins with a word for it, and its figures are those of the rows. Of a figure that several sums have,
 * nobody knows which it is, and the first in this order is taken: count, amount, income, expense, fee.
 * @param sums null where not all rows are known; then only its beginning is told
 */
export function guessTrailer(
  lines: readonly string[],
  { layout, names }: Table,
  style: Pick<FileMapping, 'unit' | 'decimalComma'>,
  sums: RowSums | null,
): NonNullable<FileMapping['trailer']> | null {
  const last = lines.filter(line => line.trim() !== '').slice(-LAST_LINES)
  const line = last.findLast(text => TOTALS.test(text) && !isRow(text, layout, names))
  if (line === undefined) return null
  const cells = layout.kind === 'delimited' ? splitCells(line, layout.delimiter, layout.quote) : line.split(/\s+/)
  const start = /^\P{N}{1,12}?(?=[^\p{L}]|$)/u.exec(line.trimStart())?.[0] ?? line.slice(0, 4)
  if (cells === null || sums === null) return { start }
  const found: Record<string, number> = {}
  for (const [place, figure] of figuresOf(cells).entries()) {
    const read = readAmount(figure, {
      scale: CURRENCY_SCALE.CNY,
      isMinor: style.unit === 'minor',
      decimalComma: style.decimalComma,
    })
    const isCount = figure === `${sums.count}` && found.count === undefined
    const sum = isCount
      ? 'count'
      : (['amount', 'income', 'expense', 'fee'] as const).find(
          name =>
            found[name] === undefined &&
            read.value !== null &&
            sums[name] !== 0n &&
            isSum(name, read.value, sums[name]),
        )
    if (sum !== undefined) found[sum] = place
  }
  return { start, ...found }
}

/** Sums of one direction are written with and without a sign. */
const isSum = (name: string, told: bigint, sum: bigint): boolean =>
  told === sum || ((name === 'income' || name === 'expense') && told === -sum)

function isRow(line: string, layout: Table['layout'], names: readonly string[]): boolean {
  if (layout.kind === 'widths') return false
  const cells = splitCells(line, layout.delimiter, layout.quote) ?? []
  return cells.length === names.length && cells.every(cell => cell.trim() !== '')
}
