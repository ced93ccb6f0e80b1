import { type Tx, col } from '@wattyard/server-kit'

async function countOf(tx: Tx, text: string, tenantId: string): Promise<number> {
  const [row] = await tx.query({ count: col.bigint }, text, [tenantId])
  return Number(row?.count ?? 0n)
}

/** Returns the number of a tenant's stations, closed ones included, as its limit counts them. */
export const countStations = (tx: Tx, tenantId: string): Promise<number> =>
  countOf(tx, 'select count(*) as count from assets_station where tenant_id = $1', tenantId)

/** Returns the number of a tenant's piles that are not retired, as its limit counts them. */
export const countPiles = (tx: Tx, tenantId: string): Promise<number> =>
  countOf(tx, "select count(*) as count from assets_pile where tenant_id = $1 and status <> 'retired'", tenantId)

/** Returns stations and piles of every tenant, for the platform. Tenants without any are missing. */
export async function assetsByTenant(tx: Tx): Promise<ReadonlyMap<string, { stations: number; piles: number }>> {
  const rows = await tx.query(
    { id: col.uuid, stations: col.integer, piles: col.integer },
    `select tenant_id as id, sum(stations)::int as stations, sum(piles)::int as piles from (
       select tenant_id, count(*) as stations, 0 as piles from assets_station group by tenant_id
       union all select tenant_id, 0, count(*) from assets_pile where status <> 'retired' group by tenant_id) as counted
     group by tenant_id`,
  )
  return new Map(rows.map(({ id, stations, piles }) => [id, { stations, piles }]))
}
