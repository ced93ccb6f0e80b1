import { type Caller, col, type RowIn, scoped, textList, type Tx, uuidList } from '@wattyard/server-kit'
import {
  type LiveCounts,
  NEVER_CONNECTED,
  pile,
  PILE_LIVES,
  type PileLiveStatus,
  REPORTED_STATES,
  station,
  STATION_LIVES,
  type StationLiveStatus,
} from '../../contract/index.ts'

/**
 * Returns the number of the caller's piles in each live status. Home counts with it; the device wall and the lists count rows of
 * the same column.
 */
export async function countLives(tx: Tx, caller: Caller): Promise<LiveCounts> {
  const where = scoped(caller, pile)
  const rows = await tx.query(
    { live: col.oneOf(PILE_LIVES), count: col.integer },
    `select live, count(*)::int as count from assets_pile where ${where.text} group by live`,
    where.values,
  )
  const counts: Partial<Record<PileLiveStatus, number>> = {}
  for (const { live, count } of rows) counts[live] = count
  return counts
}

/** Returns the number of the caller's piles that never connected, as `NEVER_CONNECTED` filters their list. */
export async function countNeverConnected(tx: Tx, caller: Caller): Promise<number> {
  const where = scoped(caller, pile)
  where.add(`reported = any(${where.value(textList(NEVER_CONNECTED.reported))}::text[])`)
  where.add(`live = any(${where.value(textList(NEVER_CONNECTED.live))}::text[])`)
  const [row] = await tx.query(
    { count: col.integer },
    `select count(*)::int as count from assets_pile where ${where.text}`,
    where.values,
  )
  return row?.count ?? 0
}

/**
 * Returns the number of connectors of the caller's piles in service by station id; stations without any are missing. Which these are
 * the register says: a pile that is not in service counts as charging while a car is at it, and a base must not move with cars.
 */
export async function connectorsInService(tx: Tx, caller: Caller): Promise<ReadonlyMap<string, number>> {
  const where = scoped(caller, pile)
  where.add("status = 'normal'")
  where.add(
    "station_id in (select id from assets_station s where s.tenant_id = assets_pile.tenant_id and s.status = 'open')",
  )
  const rows = await tx.query(
    { station_id: col.uuid, count: col.integer },
    `select station_id, sum(connector_count)::int as count from assets_pile where ${where.text} group by station_id`,
    where.values,
  )
  return new Map(rows.map(({ station_id, count }) => [station_id, count]))
}

const LIVE = {
  id: col.uuid,
  live: col.oneOf(PILE_LIVES),
  reported: col.oneOf(REPORTED_STATES),
  /** Start of what it reports, epoch ms; null when it never connected. */
  since: col.instant.orNull,
}

/** Live status of a pile. */
export type LiveNow = RowIn<typeof LIVE>

/** Returns the live status of piles by id. */
export async function livesOfPiles(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, LiveNow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    LIVE,
    'select id, live, reported, live_since_at as since from assets_pile where id = any($1::uuid[])',
    [uuidList([...new Set(ids)])],
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Returns the live status of stations by id. */
export async function livesOfStations(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, StationLiveStatus>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, live: col.oneOf(STATION_LIVES) },
    'select id, live from assets_station where id = any($1::uuid[])',
    [uuidList([...new Set(ids)])],
  )
  return new Map(rows.map(row => [row.id, row.live]))
}

/** A station with its live status. */
export interface StationNow {
  readonly id: string
  readonly name: string
  readonly live: StationLiveStatus
}

/** Returns the caller's stations with their live status, in order of name. */
export async function stationsNow(tx: Tx, caller: Caller): Promise<StationNow[]> {
  const where = scoped(caller, station)
  return tx.query(
    { id: col.uuid, name: col.text, live: col.oneOf(STATION_LIVES) },
    `select id, name, live from assets_station where ${where.text} order by name, id`,
    where.values,
  )
}

/** Most piles in one answer; a screen has no use for more. */
const MAX_TROUBLED = 10_000

/** A pile in service with a fault or without connection. */
export interface TroubledPile {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly stationId: string
  /** Start of the trouble, epoch ms. */
  readonly since: number
}

/** Returns the caller's piles that are in a live status since before an instant, the longest first. */
export async function pilesIn(
  tx: Tx,
  caller: Caller,
  { live, before }: { live: 'fault' | 'offline'; before: number },
): Promise<TroubledPile[]> {
  const where = scoped(caller, pile)
  where.add(`live = ${where.value(live)}`)
  where.add(`live_since_at <= ${where.value(new Date(before))}`)
  return tx.query(
    { id: col.uuid, code: col.text, name: col.text, stationId: col.uuid, since: col.instant },
    `select id, code, name, station_id as "stationId", live_since_at as since from assets_pile where ${where.text}
     order by live_since_at, id limit ${MAX_TROUBLED}`,
    where.values,
  )
}
