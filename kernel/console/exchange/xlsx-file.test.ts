import { expect, test } from 'vitest'
import { SheetError } from './csv-text.ts'
import { parseXlsx, plainNumber, serialToText } from './xlsx-file.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const join = async (parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Blob([...parts]).arrayBuffer())

/** Returns a little-endian record from pairs of size and value. */
function record(...fields: [2 | 4, number][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)))
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

/** Returns a ZIP file with deflated parts, as spreadsheet programs write it. */
async function zip(parts: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const local: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [path, text] of Object.entries(parts)) {
    const [name, raw] = [bytes(path), bytes(text)]
    const packed = new Uint8Array(
      await new Response(new Blob([raw]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
    )
    const common: [2 | 4, number][] = [
      [2, 20],
      [2, 0],
      [2, 8],
      [4, 0],
      [4, 0],
      [4, packed.length],
      [4, raw.length],
      [2, name.length],
      [2, 0],
    ]
    local.push(record([4, 0x04034b50], ...common), name, packed)
    directory.push(record([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name)
    offset += 30 + name.length + packed.length
  }
  const entries = await join(directory)
  const count = Object.keys(parts).length
  return join([
    ...local,
    entries,
    record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, entries.length], [4, offset], [2, 0]),
  ])
}

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`
const SHEET = `<worksheet><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve"> A &amp; B</t></is></c><c r="B2" s="1"><v>47880</v></c><c r="C2" s="2"><v>47880.5</v></c><c r="D2" s="3"><v>12.5</v></c></row>
<row r="3"></row>
<row r="4"><c r="A4"><v>0.30000000000000004</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="str"><f>A4</f><v>result</v></c><c r="D4" t="e"><v>#N/A</v></c><c r="E4"/></row>
</sheetData></worksheet>`
const SHARED =
  '<sst><si><t>编号</t></si><si><r><t>名</t></r><r><t>称</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si></sst>'

test('the first sheet as texts', async () => {
  const file = await zip({
    'xl/worksheets/sheet10.xml': '<row><c><v>9</v></c></row>',
    'xl/worksheets/sheet1.xml': SHEET,
    'xl/sharedStrings.xml': SHARED,
    'xl/styles.xml': STYLES,
  })
  expect(await parseXlsx(file)).toEqual([
    ['编号', '', '名称'],
    [' A & B', '2031-02-01', '2031-02-01 12:00:00', '12.5'],
    ['0.3', 'true', 'result', '', ''],
  ])
})

test('a file that is not a spreadsheet is refused', async () => {
  for (const wrong of [new Uint8Array(), new Uint8Array(100), bytes('PK but no zip at all, really not')])
    await expect(parseXlsx(wrong)).rejects.toThrow(SheetError)
  await expect(parseXlsx(await zip({ 'word/document.xml': '' }))).rejects.toThrow(SheetError)
})

test('dates and numbers', () => {
  expect(serialToText(1)).toBe('1899-12-31')
  expect(serialToText(47_880.999_99)).toBe('2031-02-01 23:59:59')
  expect(plainNumber('1.2E-3')).toBe('0.0012')
  expect(plainNumber('12345678901234567890')).toBe('12345678901234567890')
  expect(plainNumber('4.4000000000000004')).toBe('4.4')
})
