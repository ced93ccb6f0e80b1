import type { SheetLine } from './write-sheet.ts'
import { ZipWriter } from './zip-writer.ts'

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
