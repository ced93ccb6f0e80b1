import { col } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { firstIdAt } from '../new-id.ts'
import type { Tx } from '../database/tx.ts'
import { eachByItself } from './each-by-itself.ts'
import type { ScheduledJob } from './jobs.ts'
import { OUTBOX_KEEP_DAYS } from './outbox.ts'

const DAY_MS = 86_400_000
/** Rows of one transaction, so that nobody waits long for a lock and the log of the database stays small. */
const BATCH = 2_000
/** Batches of one run: a long neglected table is emptied over several runs and does not hold the job for hours. */
const MAX_BATCHES = 200
/**
 * Answers of commands are kept this long for retries (peers promise a day). Money has keys of its own in the ledger, which
 * stay for ever.
 */
export const IDEMPOTENCY_KEEP_DAYS = 7

/** Runs `forget(limit)` until it finds fewer rows than it may delete; answers how many it deleted. */
export async function forgetInBatches(
  forget: (limit: number) => Promise<number>,
  { signal, batch = BATCH, batches = MAX_BATCHES }: { signal?: AbortSignal; batch?: number; batches?: number } = {},
): Promise<number> {
  let gone = 0
  for (let i = 0; i < batches && !signal?.aborted; i++) {
    const deleted = await forget(batch)
    gone += deleted
    if (deleted < batch) break
  }
  return gone
}

/** Tenants that have rows in a table, found by leaping through its key, so that no row in between is read. */
async function tenantsWithRows(db: Database, table: string): Promise<string[]> {
  const rows = await db.platform(
    tx =>
      tx.query(
        { tenant_id: col.uuid },
        `with recursive t as (
           (select tenant_id from ${table} order by tenant_id limit 1)
           union all
           select (select x.tenant_id from ${table} x where x.tenant_id > t.tenant_id order by x.tenant_id limit 1) from t where t.tenant_id is not null
         ) select tenant_id from t where tenant_id is not null`,
      ),
    { readOnly: true },
  )
  return rows.map(row => row.tenant_id)
}

/**
 * Runs `forget` in each tenant that has rows in a table, a batch to a transaction; a tenant in which it throws does not keep
 * the rows of the others.
 *
 * @returns how many rows went
 * @throws AggregateError when it threw in some, after the others
 */
export async function forgetByTenant(
  db: Database,
  table: string,
  forget: (tx: Tx, tenantId: string, limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  const until = signal ? { signal } : {}
  let gone = 0
  await eachByItself(
    await tenantsWithRows(db, table),
    async tenantId => {
      gone += await forgetInBatches(limit => db.tenant(tenantId, tx => forget(tx, tenantId, limit)), until)
    },
    until,
  )
  return gone
}

/**
 * Removes outbox events that were sent long ago; those that could not be sent stay for a person. Ids ascend with time, so
 * the key finds the oldest of a tenant: an index by time would cost every event one entry more.
 */
export function forgetSentEvents(db: Database, before: number, signal?: AbortSignal): Promise<number> {
  return forgetByTenant(
    db,
    'kernel_outbox',
    (tx, tenantId, limit) =>
      tx.execute(
        `delete from kernel_outbox where tenant_id = $1 and id in (
           select id from kernel_outbox where tenant_id = $1 and id < $2 and sent_at < $3 order by id limit ${limit})`,
        [tenantId, firstIdAt(before), new Date(before)],
      ),
    signal,
  )
}

/** Removes stored answers that no retry will ask for any more. */
export function forgetAnswers(db: Database, before: number, signal?: AbortSignal): Promise<number> {
  return forgetInBatches(
    limit =>
      db.platform(tx =>
        tx.execute(
          `delete from kernel_idempotency where (tenant_id, key) in (
             select tenant_id, key from kernel_idempotency where created_at < $1 order by created_at limit ${limit})`,
          [new Date(before)],
        ),
      ),
    signal ? { signal } : {},
  )
}

/** What the kernel itself forgets. The audit is not among it: nobody removes what people did. */
export const retentionJob: ScheduledJob = {
  name: 'kernel.forget',
  cron: '50 * * * *',
  lease_ms: 600_000,
  async run({ db, now, signal }) {
    const gone = { events: 0, answers: 0 }
    const forget = {
      events: () => forgetSentEvents(db, now - OUTBOX_KEEP_DAYS * DAY_MS, signal),
      answers: () => forgetAnswers(db, now - IDEMPOTENCY_KEEP_DAYS * DAY_MS, signal),
    }
    await eachByItself(['events', 'answers'] as const, async kind => (gone[kind] = await forget[kind]()), { signal })
    return `events: ${gone.events}, answers: ${gone.answers}`
  },
}
