import { MAX_SHEET_BYTES, MAX_SHEET_ROWS, type Sheet, SheetError } from './csv-text.ts'

/**
 * Reads the first sheet of an .xlsx file (ECMA-376, a ZIP container) as texts: shared and inline texts, numbers as stored, dates
 * by their cell format as `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or `HH:mm:ss`. Formulas give their stored result.
 * @throws SheetError
 */
export async function parseXlsx(file: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  const parts = readZip(file)
  const sheetPath = [...parts.keys()].filter(path => /^xl\/worksheets\/sheet\d+\.xml$/.test(path)).sort(byNumber)[0]
  if (sheetPath === undefined) throw new SheetError('notASheet')
  const text = async (path: string): Promise<string> => {
    const part = parts.get(path)
    return part ? inflate(file, part) : ''
  }
  const [sheet, shared, styles] = await Promise.all([
    text(sheetPath),
    text('xl/sharedStrings.xml'),
    text('xl/styles.xml'),
  ])
  return readSheet(sheet, readShared(shared), readDateStyles(styles))
}

const byNumber = (a: string, b: string): number => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b))

interface ZipPart {
  readonly offset: number
  readonly packed: number
  readonly size: number
  readonly method: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

function readZip(file: Uint8Array<ArrayBuffer>): Map<string, ZipPart> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let end = file.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1
  if (end < 0) throw new SheetError('notASheet')
  const parts = new Map<string, ZipPart>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= file.length; left -= 1) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new SheetError('notASheet')
    const nameLength = view.getUint16(at + 28, true)
    const path = new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    if (local + 30 > file.length) throw new SheetError('notASheet')
    // The local header repeats name and extra field, with its own lengths.
    const offset = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    parts.set(path, {
      offset,
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/**
 * Returns the unpacked text of a part. A part that exceeds the size limit is refused while it is being unpacked.
 * @throws SheetError
 */
async function inflate(file: Uint8Array<ArrayBuffer>, part: ZipPart): Promise<string> {
  const packed = file.subarray(part.offset, part.offset + part.packed)
  if (part.size > MAX_SHEET_BYTES * 4) throw new SheetError('tooLarge')
  if (part.method === STORED) return new TextDecoder().decode(packed)
  if (part.method !== DEFLATED) throw new SheetError('notASheet')
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > MAX_SHEET_BYTES * 4) throw new SheetError('tooLarge')
    }
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('notASheet')
  }
  return text + decoder.decode()
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined
      if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      return ENTITIES[name ?? ''] ?? whole
    },
  )
}

/**
 * Returns the texts inside `<t>`, joined, because a cell with several fonts has several. Phonetic hints of East Asian texts are
 * left out.
 */
function textIn(xml: string): string {
  let text = ''
  for (const [, inner = ''] of xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g))
    text += inner
  return unescapeXml(text)
}

function readShared(xml: string): string[] {
  return [...xml.matchAll(/<si>([\s\S]*?)<\/si>|<si\/>/g)].map(([, inner = '']) => textIn(inner))
}

/** Returns whether a built-in number format is a date or time (ECMA-376 part 1, 18.8.30), the East Asian ones included. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Returns for each cell style whether its number format is a date. */
function readDateStyles(xml: string): boolean[] {
  const custom = new Map<number, boolean>()
  for (const [, id = '', code = ''] of xml.matchAll(/<numFmt\s+numFmtId="(\d+)"\s+formatCode="([^"]*)"/g)) {
    const bare = unescapeXml(code).replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
    custom.set(Number(id), /[ymdhs]/i.test(bare) && !/[#0?]/.test(bare.replace(/s\.0+/gi, '')))
  }
  const formats = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? ''
  return [...formats.matchAll(/<xf\b[^>]*?numFmtId="(\d+)"/g)].map(
    ([, id = '']) => custom.get(Number(id)) ?? isBuiltInDate(Number(id)),
  )
}

/** Returns a spreadsheet's date (days since 1899-12-30) as text; whole days have no time. */
export function serialToText(serial: number): string {
  const at = new Date(Math.round(serial * 86_400) * 1000 + Date.UTC(1899, 11, 30))
  if (Number.isNaN(at.getTime()) || serial < 0) return String(serial)
  const text = at.toISOString()
  // Less than a day is a time of day.
  if (serial > 0 && serial < 1) return text.slice(11, 19)
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** Returns the column index of a cell reference: `C12` → 2. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Largest number of columns in a spreadsheet; a larger one is a broken file. */
const MAX_COLUMNS = 16_384

function readSheet(xml: string, shared: readonly string[], dates: readonly boolean[]): Sheet {
  const rows: string[][] = []
  for (const [, inner = ''] of xml.matchAll(/<row\b[^>]*>([\s\S]*?)<\/row>/g)) {
    const row: string[] = []
    for (const [, attributes = '', content = ''] of inner.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const reference = /\br="([A-Z]+\d+)"/.exec(attributes)?.[1]
      const column = reference ? columnOf(reference) : row.length
      if (column >= MAX_COLUMNS) throw new SheetError('notASheet')
      while (row.length < column) row.push('')
      row[column] = cellText(attributes, content, shared, dates)
    }
    if (row.some(cell => cell.trim() !== '')) rows.push(row)
    if (rows.length > MAX_SHEET_ROWS) throw new SheetError('tooManyRows')
  }
  return rows
}

function cellText(attributes: string, content: string, shared: readonly string[], dates: readonly boolean[]): string {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n'
  if (type === 'inlineStr') return textIn(content)
  const value = unescapeXml(/<v(?:\s[^>]*)?>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type !== 'n' || value === '') return type === 'e' ? '' : value
  if (dates[Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? -1)]) return serialToText(Number(value))
  return plainNumber(value)
}

/** Returns a stored number without binary noise (`0.30000000000000004`), at fifteen digits, as spreadsheet programs show it. */
export function plainNumber(text: string): string {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (/^-?\d+$/.test(text) || (/^-?\d+\.\d+$/.test(text) && text.replace(/[-.]/g, '').length <= 15)) return text
  const shown = Number(number.toPrecision(15))
  return Math.abs(shown) >= 1e21 || (shown !== 0 && Math.abs(shown) < 1e-6)
    ? text
    : shown.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 })
}
