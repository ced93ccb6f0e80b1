import { instantList, type Tx, uuidList, col } from '@wattyard/server-kit'
import type { ReadingMend } from '@wattyard/ocpp-frame'
import type { Point } from '../../contract/point-map/point.ts'
import type { PileInfo } from '../piles.ts'
import { pointsOfMaps } from './map-rows.ts'

export const NO_READINGS: readonly ReadingMend[] = Object.freeze([])

/** Units of OCPP 1.6 §7.43; 2.x allows any word. A unit without an OCPP word is left out of the reading. */
const SPOKEN: ReadonlySet<string> = new Set('Wh kWh varh kvarh W kW VA kVA var kvar A V K'.split(' '))

/** OCPP words for other units, with the power of ten between the two. */
const OCPP_UNITS: Readonly<Record<string, readonly [unit: string, exponent: number]>> = {
  mV: ['V', -3],
  kV: ['V', 3],
  mA: ['A', -3],
  MWh: ['kWh', 3],
  MW: ['kW', 3],
  '°C': ['Celsius', 0],
  '°F': ['Fahrenheit', 0],
  '%': ['Percent', 0],
}

/** Correction that a point of an OCPP map makes to readings. Its scale is a power of ten, as the check of the map requires. */
export function readingMend(point: Point): ReadingMend {
  const [unit, shift] = OCPP_UNITS[point.unit] ?? [SPOKEN.has(point.unit) ? point.unit : null, 0]
  const { digits, places } = point.scale
  return { measurand: point.item, unit, exponent: shift + digits.toString().length - 1 - places }
}

/** One list per map, so that equal maps are the same list. */
const kept = new WeakMap<readonly Point[], readonly ReadingMend[]>()
function mendsOf(points: readonly Point[]): readonly ReadingMend[] {
  const known = kept.get(points)
  if (known) return known
  const mends = points.map(readingMend)
  kept.set(points, mends)
  return mends
}

/** A pile that runs another map from a moment on; null: no map any more. */
export interface MapChange {
  tenantId: string
  pileId: string
  mapId: string | null
  /** Epoch ms. */
  since: number
}

/**
 * Readings of piles that are about to connect, by the newest published map of their models, and which of them ran another map
 * before. One statement for all piles of a handshake; most installations have no such map.
 */
export async function mapsOfPiles(
  tx: Tx,
  piles: readonly PileInfo[],
  now: number,
): Promise<{ readings: ReadonlyMap<string, readonly ReadingMend[]>; changed: readonly MapChange[] }> {
  const modelled = piles.filter(pile => pile.modelId !== null)
  const readings = new Map<string, readonly ReadingMend[]>()
  if (modelled.length === 0) return { readings, changed: [] }
  const rows = await tx.query(
    { pile_id: col.uuid, tenant_id: col.uuid, newest: col.uuid.orNull, ran: col.uuid.orNull },
    `select p.pile_id, p.tenant_id, newest.id as newest, ran.map_id as ran
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as p(tenant_id, pile_id, model_id)
     left join lateral (select id from gateway_point_map m where m.tenant_id = p.tenant_id and m.model_id = p.model_id
       and m.state = 'published' and m.protocol in ('ocpp16', 'ocpp201') order by number desc limit 1) newest on true
     left join lateral (select map_id from gateway_pile_map r where r.tenant_id = p.tenant_id and r.pile_id = p.pile_id
       order by since desc limit 1) ran on true
     where newest.id is not null or ran.map_id is not null`,
    [
      uuidList(modelled.map(pile => pile.tenantId)),
      uuidList(modelled.map(pile => pile.pileId)),
      uuidList(modelled.map(pile => pile.modelId ?? '')),
    ],
  )
  if (rows.length === 0) return { readings, changed: [] }
  const maps = await pointsOfMaps(
    tx,
    rows.flatMap(row => row.newest ?? []),
  )
  for (const { pile_id, newest } of rows) {
    const points = newest === null ? undefined : maps.get(newest)
    if (points) readings.set(pile_id, mendsOf(points))
  }
  const changed = rows
    .filter(row => row.newest !== row.ran)
    .map(row => ({ tenantId: row.tenant_id, pileId: row.pile_id, mapId: row.newest, since: now }))
  return { readings, changed }
}

export async function writeMapChanges(tx: Tx, changes: readonly MapChange[]): Promise<void> {
  await tx.execute(
    `insert into gateway_pile_map (tenant_id, pile_id, map_id, since)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])
     on conflict (tenant_id, pile_id, since) do update set map_id = excluded.map_id`,
    [
      uuidList(changes.map(one => one.tenantId)),
      uuidList(changes.map(one => one.pileId)),
      changes.map(one => one.mapId),
      instantList(changes.map(one => one.since)),
    ],
  )
}

/** A map that a pile ran from a moment on, until the next begins. */
export interface MapPeriod {
  since: number
  readings: readonly ReadingMend[]
}

/** Returns which maps piles have run, the oldest first: a stored frame is read again as it was read when it came. */
export async function mapPeriods(
  tx: Tx,
  pileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly MapPeriod[]>> {
  const rows = await tx.query(
    { pile_id: col.uuid, since: col.instant, map_id: col.uuid.orNull },
    'select pile_id, since, map_id from gateway_pile_map where pile_id = any($1::uuid[]) order by pile_id, since',
    [pileIds],
  )
  if (rows.length === 0) return new Map()
  const maps = await pointsOfMaps(
    tx,
    rows.flatMap(row => row.map_id ?? []),
  )
  const periods = Map.groupBy(rows, row => row.pile_id)
  return new Map(
    [...periods].map(([id, list]) => [
      id,
      list.map(({ since, map_id }) => {
        const points = map_id === null ? undefined : maps.get(map_id)
        return { since, readings: points ? mendsOf(points) : NO_READINGS }
      }),
    ]),
  )
}

/** Corrections that were in force at a moment. */
export function readingsAt(periods: readonly MapPeriod[], at: number): readonly ReadingMend[] {
  return periods.findLast(period => period.since <= at)?.readings ?? NO_READINGS
}
