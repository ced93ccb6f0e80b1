/** Rows of a spreadsheet as texts; rows may differ in length. */
export type Sheet = readonly (readonly string[])[]

/** Largest number of rows in one file; more data belongs in several files. */
export const MAX_SHEET_ROWS = 100_000
/** Largest size of a file in bytes, so that a wrong file does not fill the memory. */
export const MAX_SHEET_BYTES = 50 * 1024 * 1024

export type SheetProblem = 'tooLarge' | 'tooManyRows' | 'notASheet' | 'openQuote' | 'empty'

/** Error for a file that cannot be read as a table; the page shows a message for its `reason`. */
export class SheetError extends Error {
  readonly reason: SheetProblem

  constructor(reason: SheetProblem) {
    super(reason)
    this.name = 'SheetError'
    this.reason = reason
  }
}

const DELIMITERS = [',', ';', '\t'] as const

/** Returns the separator that is most frequent in the first line outside quotes; a comma when there is none. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>()
  let quoted = false
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') quoted = !quoted
    if (!quoted && character === '\n') break
    if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

/**
 * Reads CSV (RFC 4180; separated by `,`, `;` or tab; CRLF or LF). Empty lines are left out.
 * @throws SheetError
 */
export function parseCsv(text: string, delimiter: string = delimiterOf(text)): Sheet {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = (): void => {
    row.push(cell)
    cell = ''
    if (row.some(one => one.trim() !== '')) rows.push(row)
    row = []
    if (rows.length > MAX_SHEET_ROWS) throw new SheetError('tooManyRows')
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === delimiter) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (quoted) throw new SheetError('openQuote')
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/**
 * Decodes a file's text: UTF-8 with or without a byte order mark, UTF-16 with one, else GB 18030, which Chinese spreadsheets
 * still write.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Returns a cell as text that no spreadsheet program runs as a formula (trust R-31). */
function harmless(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
}

/** Returns CSV for spreadsheet programs: UTF-8 byte order mark, CRLF, quotes where needed, no formulas. */
export function writeCsv(rows: Sheet): string {
  const line = (row: readonly string[]): string =>
    row
      .map(harmless)
      .map(cell => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(',')
  return `\ufeff${rows.map(line).join('\r\n')}\r\n`
}
