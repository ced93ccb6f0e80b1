import { readSheetFile, SheetError } from '@wattyard/console-kit'
import { type FormatOffer } from '../../contract/calls/import.ts'
import { encodingOf, type FileEncoding } from '../../contract/import/session-file.ts'

/** Largest unpacked size of a file that a browser may send, in bytes; larger files need the command line. */
export const MAX_CHARACTERS = 24 * 1024 * 1024

export type FileProblem = 'tooLarge' | 'notText' | 'damaged'

export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A chosen file as text. A spreadsheet has no encoding: its first sheet is turned into text separated by commas. */
export interface ReadFile {
  name: string
  text: string
  encoding: FileEncoding | null
  /** Bytes of the text, so that it can be decoded again in another encoding. */
  bytes: ArrayBuffer | null
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * Returns the text of a chosen file, unpacked when it is gzip, in its detected encoding.
 * @throws UnreadableFile
 */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > MAX_CHARACTERS * 2) throw new UnreadableFile('tooLarge')
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (isZip(head)) return { name: file.name, text: await sheetText(file), encoding: null, bytes: null }
  const bytes = isGzip(head) ? await unpacked(file) : await file.arrayBuffer()
  if (bytes.byteLength > MAX_CHARACTERS) throw new UnreadableFile('tooLarge')
  const encoding = encodingOf(new Uint8Array(bytes))
  if (encoding === null) throw new UnreadableFile('notText')
  return { name: file.name, text: textIn(bytes, encoding), encoding, bytes }
}

/**
 * Decodes bytes in a given encoding.
 * @throws UnreadableFile
 */
export function textIn(bytes: ArrayBuffer, encoding: FileEncoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('notText')
  }
}

async function sheetText(file: File): Promise<string> {
  try {
    return tableText(await readSheetFile(file))
  } catch (error) {
    const isLarge = error instanceof SheetError && (error.reason === 'tooLarge' || error.reason === 'tooManyRows')
    throw new UnreadableFile(isLarge ? 'tooLarge' : 'damaged')
  }
}

/**
 * Returns a sheet as comma-separated text: rows of equal width, and dates with the time 00:00:00 where others in their column
 * have a time.
 */
export function tableText(sheet: readonly (readonly string[])[]): string {
  const width = sheet.reduce((most, row) => Math.max(most, row.length), 0)
  const hasTimes = Array.from({ length: width }, (_, at) =>
    sheet.some(row => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(row[at] ?? '')),
  )
  const cellOf = (text: string, at: number): string => {
    const whole = hasTimes[at] && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00:00` : text
    return /[",\r\n]/.test(whole) ? `"${whole.replaceAll('"', '""')}"` : whole
  }
  return sheet.map(row => Array.from({ length: width }, (_, at) => cellOf(row[at] ?? '', at)).join(',')).join('\n')
}

/**
 * Unpacks up to the limit, because a small file may unpack to more than a browser can hold.
 * @throws UnreadableFile
 */
async function unpacked(file: Blob): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for await (const chunk of file.stream().pipeThrough(new DecompressionStream('gzip'))) {
      size += chunk.byteLength
      if (size > MAX_CHARACTERS) throw new UnreadableFile('tooLarge')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged')
  }
  return await new Blob(chunks).arrayBuffer()
}

/** Returns the format whose columns are all in the first line; null when there is none or more than one. */
export function formatOf(text: string, formats: readonly FormatOffer[]): string | null {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? ''
  const header = new Set(
    line
      .replace(/^\ufeff/, '')
      .split(',')
      .map(cell => cell.trim().replace(/^"|"$/g, '')),
  )
  const fitting = formats.filter(format => format.columns.every(column => header.has(column)))
  const [only] = fitting
  return fitting.length === 1 && only ? only.id : null
}

/** Time zone of the sources of a format; a person may choose another. */
export const FORMAT_ZONES: Readonly<Record<string, string>> = {
  'sap-labs': 'Europe/Paris',
  perth: 'Europe/London',
  norway: 'Europe/Oslo',
}
