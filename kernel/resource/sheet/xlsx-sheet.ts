/** What a cell is besides text and number; `text` is what a person reads, dates as `YYYY-MM-DD`, times on the reader's clock. */
export interface TypedCell {
  readonly text: string
  readonly as: 'text' | 'number' | 'day' | 'instant' | 'month' | 'time'
}

/** A line of a spreadsheet; decimal text stays text until it is a cell. */
export type SheetLine = readonly (string | number | TypedCell)[]

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Number formats by what a cell is; the place in this list is the style of the cell. */
const FORMATS = [
  'General',
  'yyyy-mm-dd',
  'yyyy-mm-dd hh:mm:ss',
  'yyyy-mm',
  'hh:mm',
  '0',
  '0.0',
  '0.00',
  '0.000',
  '0.0000',
  '0.00000',
  '0.000000',
  '@',
] as const
const styleOf = (format: (typeof FORMATS)[number]): number => FORMATS.indexOf(format)
/** Style of the first line: bold. */
const BOLD = FORMATS.length
const FIRST_FORMAT_ID = 164

const STYLES = `${HEAD}<styleSheet xmlns="${SHEET}"><numFmts count="${FORMATS.length}">${FORMATS.map(
  (format, at) => `<numFmt numFmtId="${FIRST_FORMAT_ID + at}" formatCode="${format}"/>`,
).join(
  '',
)}</numFmts><fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS.length + 1}">${FORMATS.map(
  (_format, at) => `<xf numFmtId="${FIRST_FORMAT_ID + at}" applyNumberFormat="1"/>`,
).join('')}<xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`

/** Returns a name that a sheet may have: at most 31 characters, without the signs that formulas use. */
export function sheetName(name: string): string {
  const plain = name
    .replaceAll(/[[\]:*?/\\\p{Cc}]+/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
  return Array.from(plain).slice(0, 31).join('').trim() || 'Sheet1'
}

/** Path of a sheet in the workbook, from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** Returns the parts of a workbook besides its sheets, as path and text; `names` are those of the sheets. */
export function workbookParts(names: readonly string[]): readonly (readonly [string, string])[] {
  const each = (one: (number: number, name: string) => string): string =>
    names.map((name, at) => one(at + 1, escapeXml(sheetName(name)).replaceAll('"', '&quot;'))).join('')
  const types = each(number => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`)
  const sheets = each((number, name) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
  const links = each(
    number => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${RELS}">${links}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
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

const DAY_MS = 86_400_000
/** Day 0 of spreadsheets. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** Returns the number that a spreadsheet stores for a day or moment; null for a text of another form. */
function serialOf(text: string): number | null {
  const [, day = '', clock = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/.exec(text) ?? []
  const at = Date.parse(`${day}T${clock}Z`)
  return Number.isNaN(at) ? null : (at - DAY_ZERO) / DAY_MS
}

const decimalsOf = (text: string): number => text.length - (text.includes('.') ? text.indexOf('.') + 1 : text.length)
/** Digits that a spreadsheet keeps of a number. */
const MOST_DIGITS = 15

/** Returns the stored number and the style of a typed cell; null when it can only be text. */
function numberOf({ text, as }: TypedCell): readonly [value: string | number, style: number] | null {
  const serial = serialOf(as === 'month' ? `${text}-01` : text)
  switch (as) {
    case 'number': {
      const format = FORMATS[styleOf('0') + decimalsOf(text)]
      const fits = /^-?\d+(\.\d{1,6})?$/.test(text) && text.replace(/\D/g, '').length <= MOST_DIGITS
      return fits && format ? [text, styleOf(format)] : null
    }
    case 'day':
      return serial === null ? null : [serial, styleOf('yyyy-mm-dd')]
    case 'instant':
      return serial === null ? null : [serial, styleOf('yyyy-mm-dd hh:mm:ss')]
    case 'month':
      return serial === null ? null : [serial, styleOf('yyyy-mm')]
    case 'time': {
      const minutes = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
      return minutes ? [(Number(minutes[1]) * 60 + Number(minutes[2])) / 1440, styleOf('hh:mm')] : null
    }
    case 'text':
      return null
  }
}

const textCell = (text: string, reference: string, style: string): string =>
  `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, CELL_LIMIT))}</t></is></c>`

function cell(value: string | number | TypedCell, reference: string, style: number | null): string {
  if (value === '' || (typeof value === 'object' && value.text === '')) return ''
  const styled = style === null ? '' : ` s="${style}"`
  if (typeof value === 'object') {
    const number = numberOf(value)
    return number
      ? `<c r="${reference}" s="${number[1]}"><v>${number[0]}</v></c>`
      : textCell(value.text, reference, styled)
  }
  // Decimal texts of at most 15 digits become numbers without passing through one here.
  if (
    typeof value === 'number' ||
    (DECIMAL.test(value) && value.replace(/\D/g, '').length <= MOST_DIGITS && value.includes('.'))
  )
    return `<c r="${reference}"${styled}><v>${value}</v></c>`
  return textCell(value, reference, styled)
}

/**
 * What stands before the first line of a sheet; the first line stays in sight while the others scroll. Columns are wide enough for
 * a moment, which spreadsheets otherwise show as `####`.
 */
export const SHEET_START = `${HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>`

/** What stands after the last line. */
export const SHEET_END = '</sheetData></worksheet>'

/**
 * Returns a line as a row of the sheet; `row` counts from 1, and the first is bold. Texts are inline strings, which no program
 * runs as a formula; decimal texts of at most 15 digits become numbers, typed cells what they say.
 */
export function sheetRow(line: SheetLine, row: number): string {
  const style = row === 1 ? BOLD : null
  return `<row r="${row}">${line.map((value, index) => cell(value, `${columnName(index)}${row}`, style)).join('')}</row>`
}
