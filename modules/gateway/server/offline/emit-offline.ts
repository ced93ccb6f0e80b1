import { pileLiveOf } from '@wattyard/assets/contract'
import { pilesByIds, stationsByIds } from '@wattyard/assets/server'
import { type Beat, emit, type Tx, col } from '@wattyard/server-kit'
import { OFFLINE_AFTER_MS } from '../../contract/offline.ts'

/** A pile that has been away longer than this when first noticed is not reported: the product itself was not running. */
const NEWS_FOR_MS = 24 * 3_600_000
const EVERY_MS = 20_000
const BATCH = 1_000

/** A pile has been offline for a while. Key: id of the pile. */
export const PILE_OFFLINE = 'gateway.pile-offline'

export interface PileOffline {
  code: string
  name: string
  stationId: string
  stationName: string
  operatorId: string
  /** Epoch ms. */
  since: number
}

const GONE = {
  tenant_id: col.uuid,
  pile_id: col.uuid,
  since: col.instant,
}

/**
 * Emits `PILE_OFFLINE` once per absence. Reported absences are kept in a table of their own, because rows of pile states are
 * written by the processes that serve piles and must not be locked by others.
 *
 * @returns how many
 */
export async function emitOffline(tx: Tx, now: number): Promise<number> {
  const gone = await tx.query(
    GONE,
    `insert into gateway_offline_told as t (tenant_id, pile_id, since)
     select s.tenant_id, s.pile_id, s.disconnected_at from gateway_pile_state s
     where not s.online and s.disconnected_at <= $1 and s.disconnected_at > $2
       and not exists (select from gateway_offline_told o where o.tenant_id = s.tenant_id and o.pile_id = s.pile_id and o.since >= s.disconnected_at)
     order by s.disconnected_at, s.pile_id limit ${BATCH}
     on conflict (tenant_id, pile_id) do update set since = excluded.since
     returning tenant_id, pile_id, since`,
    [new Date(now - OFFLINE_AFTER_MS), new Date(now - NEWS_FOR_MS)],
  )
  const piles = await pilesByIds(
    tx,
    gone.map(one => one.pile_id),
  )
  const stations = await stationsByIds(
    tx,
    [...piles.values()].map(pile => pile.stationId),
  )
  const events = gone.flatMap(({ tenant_id, pile_id, since }) => {
    const pile = piles.get(pile_id)
    const station = stations.get(pile?.stationId ?? '')
    if (!pile || !station) return []
    const { status } = pile
    if (pileLiveOf('offline', { status, stationStatus: station.status }) !== 'offline') return []
    const { code, name, stationId, operatorId } = pile
    const body: PileOffline = { code, name, stationId, stationName: station.name, operatorId, since }
    return [{ tenantId: tenant_id, topic: PILE_OFFLINE, key: pile_id, body: { ...body } }]
  })
  await emit(tx, events)
  return gone.length
}

export const offlineBeat: Beat = {
  name: 'gateway.tellOffline',
  every_ms: EVERY_MS,
  async run({ db, now, signal }) {
    while (!signal.aborted && (await db.platform(tx => emitOffline(tx, now))) === BATCH);
  },
}
