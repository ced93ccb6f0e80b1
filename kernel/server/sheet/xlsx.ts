import { crc32, createDeflateRaw } from 'node:zlib'
import { once } from 'node:events'
import type { SheetLine } from './write-sheet.ts'

/**
 * A spreadsheet (ECMA-376, Office Open XML) written as a stream: one sheet of inline strings inside
 * a zip with data descriptors, so that nothing has to be known before the last row.
 */
export async function writeXlsx(
  write: (chunk: Uint8Array) => Promise<void>,
  lines: AsyncIterable<SheetLine>,
): Promise<void> {
  const zip = new ZipWriter(write)
  for (const [name, text] of FIXED) await zip.add(name, one(text))
  await zip.add('xl/worksheets/sheet1.xml', sheet(lines))
  await zip.finish()
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const FIXED: readonly [string, string][] = [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
]

async function* one(text: string) {
  yield text
}

function columnName(index: number): string {
  let name = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  return name
}

// oxlint-disable-next-line no-control-regex -- XML 1.0 forbids these characters
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Readers take `_x0041_` for an escaped letter, so such a text is escaped itself. */
const ESCAPE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g
const escapeXml = (text: string) =>
  text
    .replace(NOT_XML, '')
    .replace(ESCAPE_LIKE, '_x005F_')
    .replace(/[&<>]/g, found => ENTITIES[found] ?? found)
/** Longest text Excel shows in one cell. */
const CELL_LIMIT = 32_767
const DECIMAL = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/

function cell(value: string | number, reference: string): string {
  if (value === '') return ''
  // Decimal texts of at most 15 digits become numbers without passing through one here.
  if (
    typeof value === 'number' ||
    (DECIMAL.test(value) && value.replace(/\D/g, '').length <= 15 && value.includes('.'))
  )
    return `<c r="${reference}"><v>${value}</v></c>`
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, CELL_LIMIT))}</t></is></c>`
}

async function* sheet(lines: AsyncIterable<SheetLine>) {
  yield `${HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`
  let row = 0
  let pending = ''
  for await (const line of lines) {
    row++
    pending += `<row r="${row}">${line.map((value, index) => cell(value, `${columnName(index)}${row}`)).join('')}</row>`
    if (pending.length > 64 * 1024) {
      yield pending
      pending = ''
    }
  }
  yield `${pending}</sheetData></worksheet>`
}

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Zip (APPNOTE 6.3): deflated entries whose sizes follow their data. */
class ZipWriter {
  readonly #write: (chunk: Uint8Array) => Promise<void>
  readonly #entries: Entry[] = []
  #offset = 0

  constructor(write: (chunk: Uint8Array) => Promise<void>) {
    this.#write = write
  }

  async #put(chunk: Uint8Array): Promise<void> {
    this.#offset += chunk.length
    await this.#write(chunk)
  }

  async add(fileName: string, texts: AsyncIterable<string>): Promise<void> {
    const entry: Entry = { name: Buffer.from(fileName), crc: 0, packed: 0, size: 0, offset: this.#offset }
    await this.#put(localHeader(entry.name))
    const deflate = createDeflateRaw({ level: 3 })
    const pump = (async () => {
      for await (const chunk of deflate as AsyncIterable<Buffer>) {
        entry.packed += chunk.length
        await this.#put(chunk)
      }
    })()
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      if (!deflate.write(bytes)) await once(deflate, 'drain')
    }
    deflate.end()
    await pump
    await this.#put(numbers([0x08074b50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]))
    this.#entries.push(entry)
  }

  async finish(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) await this.#put(centralHeader(entry))
    const size = this.#offset - start
    const count = this.#entries.length
    await this.#put(numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [start, 4], [0, 2]))
  }
}

function numbers(...parts: [number, 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of parts)
    at = width === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at)
  return buffer
}

/** Flags: sizes follow the data (bit 3), names are UTF-8 (bit 11); method 8 is deflate. 0x21 is 1980-01-01. */
const COMMON: [number, 2][] = [
  [20, 2],
  [0x0808, 2],
  [8, 2],
  [0, 2],
  [0x21, 2],
]

function localHeader(name: Buffer): Buffer {
  return Buffer.concat([numbers([0x04034b50, 4], ...COMMON, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name])
}

function centralHeader(entry: Entry): Buffer {
  const fixed = numbers(
    [0x02014b50, 4],
    [20, 2],
    ...COMMON,
    [entry.crc, 4],
    [entry.packed, 4],
    [entry.size, 4],
    [entry.name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [entry.offset, 4],
  )
  return Buffer.concat([fixed, entry.name])
}
