/** Largest file that a browser may send, unpacked; larger ones go by the command line. */
export const MAX_CHARACTERS = 24 * 1024 * 1024

export type FileProblem = 'tooLarge' | 'notText' | 'damaged'

export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The text of a chosen file, unpacked when it is gzip. @throws UnreadableFile */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > MAX_CHARACTERS * 2) throw new UnreadableFile('tooLarge')
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const bytes = isGzip(head) ? await unpacked(file) : await file.arrayBuffer()
  if (bytes.byteLength > MAX_CHARACTERS) throw new UnreadableFile('tooLarge')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('notText')
  }
}

/** Unpacks no further than the limit: a small file may unpack to more than a browser can hold. */
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

export interface FormatOffer {
  id: string
  columns: readonly string[]
  /** Its times are local and need a zone. */
  localTimes: boolean
}

/** The format whose columns are all in the first line; null when none is or two are. */
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

/** The first lines, for a look before anything is sent. */
export function firstLines(text: string, count: number): string[] {
  return text.slice(0, 50_000).split(/\r?\n/).slice(0, count)
}

/** Zone that sources of a format are from; a person may choose another. */
export const FORMAT_ZONES: Readonly<Record<string, string>> = {
  'sap-labs': 'Europe/Paris',
  perth: 'Europe/London',
  norway: 'Europe/Oslo',
}
