import { type ImportAnswer, importCall, type ImportedRow } from '@wattyard/resource'
import { api } from '../api/api.ts'
import type { AnyResource } from '../resource/records.ts'
import { decodeText, MAX_SHEET_BYTES, parseCsv, SheetError } from './csv-text.ts'
import { ROWS_PER_CALL } from './mapping.ts'

/** Timeout of one import call; several thousand rows take a while. */
const TIMEOUT_MS = 300_000

/** Rows that are imported together. A person who stops the import waits for these, so they take less than a second. */
const ROWS_PER_PIECE = 250

/**
 * Characters of the rows of one call, at most three bytes each: the server takes 8 MiB. One row is sent by itself, however long.
 */
const MOST_CHARACTERS = 2_500_000

/** How far an import got. */
export interface Run {
  readonly report: ImportAnswer
  /** Rows that were not sent, because the import was stopped or a call failed; those of the failed call come first. */
  readonly unsent: readonly ImportedRow[]
  /** What ended the import before its last row; undefined when a person did, or nobody. */
  readonly error?: unknown
}

/** Returns both reports as one. */
export function addReports(one: ImportAnswer, other: ImportAnswer): ImportAnswer {
  const warnings = [...(one.warnings ?? []), ...(other.warnings ?? [])]
  return {
    accepted: one.accepted + other.accepted,
    refused: one.refused + other.refused,
    rows: [...one.rows, ...other.rows],
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/**
 * Checks the rows without writing anything. Rows are compared with each other within one call, so as many as possible go together.
 * @throws ApiError also when aborted
 */
export async function checkRows(
  path: string,
  rows: readonly ImportedRow[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ImportAnswer> {
  let report: ImportAnswer = { accepted: 0, refused: 0, rows: [] }
  for (let at = 0; at < rows.length; ) {
    const part = pieceAt(rows, at, ROWS_PER_CALL)
    report = addReports(report, await send(path, part, true, signal))
    at += part.length
    onProgress(at)
  }
  return report
}

/**
 * Imports the rows piece by piece. Each piece is written as a whole or not at all. An aborted `stop` lets the piece under way
 * finish, because its request cannot be called back, and sends no further one.
 */
export async function commitRows(
  resource: AnyResource,
  rows: readonly ImportedRow[],
  stop: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Run> {
  const size = rowsPerPiece(resource)
  let report: ImportAnswer = { accepted: 0, refused: 0, rows: [] }
  for (let at = 0; at < rows.length; ) {
    if (stop.aborted) return { report, unsent: rows.slice(at) }
    const part = pieceAt(rows, at, size)
    try {
      report = addReports(report, await send(resource.path, part, false))
    } catch (error) {
      return { report, unsent: rows.slice(at), error }
    }
    at += part.length
    onProgress(at)
  }
  return { report, unsent: [] }
}

/** Returns the rows of the next call: a number of them, and fewer where they are too long for one request. */
function pieceAt(rows: readonly ImportedRow[], at: number, most: number): readonly ImportedRow[] {
  let characters = 0
  let end = at
  while (end < rows.length && end - at < most) {
    characters += JSON.stringify(rows[end]).length
    if (characters > MOST_CHARACTERS && end > at) break
    end += 1
  }
  return rows.slice(at, end)
}

/** Rows of a tree may name parents further down, which the server finds within one call only. */
function rowsPerPiece({ name, fields }: AnyResource): number {
  const isTree = Object.values(fields).some(field => field.of === name)
  return isTree ? ROWS_PER_CALL : ROWS_PER_PIECE
}

async function send(
  path: string,
  rows: readonly ImportedRow[],
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<ImportAnswer> {
  return api.call(
    importCall({ path }),
    { dryRun, rows: rows.map(({ line, values }) => ({ line, values })) },
    { timeoutMs: TIMEOUT_MS, ...(signal ? { signal } : {}) },
  )
}

/** Names that the picker of the import offers. */
const SHEET_NAME = /\.(csv|tsv|txt|xlsx)$/i

/**
 * Reads the table in a file by its content: spreadsheets are ZIP files, everything else is read as text.
 * @throws SheetError
 */
export async function readSheetFile(file: File) {
  // Any text splits into lines and commas, so its name has to say that it is a table; a drop goes past the picker's own filter.
  if (!SHEET_NAME.test(file.name)) throw new SheetError('notASheet')
  if (file.size > MAX_SHEET_BYTES) throw new SheetError('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  // No text has bytes of zero but UTF-16, which says so itself: workbooks of old programs, pictures, damaged files.
  const isText = bytes[0] === 0xff || bytes[0] === 0xfe || !bytes.includes(0)
  if (!isZip && (/\.xlsx$/i.test(file.name) || !isText)) throw new SheetError('notASheet')
  const sheet = isZip ? await (await import('./xlsx-file.ts')).parseXlsx(bytes) : parseCsv(decodeText(bytes))
  if (sheet.length < 2) throw new SheetError('empty')
  return sheet
}
