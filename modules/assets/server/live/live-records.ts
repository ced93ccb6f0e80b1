import { instantList, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import {
  type LiveCounts,
  PILE_LIVES,
  PILE_STATUSES,
  type PileLiveStatus,
  type PileStatus,
  REPORTED_STATES,
  type ReportedNow,
  STATION_LIVES,
  STATION_STATUSES,
  type StationLiveStatus,
  stationLiveOf,
  type StationStatus,
} from '../../contract/index.ts'

/** A pile with its live status as it is written down, and the register's part in it. */
export interface LiveRecord {
  readonly id: string
  readonly tenantId: string
  readonly stationId: string
  readonly status: PileStatus
  readonly stationStatus: StationStatus
  readonly live: PileLiveStatus
  readonly reported: ReportedNow['reported']
  /** Epoch ms; null when unknown. */
  readonly since: number | null
  /** Numbers of its connectors that are in use. */
  readonly connectors: readonly number[]
}

const RECORD = {
  id: col.uuid,
  tenantId: col.uuid,
  stationId: col.uuid,
  status: col.oneOf(PILE_STATUSES),
  stationStatus: col.oneOf(STATION_STATUSES),
  live: col.oneOf(PILE_LIVES),
  reported: col.oneOf(REPORTED_STATES),
  since: col.instant.orNull,
  connectors: col.json<number[]>(),
}

/**
 * Returns piles with their live status as it is written down, and locks their stations and `stationIds` in one order, before any
 * pile. Two writers of the live status of one station therefore follow each other.
 */
export async function lockLiveRecords(
  tx: Tx,
  pileIds: readonly string[],
  stationIds: readonly string[],
): Promise<LiveRecord[]> {
  const ids = uuidList([...new Set(pileIds)])
  await tx.execute(
    `select from assets_station
     where id in (select station_id from assets_pile where id = any($1::uuid[]) union select unnest($2::uuid[]))
     order by id for no key update`,
    [ids, uuidList([...new Set(stationIds)])],
  )
  if (pileIds.length === 0) return []
  return tx.query(
    RECORD,
    `select p.id, p.tenant_id as "tenantId", p.station_id as "stationId", p.status, s.status as "stationStatus", p.live, p.reported,
       p.live_since_at as since,
       coalesce((select json_agg(c.number) from assets_connector c
         where c.tenant_id = p.tenant_id and c.pile_id = p.id and c.status <> 'stopped'), '[]'::json) as connectors
     from assets_pile p join assets_station s on s.tenant_id = p.tenant_id and s.id = p.station_id
     where p.id = any($1::uuid[])`,
    [ids],
  )
}

/** New live status of a pile. */
export interface LiveChange extends ReportedNow {
  readonly id: string
  readonly live: PileLiveStatus
}

/** Writes the live status of piles. It is no change of the record: version and time of change stay. */
export async function writePileLives(tx: Tx, changes: readonly LiveChange[]): Promise<void> {
  if (changes.length === 0) return
  const list = changes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ids = uuidList(list.map(one => one.id))
  await tx.execute('select from assets_pile where id = any($1::uuid[]) order by id for no key update', [ids])
  await tx.execute(
    `update assets_pile p set live = c.live, reported = c.reported, live_since_at = c.since
     from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as c(id, live, reported, since) where p.id = c.id`,
    [
      ids,
      textList(list.map(one => one.live)),
      textList(list.map(one => one.reported)),
      instantList(list.map(one => one.since)),
    ],
  )
}

/** A station whose live status changed. */
export interface StationLiveChange {
  readonly tenantId: string
  readonly id: string
  readonly live: StationLiveStatus
}

/** Writes the live status of stations after that of their piles, and returns those that changed. */
export async function writeStationLives(tx: Tx, stationIds: readonly string[]): Promise<StationLiveChange[]> {
  if (stationIds.length === 0) return []
  const ids = uuidList([...new Set(stationIds)])
  const rows = await tx.query(
    { tenantId: col.uuid, id: col.uuid, status: col.oneOf(STATION_STATUSES), live: col.oneOf(STATION_LIVES) },
    'select tenant_id as "tenantId", id, status, live from assets_station where id = any($1::uuid[]) order by id for no key update',
    [ids],
  )
  const counts = await livesByStation(
    tx,
    rows.map(row => row.id),
  )
  const changes = rows.flatMap(({ tenantId, id, status, live: before }) => {
    const live = stationLiveOf(status, counts.get(id) ?? {})
    return live === before ? [] : [{ tenantId, id, live }]
  })
  if (changes.length === 0) return []
  await tx.execute(
    'update assets_station s set live = c.live from unnest($1::uuid[], $2::text[]) as c(id, live) where s.id = c.id',
    [uuidList(changes.map(one => one.id)), textList(changes.map(one => one.live))],
  )
  return changes
}

/** Returns the number of piles in each live status by station id; stations without piles are missing. */
export async function livesByStation(tx: Tx, stationIds: readonly string[]): Promise<ReadonlyMap<string, LiveCounts>> {
  if (stationIds.length === 0) return new Map()
  const rows = await tx.query(
    { station_id: col.uuid, live: col.oneOf(PILE_LIVES), count: col.integer },
    `select station_id, live, count(*)::int as count from assets_pile where station_id = any($1::uuid[]) group by station_id, live`,
    [uuidList([...new Set(stationIds)])],
  )
  const counts = new Map<string, LiveCounts>()
  for (const { station_id, live, count } of rows) counts.set(station_id, { ...counts.get(station_id), [live]: count })
  return counts
}

/** Returns the next ids of all stations of the installation in order of id, for a look at every one. */
export async function nextStationIds(tx: Tx, after: string | null, limit: number): Promise<readonly string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    'select id from assets_station where $1::uuid is null or id > $1 order by id limit $2',
    [after, limit],
  )
  return rows.map(row => row.id)
}

/** Returns the ids of the piles of stations. */
export async function pileIdsOfStations(tx: Tx, stationIds: readonly string[]): Promise<readonly string[]> {
  if (stationIds.length === 0) return []
  const rows = await tx.query({ id: col.uuid }, 'select id from assets_pile where station_id = any($1::uuid[])', [
    uuidList(stationIds),
  ])
  return rows.map(row => row.id)
}
