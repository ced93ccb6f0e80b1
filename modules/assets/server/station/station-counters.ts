import { type Tx, col } from '@wattyard/server-kit'

/** Numbers of a station without retired piles. */
export interface StationCounters {
  piles: number
  dcPiles: number
  acPiles: number
  connectors: number
  /** Rated power of all piles, watts. */
  power_w: number
}

export const NO_PILES: StationCounters = { piles: 0, dcPiles: 0, acPiles: 0, connectors: 0, power_w: 0 }

/** Returns counters by station id; stations without piles are missing. */
export async function stationCounters(
  tx: Tx,
  stationIds: readonly string[],
): Promise<ReadonlyMap<string, StationCounters>> {
  if (stationIds.length === 0) return new Map()
  const rows = await tx.query(
    {
      station_id: col.uuid,
      piles: col.integer,
      dcPiles: col.integer,
      acPiles: col.integer,
      connectors: col.integer,
      power_w: col.integer,
    },
    `select station_id, count(*)::int as piles,
       (count(*) filter (where current_type in ('dc', 'acdc')))::int as "dcPiles",
       (count(*) filter (where current_type = 'ac'))::int as "acPiles",
       sum(connector_count)::int as connectors, sum(power_w)::int as power_w
     from assets_pile where station_id = any($1::uuid[]) and status <> 'retired' group by station_id`,
    [stationIds],
  )
  return new Map(rows.map(({ station_id, ...counters }) => [station_id, counters]))
}
