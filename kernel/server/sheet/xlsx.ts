import { SHEET_END, SHEET_START, type SheetLine, sheetPath, sheetRow, workbookParts } from '@wattyard/resource'
import { ZipWriter } from './zip-writer.ts'

const BUFFER = 64 * 1024

/**
 * A spreadsheet (ECMA-376, Office Open XML) written as a stream: one sheet of inline strings inside
 * a zip with data descriptors, so that nothing has to be known before the last row.
 */
export async function writeXlsx(
  write: (chunk: Uint8Array) => Promise<void>,
  lines: AsyncIterable<SheetLine>,
  title: string,
): Promise<void> {
  const zip = new ZipWriter(write)
  for (const [name, text] of workbookParts([title])) await zip.add(name, one(text))
  await zip.add(sheetPath(1), sheet(lines))
  await zip.finish()
}

async function* one(text: string) {
  yield text
}

async function* sheet(lines: AsyncIterable<SheetLine>) {
  yield SHEET_START
  let row = 0
  let pending = ''
  for await (const line of lines) {
    row++
    pending += sheetRow(line, row)
    if (pending.length > BUFFER) {
      yield pending
      pending = ''
    }
  }
  yield pending + SHEET_END
}
