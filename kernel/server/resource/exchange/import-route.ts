import type { Caller } from '../../caller.ts'
import type { Tx } from '../../database/tx.ts'
import { explainDatabaseError } from '../../http/explain-database-error.ts'
import { type Call, type RawCall, type Route, route } from '../../http/route.ts'
import { whenOver } from '../../http/when-over.ts'
import { Refusal } from '../../refusal.ts'
import { importAnswer } from '../answers.ts'
import type { ResourceIndex } from '../read-records.ts'
import { mustChange } from '../scope.ts'
import type { ServedResource } from '../served.ts'
import {
  type ImportInput,
  importInput,
  importRecords,
  type ImportReport,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
} from './import-records.ts'
import { parentsFirst } from './parents-first.ts'
import { fieldsByHeader } from './read-cell.ts'
import { type RepeatedRows, repeatedRows } from './repeated-rows.ts'

/** Rows of one transaction: what writers share is locked for less than a second. */
const ROWS_PER_PIECE = 250
/** How often it is asked whether the caller still may. */
const ASK_EVERY_MS = 1_000

/** The route that imports rows of a sheet, or only checks them. */
export function importRoute(served: ServedResource, index: ResourceIndex): Route {
  const { resource } = served
  return route({
    method: 'POST',
    path: `/api/${resource.path}/import`,
    access: `${resource.name}:import` as `${string}.${string}:${string}`, // derived names have this shape
    input: importInput,
    output: importAnswer,
    work: 'raw',
    bodyLimit: 8 * 1024 * 1024,
    members: MAX_IMPORT_ROWS * MAX_IMPORT_COLUMNS,
    summary: `${resource.name} import`,
    handle: call =>
      whileWanted(call, mustGoOn => {
        const run = (input: ImportInput, before?: RepeatedRows): Promise<ImportReport> =>
          call.write((tx, caller) => {
            mustChange(caller, resource)
            return importRecords(inTransaction(call, tx, caller), served, index, input, mustGoOn, before)
          })
        return call.input.dryRun ? run(call.input) : inPieces(call, served, run)
      }),
  })
}

const inTransaction = (call: RawCall<ImportInput>, tx: Tx, caller: Caller): Call<ImportInput> => ({
  ...call,
  tx,
  caller,
})

/**
 * Writes the rows piece by piece, each as a whole. Rows of a piece that could not be written, and those behind it, are told as
 * refused, with the reason: those before are there.
 *
 * @throws Refusal of the first piece, and when the caller was shut out
 */
async function inPieces(
  call: RawCall<ImportInput>,
  { resource }: ServedResource,
  run: (input: ImportInput, before: RepeatedRows) => Promise<ImportReport>,
): Promise<ImportReport> {
  const headers = fieldsByHeader({ resource, translate: call.translate })
  const rows = parentsFirst(resource, headers, call.input.rows)
  const before = repeatedRows(resource, headers)
  const report: ImportReport = { accepted: 0, refused: 0, rows: [] }
  const warnings: ImportReport['rows'] = []
  for (let at = 0; at < rows.length; at += ROWS_PER_PIECE) {
    try {
      const piece = await run({ ...call.input, rows: rows.slice(at, at + ROWS_PER_PIECE) }, before)
      report.accepted += piece.accepted
      report.refused += piece.refused
      report.rows.push(...piece.rows)
      warnings.push(...(piece.warnings ?? []))
    } catch (error) {
      const refusal = error instanceof Refusal ? error : explainDatabaseError(error)
      if (at === 0 || !refusal || refusal.status === 401 || refusal.status === 403) throw error
      const said = call.translate(call.language, refusal.code.replace('.', '.error.'), refusal.params)
      const left = rows.slice(at)
      report.refused += left.length
      report.rows.push(...left.map(({ line }) => ({ line, fields: { '*': said } })))
      break
    }
  }
  report.rows.sort((a, b) => a.line - b.line)
  if (warnings.length > 0) report.warnings = warnings.toSorted((a, b) => a.line - b.line)
  return report
}

/** Runs work whose steps end as soon as the caller's connection is gone, or the caller may no longer. */
async function whileWanted<T>(
  { request, reply, mustStillMay }: Pick<RawCall, 'request' | 'reply' | 'mustStillMay'>,
  work: (mustGoOn: () => void) => Promise<T>,
): Promise<T> {
  let ended: Refusal | null = null
  const forget = whenOver(request, reply, () => {
    ended ??= new Refusal('kernel.busy', { status: 503 }) // nobody reads it
  })
  let isAsking = false
  const ask = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    try {
      await mustStillMay()
    } catch (error) {
      // A database that is away, or busy, says nothing about the caller.
      if (error instanceof Refusal && (error.status === 401 || error.status === 403)) ended ??= error
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void ask(), ASK_EVERY_MS).unref()
  try {
    return await work(() => {
      if (ended) throw ended
    })
  } finally {
    clearInterval(timer)
    forget()
  }
}
