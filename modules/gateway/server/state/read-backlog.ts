import { type Tx, col } from '@wattyard/server-kit'

/** Counting stops here; the exact number beyond it does not matter. */
const MAX_COUNTED = 1_000

/**
 * Frames received before an instant that have not become facts: those beyond the consumer's cursor, and dead letters. Closing a
 * day needs it. Counts are capped.
 */
export async function backlogOf(
  tx: Tx,
  { tenantId, consumer, from, to }: { tenantId: string; consumer: string; from: number | null; to: number },
): Promise<{ waiting: number; deadLetters: number }> {
  const [waiting] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from (
       select 1 from gateway_stream s
       left join gateway_cursor c on c.stream = s.stream and c.consumer = $1
       join gateway_frame f on f.stream = s.stream and f.seq > coalesce(c.seq, 0)
       where f.tenant_id = $2 and f.direction = 'in' and f.problem is null and f.received_at < $3 limit ${MAX_COUNTED}
     ) waiting`,
    [consumer, tenantId, new Date(to)],
  )
  const [dead] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from (
       select 1 from gateway_frame where tenant_id = $1 and problem like 'consumer:%' and received_at < $2
         and ($3::timestamptz is null or received_at >= $3) limit ${MAX_COUNTED}
     ) dead`,
    [tenantId, new Date(to), from === null ? null : new Date(from)],
  )
  return { waiting: Number(waiting?.count ?? 0n), deadLetters: Number(dead?.count ?? 0n) }
}
/** Unknown stations that wait to be approved or refused. Capped. */
export async function waitingPiles(tx: Tx, tenantId: string): Promise<{ count: number; oldest: number | null }> {
  const [row] = await tx.query(
    { count: col.bigint, oldest: col.instant.orNull },
    `select count(*) as count, min(created_at) as oldest from (
       select created_at from gateway_pending_pile where tenant_id = $1 and state = 'waiting' limit ${MAX_COUNTED}
     ) waiting`,
    [tenantId],
  )
  return { count: Number(row?.count ?? 0n), oldest: row?.oldest ?? null }
}
