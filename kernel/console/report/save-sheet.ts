import type { SheetLine } from '@wattyard/resource'
import { saveFile } from '../exchange/download.ts'
import { writeXlsxFile } from '../exchange/write-xlsx.ts'
import { csvOfSheet } from './report-sheet.ts'

/** Saves lines as a file on the person's machine; `name` is without its ending. */
export async function saveSheet(lines: readonly SheetLine[], format: 'csv' | 'xlsx', name: string): Promise<void> {
  const content =
    format === 'xlsx'
      ? await writeXlsxFile([{ name, lines }])
      : new Blob([csvOfSheet(lines)], { type: 'text/csv;charset=utf-8' })
  saveFile(`${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')}.${format}`, content)
}
