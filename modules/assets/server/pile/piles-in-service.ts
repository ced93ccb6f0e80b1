import type { EvseLayout } from '../../contract/index.ts'
import { type DataScope, type Tx, col } from '@wattyard/server-kit'

/** A pile that is in service. */
export interface ServingPile extends EvseLayout {
  id: string
  code: string
  name: string
  stationId: string
  operatorId: string
}

const IN_SERVICE = `from assets_pile p join assets_station s on s.tenant_id = p.tenant_id and s.id = p.station_id
  where p.tenant_id = $1 and p.status = 'normal' and s.status = 'open'
    and ($2::uuid[] is null or p.station_id = any($2)) and ($3::uuid[] is null or p.operator_id = any($3))`

/**
 * Returns those of some piles that ought to work: their status is normal, their station open, and the caller may see
 * them.
 */
export async function pilesInService(
  tx: Tx,
  tenantId: string,
  scope: DataScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServingPile>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    {
      id: col.uuid,
      code: col.text,
      name: col.text,
      stationId: col.uuid,
      operatorId: col.uuid,
      connectorCount: col.integer,
      connectorsPerEvse: col.integer,
    },
    `select p.id, p.code, p.name, p.station_id as "stationId", p.operator_id as "operatorId",
       p.connector_count as "connectorCount", p.connectors_per_evse as "connectorsPerEvse" ${IN_SERVICE} and p.id = any($4::uuid[])`,
    [tenantId, scope.stations, scope.operators, ids],
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Returns how many piles ought to work, of those the caller may see. */
export async function countPilesInService(tx: Tx, tenantId: string, scope: DataScope): Promise<number> {
  const [row] = await tx.query({ count: col.bigint }, `select count(*) as count ${IN_SERVICE}`, [
    tenantId,
    scope.stations,
    scope.operators,
  ])
  return Number(row?.count ?? 0n)
}
