import { type Fen, fen } from '@wattyard/money'
import { type AmountStyle, readAmount } from './amounts.ts'
import type { Book } from './book.ts'
import type { ReadInstant } from './instants.ts'

/** One line of a table while it becomes a row. */
export interface Cells {
  readonly book: Book
  readonly line: number
  readonly names: readonly string[]
  readonly cells: readonly string[]
}

/**
 * Splits a line at the delimiter. A cell that begins with a quote ends at the closing one; a doubled quote is a quote. Returns
 * null when a quote is not closed.
 */
export function splitCells(line: string, delimiter: string, quote: string): string[] | null {
  if (quote === '' || !line.includes(quote)) return line.split(delimiter)
  const cells: string[] = []
  let at = 0
  for (;;) {
    const start = skipSpaces(line, at)
    if (line.startsWith(quote, start)) {
      const end = closingQuote(line, start + 1, quote)
      if (end < 0) return null
      const next = line.indexOf(delimiter, end + 1)
      // Some banks pad a quoted cell with spaces or a tab.
      const padding = line.slice(end + 1, next < 0 ? line.length : next).trim()
      cells.push(line.slice(start + 1, end).replaceAll(quote + quote, quote) + padding)
      if (next < 0) return cells
      at = next + delimiter.length
      continue
    }
    const next = line.indexOf(delimiter, at)
    cells.push(line.slice(at, next < 0 ? line.length : next))
    if (next < 0) return cells
    at = next + delimiter.length
  }
}

function skipSpaces(line: string, from: number): number {
  let at = from
  while (line.charCodeAt(at) === 32) at += 1
  return at
}

function closingQuote(line: string, from: number, quote: string): number {
  let at = line.indexOf(quote, from)
  while (at >= 0 && line.startsWith(quote, at + quote.length)) at = line.indexOf(quote, at + 2 * quote.length)
  return at
}

/** Returns a cell without surrounding spaces and tabs; empty for a column the file does not have. */
export function textAt({ cells }: Cells, place: number): string {
  return place < 0 ? '' : (cells[place] ?? '').trim()
}

/** Returns a cell, or null when it is empty, a zero or a slash: channels write these for "none". */
export function numberAt(row: Cells, place: number): string | null {
  const text = textAt(row, place)
  if (text === '' || text === '0' || text === '/') return null
  // Spreadsheets turn long numbers into 4.2E+27, and their last digits are gone.
  if (/^[0-9](?:\.[0-9]+)?E\+[0-9]+$/.test(text)) row.book.finding(row.line, nameAt(row, place), 'number-rounded', text)
  return text
}

/** Returns the amount of a cell, null when there is none; what is wrong with it is reported. */
export function amountAt(row: Cells, place: number, style: AmountStyle, isOptional = false): Fen | null {
  const cell = place < 0 ? '' : (row.cells[place] ?? '')
  const read = readAmount(cell, style)
  if (read.value === null) {
    if (read.problem !== 'amount-missing' || !isOptional)
      row.book.finding(row.line, nameAt(row, place), read.problem, cell)
    return null
  }
  for (const notice of read.notices) row.book.finding(row.line, nameAt(row, place), notice, cell)
  return fen(read.value)
}

/** Returns whether a cell that may be empty is empty or an amount: false means that what stands there was lost. */
export function isBlankAt(row: Cells, place: number): boolean {
  return place < 0 || (row.cells[place] ?? '').trim() === ''
}

/** Returns the instant of a cell, null when it is none; counts its day and reports what is wrong. */
export function instantAt(row: Cells, place: number, read: (text: string) => ReadInstant): number | null {
  const text = place < 0 ? '' : (row.cells[place] ?? '')
  const found = read(text)
  if (found.at === null) {
    row.book.finding(row.line, nameAt(row, place), found.problem, text)
    return null
  }
  if (found.notice !== null) row.book.finding(row.line, nameAt(row, place), found.notice, text)
  row.book.day(row.line, nameAt(row, place) ?? '', found.day)
  return found.at
}

export function nameAt(row: Cells, place: number): string | null {
  return row.names[place] ?? null
}
