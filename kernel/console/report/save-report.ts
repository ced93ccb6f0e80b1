import { REPORT_PAPER } from '@wattyard/calls'
import type { SheetLine } from '@wattyard/resource'
import { api } from '../api/api.ts'
import { fileNameOf, saveFile } from '../exchange/download.ts'
import { writeXlsxFile } from '../exchange/write-xlsx.ts'
import { type PaperLook, paperOfReport } from './report-paper.ts'
import { csvOfSheet, sheetOfReport, type ShownReport } from './report-sheet.ts'

export type ReportFormat = 'xlsx' | 'csv' | 'pdf'

/**
 * Saves a report as a file on the person's machine; `name` is without its ending. Spreadsheets are written here, paper is drawn by
 * the server.
 * @throws ApiError
 */
export async function saveReport<R>(
  report: ShownReport<R>,
  format: ReportFormat,
  { name, look }: { readonly name: string; readonly look: PaperLook },
): Promise<void> {
  if (format === 'pdf') {
    const answer = await api.postStream(REPORT_PAPER, paperOfReport(report, look))
    saveFile(fileNameOf(answer.headers.get('content-disposition'), `${name}.pdf`), await answer.blob())
  } else
    saveFile(
      `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')}.${format}`,
      await contentOf(sheetOfReport(report), format, name),
    )
}

async function contentOf(lines: readonly SheetLine[], format: 'xlsx' | 'csv', name: string): Promise<Blob> {
  if (format === 'xlsx') return writeXlsxFile([{ name, lines }])
  return new Blob([csvOfSheet(lines)], { type: 'text/csv;charset=utf-8' })
}
