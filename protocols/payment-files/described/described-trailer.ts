import { absFen } from '@wattyard/money'
import type { AmountStyle } from '../reading/amounts.ts'
import { amountAt, type Cells, textAt } from '../reading/cells.ts'
import type { FileMapping } from './mapping.ts'

/** What stands around the figure of a cell: `总笔数：12`, `345.00元`. */
const LABEL = /^[^:：]*[:：]\s*/
const UNIT = /\s*(?:元|笔|条|CNY|RMB|EUR|€)$/

/** Returns the cells of a line of totals as figures alone. */
export const figuresOf = (cells: readonly string[]): string[] =>
  cells.map(cell => cell.trim().replace(LABEL, '').replace(UNIT, ''))

/** Reads the line of totals. */
export function readTrailer(
  told: Cells,
  { count, ...sums }: NonNullable<FileMapping['trailer']>,
  style: AmountStyle,
): void {
  const row = { ...told, cells: figuresOf(told.cells) }
  const { book, line } = row
  if (count !== undefined) {
    // Fixed-width files fill up with zeros.
    const text = textAt(row, count).replaceAll(',', '')
    if (/^[0-9]{1,15}$/.test(text)) book.declare('count', BigInt(text))
    else book.finding(line, 'count', 'totals-unreadable', text)
  }
  for (const [name, place] of [
    ['amount', sums.amount],
    ['fees', sums.fee],
    ['income', sums.income],
    ['expense', sums.expense],
  ] as const) {
    if (place === undefined) continue
    const value = amountAt(row, place, style)
    if (value === null) book.finding(line, name, 'totals-unreadable', textAt(row, place))
    else book.declare(name, name === 'income' || name === 'expense' ? absFen(value) : value)
  }
}
