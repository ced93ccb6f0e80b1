import { columnOf, type Field, fileRule, holdsFiles, type Resource } from '@wattyard/resource'
import type { Tx } from '../database/tx.ts'
import { invalid, type MessageRef } from '../refusal.ts'
import type { Call } from '../http/route.ts'
import { type FileRow, fileRows } from './file-rows.ts'

type Values = Readonly<Record<string, unknown>>

export const fileFieldsOf = ({ fields }: Pick<Resource, 'fields'>): [string, Field][] =>
  Object.entries(fields).filter(([, of]) => holdsFiles(of))

const idsIn = (value: unknown): string[] => [value].flat().filter(one => typeof one === 'string')

/** Whether the caller may put a file into a field of a record: it is there already, or theirs, for this field, and held by nobody. */
function mayHold(row: FileRow, resource: Resource, key: string, recordId: string, userId: string): boolean {
  if (row.state !== 'ready' || row.resource !== resource.name || row.field !== key) return false
  return row.record_id === null ? row.sent_by === userId : row.record_id === recordId
}

/**
 * Makes sure that every file of an input may stand where it is put. A file of somebody else's reads like a missing one.
 *
 * @throws Refusal `kernel.invalid`
 */
export async function checkFiles(call: Call, resource: Resource, recordId: string, input: Values): Promise<void> {
  const wrong: Record<string, MessageRef> = {}
  for (const [key, of] of fileFieldsOf(resource)) {
    const ids = idsIn(input[key])
    if (ids.length === 0) continue
    const rule = fileRule(of)
    const rows = await fileRows(call.tx, call.caller.tenantId, ids)
    const fit = rows.filter(row => mayHold(row, resource, key, recordId, call.caller.userId))
    if (fit.length !== ids.length) wrong[key] = { key: 'kernel.field.noSuchFile' }
    else if (fit.some(row => row.type === null || !rule.types.includes(row.type)))
      wrong[key] = { key: 'kernel.field.notOneOf' }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** Forgets the bytes of files; their names stay, because the history of records speaks of them. */
async function removeFiles(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute('delete from kernel_file_part where tenant_id = $1 and file_id = any($2::uuid[])', [tenantId, ids])
  await tx.execute(
    `update kernel_file set state = 'removed', thumbnail_bytes = 0, touched_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, ids],
  )
}

/**
 * After a record was written: it holds the files that its fields name now, and those that they name no longer go.
 *
 * @throws Refusal `kernel.invalid` when another record took a file at the same moment
 */
export async function holdFiles(
  tx: Tx,
  tenantId: string,
  resource: Resource,
  { before, after, id }: { before: Values | null; after: Values; id: string },
): Promise<void> {
  for (const [key, of] of fileFieldsOf(resource)) {
    const column = columnOf(key, of)
    const [old, now] = [idsIn(before?.[column]), idsIn(after[column])]
    const added = now.filter(one => !old.includes(one))
    if (added.length > 0) {
      const held = await tx.execute(
        `update kernel_file set record_id = $4 where tenant_id = $1 and id = any($2::uuid[]) and resource = $3
           and state = 'ready' and (record_id is null or record_id = $4)`,
        [tenantId, added, resource.name, id],
      )
      if (held !== added.length) throw invalid({ [key]: { key: 'kernel.field.noSuchFile' } })
    }
    await removeFiles(
      tx,
      tenantId,
      old.filter(one => !now.includes(one)),
    )
  }
}

/** After records were deleted: their files go with them. */
export async function dropFilesOf(
  tx: Tx,
  tenantId: string,
  resource: Resource,
  rows: readonly Values[],
): Promise<void> {
  const ids = fileFieldsOf(resource).flatMap(([key, of]) => rows.flatMap(row => idsIn(row[columnOf(key, of)])))
  await removeFiles(tx, tenantId, ids)
}
