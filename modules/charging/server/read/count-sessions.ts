import { type Tx, col } from '@wattyard/server-kit'

/** Returns the number of running sessions by station id; stations without one are missing. */
export async function runningSessions(tx: Tx, stationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (stationIds.length === 0) return new Map()
  const rows = await tx.query(
    { station_id: col.uuid, running: col.bigint },
    `select station_id, count(*) as running from charging_order
     where station_id = any($1::uuid[]) and state in ('starting', 'charging', 'stopping') group by station_id`,
    [stationIds],
  )
  return new Map(rows.map(row => [row.station_id, Number(row.running)]))
}

/** Returns which of the tenant's members have ever had an order, in any state. */
export async function membersWithOrders(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    `select k.id from unnest($2::uuid[]) as k(id)
     where exists (select 1 from charging_order o where o.tenant_id = $1 and o.member_id = k.id)`,
    [tx.tenantId, memberIds],
  )
  return new Set(rows.map(row => row.id))
}

/** Returns when members last began to charge, epoch ms; those who never did are absent. */
export async function lastCharges(tx: Tx, memberIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (memberIds.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, at: col.instant },
    `select k.id, o.started_at as at from unnest($2::uuid[]) as k(id)
     cross join lateral (
       select started_at from charging_order where tenant_id = $1 and member_id = k.id
       order by started_at desc limit 1
     ) o`,
    [tx.tenantId, memberIds],
  )
  return new Map(rows.map(row => [row.id, row.at]))
}

/** Returns which of the piles have ever had an order. */
export async function pilesWithHistory(tx: Tx, pileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (pileIds.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    `select k.id from unnest($1::uuid[]) as k(id) where exists (select 1 from charging_order o where o.pile_id = k.id)`,
    [pileIds],
  )
  return new Set(rows.map(row => row.id))
}
