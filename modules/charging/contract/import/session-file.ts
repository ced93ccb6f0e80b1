export const FILE_ENCODINGS = ['utf-8', 'gb18030', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type FileEncoding = (typeof FILE_ENCODINGS)[number]

export const FILE_DELIMITERS = [',', ';', '\t', '|'] as const
export type FileDelimiter = (typeof FILE_DELIMITERS)[number]

/** Most columns of a file that are examined. The widest known export has some two hundred. */
export const MAX_COLUMNS = 1_000

/** Bytes that the encoding is guessed from. */
const LOOKED_AT = 65_536
/** Rows that are searched for the header and used as samples of the columns. */
const HEAD_ROWS = 60

/**
 * Returns the encoding of a text; null for binary data. Only a byte-order mark and UTF-8 are certain. Otherwise it counts runs of
 * bytes beyond ASCII: GB 18030 has even runs, windows-1252 mostly single bytes between plain letters.
 */
export function encodingOf(bytes: Uint8Array): FileEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const part = bytes.subarray(0, LOOKED_AT)
  if (part.includes(0)) return null
  if (canRead(bytes, 'utf-8')) return 'utf-8'
  let alone = 0
  let together = 0
  for (let at = 0; at < part.length; at++) {
    if ((part[at] ?? 0) < 0x80) continue
    const from = at
    while (at + 1 < part.length && (part[at + 1] ?? 0) >= 0x80) at++
    if ((at - from) % 2 === 0) alone++
    else together++
  }
  return alone > together || !canRead(bytes, 'gb18030') ? 'windows-1252' : 'gb18030'
}

function canRead(bytes: Uint8Array, encoding: FileEncoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the first rows of a text, cells without blanks around them; empty lines are not counted, as the reader does
 * not.
 */
export function headRows(text: string, delimiter: FileDelimiter, count: number = HEAD_ROWS): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = (): void => {
    if (row.length > 0 || cell !== '') rows.push([...row, cell].map(one => one.trim()))
    row = []
    cell = ''
  }
  const part = text.slice(0, 500_000).replace(/^\ufeff/, '')
  for (let at = 0; at < part.length && rows.length < count; at++) {
    const sign = part.charAt(at)
    if (isQuoted && sign === '"' && part.charAt(at + 1) === '"') cell += part.charAt(++at)
    else if (isQuoted ? sign === '"' : sign === '"' && cell === '') isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (rows.length < count) endRow()
  return rows
}

/** Returns the delimiter that makes most rows equally wide, and wider than the others do. */
export function delimiterOf(text: string): FileDelimiter {
  const score = (delimiter: FileDelimiter): number => {
    const widths = headRows(text, delimiter, 30).map(row => row.length)
    const widest = Math.max(0, ...widths)
    return widest < 2 ? 0 : widths.filter(width => width === widest).length * widest
  }
  return FILE_DELIMITERS.reduce((best, one) => (score(one) > score(best) ? one : best))
}

const isNumber = (text: string): boolean => /^[-+]?[\d.,:/\s-]+$/.test(text)

/** Returns the row number of the header from 1: the first of the wide rows that has words and no figures. */
export function headerRowOf(rows: readonly (readonly string[])[]): number {
  const filled = rows.map(row => row.filter(cell => cell !== '').length)
  const widest = Math.max(0, ...filled.slice(0, 30))
  const at = rows.findIndex((row, i) => (filled[i] ?? 0) >= Math.max(2, widest * 0.6) && !row.some(isNumber))
  return at < 0 ? 1 : at + 1
}
