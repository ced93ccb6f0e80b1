import { SHEET_END, SHEET_START, type SheetLine, sheetPath, sheetRow, workbookParts } from '@wattyard/resource'

interface Part {
  readonly name: Uint8Array<ArrayBuffer>
  readonly packed: Uint8Array<ArrayBuffer>
  readonly size: number
  readonly crc: number
}

export interface WrittenSheet {
  readonly name: string
  readonly lines: readonly SheetLine[]
  /** Rules behind the lines, such as lists of allowed values (ECMA-376, 18.3.1.33). */
  readonly rules?: string
}

/** Writes a workbook (ECMA-376) in this browser; the server's `sheetRow` writes the cells. */
export async function writeXlsxFile(sheets: readonly WrittenSheet[]): Promise<Blob> {
  const written = sheets.map(({ lines, rules = '' }, at) => {
    const rows = lines.map((line, index) => sheetRow(line, index + 1)).join('')
    return [sheetPath(at + 1), SHEET_START + rows + SHEET_END.replace('</sheetData>', `</sheetData>${rules}`)] as const
  })
  const parts = [...workbookParts(sheets.map(({ name }) => name)), ...written]
  return zip(await Promise.all(parts.map(async ([path, text]) => pack(path, text))))
}

async function pack(path: string, text: string): Promise<Part> {
  const raw = new TextEncoder().encode(text)
  const packed = new Blob([raw]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return {
    name: new TextEncoder().encode(path),
    packed: new Uint8Array(await new Response(packed).arrayBuffer()),
    size: raw.length,
    crc: crc32(raw),
  }
}

const POLYNOMIAL = 0xedb88320
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1
  return rest
})

/** Returns the CRC-32 of a ZIP entry, as a whole number from 0 to 2³² − 1. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0)
  return (rest ^ 0xffffffff) >>> 0
}

type Number16Or32 = readonly [value: number, bytes: 2 | 4]

/** Returns a little-endian record of a ZIP (APPNOTE 6.3). */
function record(...fields: readonly Number16Or32[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

/** Returns the fields that local and central headers share. Names are UTF-8 (bit 11), method 8 is deflate, 0x21 is 1980-01-01. */
function common({ name, packed, size, crc }: Part): Number16Or32[] {
  return [
    [20, 2],
    [0x0800, 2],
    [8, 2],
    [0, 2],
    [0x21, 2],
    [crc, 4],
    [packed.length, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  ]
}

function zip(parts: readonly Part[]): Blob {
  const files: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const part of parts) {
    const head = record([0x04034b50, 4], ...common(part))
    files.push(head, part.name, part.packed)
    directory.push(
      record([0x02014b50, 4], [20, 2], ...common(part), [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      part.name,
    )
    offset += head.length + part.name.length + part.packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = parts.length
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2])
  return new Blob([...files, ...directory, end], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}
