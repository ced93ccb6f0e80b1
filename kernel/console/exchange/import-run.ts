import { type ImportAnswer, importCall, type ImportedRow } from '@wattyard/resource'
import { api } from '../api/api.ts'
import { decodeText, MAX_SHEET_BYTES, parseCsv, SheetError } from './csv-text.ts'
import { ROWS_PER_CALL } from './mapping.ts'

/** Timeout of one import call; several thousand rows take a while. */
const TIMEOUT_MS = 300_000

/**
 * Sends the rows in calls of at most ROWS_PER_CALL, one after the other, and adds up the reports. A dry run writes nothing.
 * Aborting stops before the next call; committed rows stay, and the report counts them.
 */
export async function sendRows(
  path: string,
  rows: readonly ImportedRow[],
  dryRun: boolean,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ImportAnswer> {
  let report: ImportAnswer = { accepted: 0, refused: 0, rows: [] }
  for (let at = 0; at < rows.length && !signal.aborted; at += ROWS_PER_CALL) {
    const part = rows.slice(at, at + ROWS_PER_CALL)
    const answer = await api.call(
      importCall({ path }),
      { dryRun, rows: part.map(({ line, values }) => ({ line, values })) },
      { signal, timeoutMs: TIMEOUT_MS },
    )
    report = {
      accepted: report.accepted + answer.accepted,
      refused: report.refused + answer.refused,
      rows: [...report.rows, ...answer.rows],
    }
    onProgress(at + part.length)
  }
  return report
}

/**
 * Reads the table in a file by its content: spreadsheets are ZIP files, everything else is read as text.
 * @throws SheetError
 */
export async function readSheetFile(file: File) {
  if (file.size > MAX_SHEET_BYTES) throw new SheetError('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const sheet = isZip ? await (await import('./xlsx-file.ts')).parseXlsx(bytes) : parseCsv(decodeText(bytes))
  if (sheet.length < 2) throw new SheetError('empty')
  return sheet
}
