import type { SheetLine } from './xlsx-sheet.ts'

/**
 * Puts a quote in front of a cell that a spreadsheet program would run as a formula (CSV injection). The signs
 * count in full width too: Chinese and Japanese editions take `＝` for `=`.
 */
export function defuse(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

/** One line of RFC 4180, with the line end. */
export function csvLine(cells: SheetLine): string {
  const texts = cells.map(cell => (typeof cell === 'object' ? cell.text : cell))
  return `${texts.map(cell => csvCell(typeof cell === 'number' ? String(cell) : defuse(cell))).join(',')}\r\n`
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
