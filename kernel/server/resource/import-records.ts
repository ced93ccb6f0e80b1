import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { actorOf, audit, type AuditEntry } from '../audit.ts'
import { DryRun } from '../http/dry-run.ts'
import { flagInput } from '../http/inputs.ts'
import type { Call } from '../http/route.ts'
import { invalid, Refusal, type Saying } from '../refusal.ts'
import { type CellContext, fieldOfHeader, fieldsByHeader, readCell } from './read-cell.ts'
import type { ResourceIndex } from './read-records.ts'
import { referenceResolver, type ReferenceResolver } from './resolve-references.ts'
import type { ServedResource } from './serve-resource.ts'
import { saveRecord, type SaveTogether } from './write-records.ts'

/** Rows of one import call; the console sends larger files in several. */
export const MAX_IMPORT_ROWS = 5_000

export const importInput = z.strictObject({
  dryRun: flagInput,
  /** Zone of local times in the sheet. */
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
  rows: z
    .array(
      z.strictObject({ line: z.number().int().min(1), values: z.record(z.string().max(60), z.string().max(4000)) }),
    )
    .min(1)
    .max(MAX_IMPORT_ROWS),
})
export type ImportInput = z.infer<typeof importInput>

export interface ImportReport {
  accepted: number
  refused: number
  /** What was refused, line by line, and why: by field key, by header when no field is called so. */
  rows: { line: number; fields: Record<string, string> }[]
}

/** A sheet has one column per field, also where the flaw is in a part of it (`location.lng`). */
function columnOfError({ resource }: CellContext, path: string): string {
  const key = path.split('.')[0] ?? path
  return resource.fields[key] ? key : path
}

/** One row of a sheet as the input of a save; empty cells count as left out. */
async function inputOf(
  context: CellContext,
  headers: ReadonlyMap<string, string>,
  resolve: ReferenceResolver,
  values: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const [header, cell] of Object.entries(values)) {
    const key = fieldOfHeader(headers, header)
    const of = key === undefined ? undefined : context.resource.fields[key]
    if (key === undefined || !of) throw invalid({ [header]: { key: 'kernel.field.unknown' } })
    if (of.computed) throw invalid({ [header]: { key: 'kernel.field.computed' } })
    if (key in input) throw invalid({ [header]: { key: 'kernel.field.repeated' } })
    if (cell.trim() === '') continue
    input[key] =
      of.kind === 'ref' || of.kind === 'refs' ? await resolve(key, of, cell.trim()) : readCell(key, of, cell, context)
  }
  return input
}

/**
 * Creates the rows of a spreadsheet as records, each by the same rules as a form. A refused row is
 * named with what is wrong in which column and does not stop the others; a dry run writes nothing.
 */
export async function importRecords(
  call: Call,
  served: ServedResource,
  index: ResourceIndex,
  input: ImportInput,
): Promise<ImportReport> {
  const report: ImportReport = { accepted: 0, refused: 0, rows: [] }
  const context: CellContext = { resource: served.resource, say: call.say, zone: input.zone }
  const headers = fieldsByHeader(context)
  const resolve = referenceResolver(call, index)
  const say = (saying: Saying) => call.say(call.language, saying.key, saying.params)
  const seen = new Set<string>()
  const entries: AuditEntry[] = []
  for (const { line, values } of input.rows) {
    await call.tx.execute('savepoint import_row')
    try {
      const row: Required<SaveTogether> = { seen, entries: [] }
      await saveRecord(call, served, index, await inputOf(context, headers, resolve, values), row)
      entries.push(...row.entries)
      report.accepted++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await call.tx.execute('rollback to savepoint import_row')
      report.refused++
      const fields = error.fields ?? { '*': { key: error.code.replace('.', '.error.'), params: error.params } }
      report.rows.push({
        line,
        fields: Object.fromEntries(
          Object.entries(fields).map(([key, saying]) => [columnOfError(context, key), say(saying)]),
        ),
      })
    }
    await call.tx.execute('release savepoint import_row')
  }
  if (!input.dryRun) await audit(call.tx, actorOf(call), entries)
  if (input.dryRun) throw new DryRun(report)
  return report
}
