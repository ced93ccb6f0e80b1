import { columnOf, isListKind, type Resource } from '@wattyard/resource'
import type { Database } from '../database/database.ts'
import { forgetInBatches } from '../work/retention.ts'
import { fileFieldsOf } from './attach-files.ts'

const HOUR_MS = 3_600_000
/** What was begun and not continued, or sent and attached to nothing. */
const WAITING_MS = 24 * HOUR_MS
/** Names of removed files, for the history of records. */
const NAMES_MS = 400 * 24 * HOUR_MS
const BATCH = 200

/** Files of a field whose record is gone or no longer names them: records also go by other ways than the generated ones. */
function orphansOf({ name, table }: Resource, key: string, column: string, isList: boolean): string {
  const names = isList ? `f.id = any(r.${column})` : `r.${column} = f.id`
  return `select f.tenant_id, f.id from kernel_file f
    where f.resource = '${name}' and f.field = '${key}' and f.record_id is not null and f.state = 'ready'
      and not exists (select 1 from ${table} r where r.tenant_id = f.tenant_id and r.id = f.record_id and ${names})`
}

/**
 * Clears abandoned uploads, files that no record holds, and names of files removed long ago, in all tenants.
 *
 * @returns how many files went
 */
export async function clearFiles(
  db: Database,
  resources: readonly Resource[],
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const options = { batch: BATCH, ...(signal ? { signal } : {}) }
  const clear = (rows: string, values: readonly unknown[] = []) =>
    forgetInBatches(
      limit =>
        db.platform(tx =>
          tx.execute(
            `delete from kernel_file where (tenant_id, id) in (select tenant_id, id from (${rows}) as gone limit ${limit})`,
            [...values],
          ),
        ),
      options,
    )
  let gone = await clear(
    `select tenant_id, id from kernel_file where record_id is null and state <> 'removed' and touched_at < $1`,
    [new Date(now - WAITING_MS)],
  )
  await clear(`select tenant_id, id from kernel_file where state = 'removed' and touched_at < $1`, [
    new Date(now - NAMES_MS),
  ])
  for (const resource of resources)
    for (const [key, of] of fileFieldsOf(resource))
      gone += await clear(orphansOf(resource, key, columnOf(key, of), isListKind(of)))
  return gone
}
