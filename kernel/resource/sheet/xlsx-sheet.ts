/** A line of a spreadsheet; decimal text stays text until it is a cell. */
export type SheetLine = readonly (string | number)[]

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Parts of a workbook of one sheet that say nothing of its content: path and text. */
export const WORKBOOK_PARTS: readonly [string, string][] = [
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

/** Path of the sheet in the workbook. */
export const SHEET_PATH = 'xl/worksheets/sheet1.xml'

/** What stands before the first line of a sheet; the first line stays in sight while the others scroll. */
export const SHEET_START = `${HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`

/** What stands after the last line. */
export const SHEET_END = '</sheetData></worksheet>'

/**
 * Returns a line as a row of the sheet; `row` counts from 1. Texts are inline strings, which no program runs as a formula;
 * decimal texts of at most 15 digits become numbers.
 */
export function sheetRow(line: SheetLine, row: number): string {
  return `<row r="${row}">${line.map((value, index) => cell(value, `${columnName(index)}${row}`)).join('')}</row>`
}
