import { type Pile, pilesByIdentity, pilesByIds, stationZones } from '@wattyard/assets/server'
import { type EvseLayout, pile } from '@wattyard/assets/contract'
import { deletedTenants } from '@wattyard/identity/server'
import { type Caller, Refusal, rowsInScope, type Tx } from '@wattyard/server-kit'
import { offsetMsAt } from '@wattyard/time'

/** What the gateway needs to know of a pile; the assets module owns it. */
export interface PileInfo extends EvseLayout {
  tenantId: string
  pileId: string
  stationId: string
  identity: string
  modelId: string | null
  /** Minutes east of UTC at the station today, for piles that send local time. */
  utcOffset_min: number
}

async function infosOf(tx: Tx, piles: readonly Pile[]): Promise<Map<string, PileInfo>> {
  const zones = await stationZones(
    tx,
    piles.map(one => one.stationId),
  )
  const now = Date.now()
  return new Map(
    piles.map(({ id, tenantId, stationId, identity, modelId, connectorCount, connectorsPerEvse }) => {
      const utcOffset_min = offsetMsAt(now, zones.get(stationId) ?? 'UTC') / 60_000
      const layout = { connectorCount, connectorsPerEvse }
      return [id, { tenantId, pileId: id, stationId, identity, modelId, utcOffset_min, ...layout }]
    }),
  )
}

/** Piles that may connect under these identities, by pile id; not retired piles, nor those of deleted tenants. */
export async function pilesToAdmit(tx: Tx, identities: readonly string[]): Promise<Map<string, PileInfo>> {
  const piles = [...(await pilesByIdentity(tx, identities)).values()].filter(one => one.status !== 'retired')
  const gone = await deletedTenants(
    tx,
    piles.map(one => one.tenantId),
  )
  return infosOf(
    tx,
    piles.filter(one => !gone.has(one.tenantId)),
  )
}

export async function pileInfos(tx: Tx, pileIds: readonly string[]): Promise<Map<string, PileInfo>> {
  return infosOf(tx, [...(await pilesByIds(tx, pileIds)).values()])
}

/**
 * Piles by id inside the caller's scope; every id asked for must exist.
 *
 * @throws Refusal `kernel.notFound` when one is missing or out of scope
 */
export async function visiblePiles(
  tx: Tx,
  caller: Caller,
  pileIds: readonly string[],
): Promise<{ pileId: string; stationId: string }[]> {
  const ids = [...new Set(pileIds)]
  const rows = await rowsInScope(tx, caller, pile, ids)
  if (rows.length !== ids.length) throw new Refusal('kernel.notFound', { status: 404 })
  return rows.map(row => ({ pileId: row.id, stationId: row.station_id }))
}
