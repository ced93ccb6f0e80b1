import { type Caller, instantList, may, scoped, type Tx, uuidList, col } from '@wattyard/server-kit'
import { order } from '../../contract/order.ts'

/**
 * Returns how many orders of each tenant began at or after its own moment; tenants without any are missing. For the
 * platform.
 */
export async function ordersSince(tx: Tx, moments: ReadonlyMap<string, Date>): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query(
    { id: col.uuid, count: col.bigint },
    `select k.id, o.count from unnest($1::uuid[], $2::timestamptz[]) as k(id, since)
     cross join lateral (select count(*) as count from charging_order where tenant_id = k.id and started_at >= k.since) as o`,
    [uuidList([...moments.keys()]), instantList([...moments.values()].map(moment => moment.getTime()))],
  )
  return new Map(rows.filter(({ count }) => count > 0n).map(({ id, count }) => [id, Number(count)]))
}

/** Returns how many orders that began at or after an instant a caller sees; null when they may not read orders. */
export async function ordersSeenBy(tx: Tx, caller: Caller, since: Date): Promise<number | null> {
  if (!may(caller, 'charging.order:read')) return null
  const where = scoped(caller, order)
  where.add(`started_at >= ${where.value(since)}`)
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from charging_order where ${where.text}`,
    where.values,
  )
  return Number(row?.count ?? 0n)
}

/** Returns the instant of the first order at each of the stations that began at or after one, epoch ms; none, no entry. */
export async function firstOrdersAt(
  tx: Tx,
  { tenantId, stationIds, since }: { tenantId: string; stationIds: readonly string[]; since: number },
): Promise<ReadonlyMap<string, number>> {
  if (stationIds.length === 0) return new Map()
  const rows = await tx.query(
    { station_id: col.uuid, first: col.instant },
    `select station_id, min(started_at) as first from charging_order
     where tenant_id = $1 and station_id = any($2::uuid[]) and started_at >= $3 group by station_id`,
    [tenantId, uuidList(stationIds), new Date(since)],
  )
  return new Map(rows.map(({ station_id, first }) => [station_id, first]))
}
