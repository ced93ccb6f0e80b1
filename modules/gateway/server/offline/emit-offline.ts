import { pileLiveOf } from '@wattyard/assets/contract'
import { type Pile, pilesByIds, type Station, stationsByIds } from '@wattyard/assets/server'
import { type Beat, col, emit, type Tx, uuidList } from '@wattyard/server-kit'
import { OFFLINE_AFTER_MS } from '../../contract/offline.ts'

/** A pile that has been away longer than this when first noticed is not reported: the product itself was not running. */
const NEWS_FOR_MS = 24 * 3_600_000
const EVERY_MS = 20_000
const BATCH = 1_000

/** A pile has been offline for a while. Key: id of the pile. */
export const PILE_OFFLINE = 'gateway.pile-offline'
/** A pile that was told of is back, or no longer in service. Key: id of the pile. */
export const PILE_OFFLINE_OVER = 'gateway.pile-offline-over'

export interface PileOffline {
  code: string
  name: string
  stationId: string
  stationName: string
  operatorId: string
  /** Epoch ms. */
  since: number
}

/** Returns whether a pile that is not connected counts as offline: it is in service. */
const countsAsOffline = (pile: Pile, station: Station): boolean =>
  pileLiveOf('offline', { status: pile.status, stationStatus: station.status }) === 'offline'

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
     on conflict (tenant_id, pile_id) do update set since = excluded.since, over = false
     returning tenant_id, pile_id, since`,
    [new Date(now - OFFLINE_AFTER_MS), new Date(now - NEWS_FOR_MS)],
  )
  const { piles, stations } = await placesOf(
    tx,
    gone.map(one => one.pile_id),
  )
  const events = gone.flatMap(({ tenant_id, pile_id, since }) => {
    const pile = piles.get(pile_id)
    const station = stations.get(pile?.stationId ?? '')
    if (!pile || !station) return []
    if (!countsAsOffline(pile, station)) return []
    const { code, name, stationId, operatorId } = pile
    const body: PileOffline = { code, name, stationId, stationName: station.name, operatorId, since }
    return [{ tenantId: tenant_id, topic: PILE_OFFLINE, key: pile_id, body: { ...body } }]
  })
  await emit(tx, events)
  return gone.length
}

/** The pile has been connected since it was told of. */
const IS_BACK = `not exists (select from gateway_pile_state s where s.tenant_id = t.tenant_id and s.pile_id = t.pile_id
  and not s.online and s.disconnected_at <= t.since)`

/**
 * Emits `PILE_OFFLINE_OVER` for absences that were told of and are over: the pile is or was connected since, was taken out of
 * service, or was removed.
 *
 * @returns how many
 */
export async function emitOfflineOver(tx: Tx): Promise<number> {
  const told = await tx.query(
    { tenant_id: col.uuid, pile_id: col.uuid, is_back: col.boolean },
    `select t.tenant_id, t.pile_id, ${IS_BACK} as is_back from gateway_offline_told t where not t.over order by t.tenant_id, t.pile_id`,
  )
  const { piles, stations } = await placesOf(
    tx,
    told.map(one => one.pile_id),
  )
  const over = told.filter(({ pile_id, is_back }) => {
    const pile = piles.get(pile_id)
    const station = stations.get(pile?.stationId ?? '')
    return is_back || !pile || !station || !countsAsOffline(pile, station)
  })
  if (over.length === 0) return 0
  await tx.execute(
    `update gateway_offline_told t set over = true from unnest($1::uuid[], $2::uuid[]) as o(tenant_id, pile_id)
     where t.tenant_id = o.tenant_id and t.pile_id = o.pile_id`,
    [uuidList(over.map(one => one.tenant_id)), uuidList(over.map(one => one.pile_id))],
  )
  await emit(
    tx,
    over.map(({ tenant_id, pile_id }) => ({ tenantId: tenant_id, topic: PILE_OFFLINE_OVER, key: pile_id, body: {} })),
  )
  return over.length
}

/** Returns piles and their stations by id. */
async function placesOf(tx: Tx, pileIds: readonly string[]) {
  const piles = await pilesByIds(tx, pileIds)
  const stations = await stationsByIds(
    tx,
    [...piles.values()].map(pile => pile.stationId),
  )
  return { piles, stations }
}

export const offlineBeat: Beat = {
  name: 'gateway.tellOffline',
  every_ms: EVERY_MS,
  async run({ db, now, signal }) {
    while (!signal.aborted && (await db.platform(tx => emitOffline(tx, now))) === BATCH);
    if (!signal.aborted) await db.platform(tx => emitOfflineOver(tx))
  },
}
