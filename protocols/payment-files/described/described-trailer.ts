import type { AmountStyle } from '../reading/amounts.ts'
import { amountAt, type Cells, textAt } from '../reading/cells.ts'
import type { FileMapping } from './mapping.ts'

/** Reads the line of totals. */
export function readTrailer(
  row: Cells,
  { count, amount, fee }: NonNullable<FileMapping['trailer']>,
  style: AmountStyle,
): void {
  const { book, line } = row
  if (count !== undefined) {
    // Fixed-width files fill up with zeros.
    const text = textAt(row, count).replaceAll(',', '')
    if (/^[0-9]{1,15}$/.test(text)) book.declare('count', BigInt(text))
    else book.finding(line, 'count', 'totals-unreadable', text)
  }
  for (const [name, place] of [
    ['amount', amount],
    ['fees', fee],
  ] as const) {
    if (place === undefined) continue
    const value = amountAt(row, place, style)
    if (value === null) book.finding(line, name, 'totals-unreadable', textAt(row, place))
    else book.declare(name, value)
  }
}
