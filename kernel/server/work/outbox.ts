import { col } from '../database/columns.ts'
import { DatabaseAway } from '../database/database-line.ts'
import type { Database } from '../database/database.ts'
import { textList, uuidList } from '../database/column-lists.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../new-id.ts'

export interface OutboxEvent {
  tenantId: string
  /** `module.word-past`, such as `identity.tenant-created`. */
  topic: string
  /** Id of the thing it is about. */
  key: string
  body: Readonly<Record<string, unknown>>
}

const BATCH = 1_000
const MAX_TRIES = 5
/** Sent events are kept this long for support, then removed. */
export const OUTBOX_KEEP_DAYS = 7

/** Writes events to the outbox in the current transaction; they are delivered after its commit. */
export async function emit(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.execute(
    `insert into kernel_outbox (tenant_id, id, topic, key, body)
     select tenant_id, id, topic, key, body::jsonb from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as e(tenant_id, id, topic, key, body)`,
    [
      uuidList(events.map(e => e.tenantId)),
      uuidList(events.map(() => newId())),
      textList(events.map(e => e.topic)),
      textList(events.map(e => e.key)),
      textList(events.map(e => JSON.stringify(e.body, (_k, v: unknown) => (typeof v === 'bigint' ? v.toString() : v)))),
    ],
  )
}

export type OutboxHandler = (tx: Tx, event: OutboxEvent & { id: string }) => Promise<void>

/** Events that nobody listens to are delivered to nobody, all at once: a transaction apiece would cost more than what they tell of. */
async function markSent(db: Database, events: readonly { tenant_id: string; id: string }[]): Promise<void> {
  if (events.length === 0) return
  await db.platform(tx =>
    tx.execute(
      `update kernel_outbox o set sent_at = now() from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
       where o.tenant_id = k.tenant_id and o.id = k.id and o.sent_at is null`,
      [uuidList(events.map(event => event.tenant_id)), uuidList(events.map(event => event.id))],
    ),
  )
}

/**
 * Delivers waiting events, at least once and in order of id. A handler runs in a transaction of
 * the event's tenant together with the mark "sent"; after five failures the event stays with its error.
 *
 * @returns how many were handled
 */
export async function deliverOutbox(
  db: Database,
  handlers: ReadonlyMap<string, readonly OutboxHandler[]>,
): Promise<number> {
  const waiting = await db.platform(tx =>
    tx.query(
      { tenant_id: col.uuid, id: col.uuid, topic: col.text, key: col.text, body: col.json<Record<string, unknown>>() },
      `select tenant_id, id, topic, key, body from kernel_outbox where sent_at is null and tries < ${MAX_TRIES} order by id limit ${BATCH}`,
    ),
  )
  const unheard = waiting.filter(row => !handlers.has(row.topic))
  await markSent(db, unheard)
  for (const row of waiting) {
    if (!handlers.has(row.topic)) continue
    const event = { tenantId: row.tenant_id, id: row.id, topic: row.topic, key: row.key, body: row.body }
    try {
      await db.tenant(row.tenant_id, async tx => {
        const claimed = await tx.execute(
          'update kernel_outbox set sent_at = now() where tenant_id = $1 and id = $2 and sent_at is null',
          [row.tenant_id, row.id],
        )
        if (claimed === 1) for (const handle of handlers.get(row.topic) ?? []) await handle(tx, event)
      })
    } catch (error) {
      // Of the event nothing is known to be wrong.
      if (error instanceof DatabaseAway) throw error
      await db.tenant(row.tenant_id, tx =>
        tx.execute('update kernel_outbox set tries = tries + 1, last_error = $3 where tenant_id = $1 and id = $2', [
          row.tenant_id,
          row.id,
          String(error).slice(0, 500),
        ]),
      )
    }
  }
  return waiting.length
}
