import { type Tx, col } from '@wattyard/server-kit'
import { READING_HOLDS_MS } from '../../contract/index.ts'

/**
 * Returns the present power of running sessions by station id, in watts; stations without one are missing. Readings that are too old
 * to describe the present count nothing.
 */
export async function powerNow(
  tx: Tx,
  stationIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (stationIds.length === 0) return new Map()
  const rows = await tx.query(
    { station_id: col.uuid, power: col.bigint },
    `select station_id, sum(live_power_w)::bigint as power from charging_order
     where station_id = any($1::uuid[]) and state in ('starting', 'charging', 'stopping') and last_fact_at >= $2 and live_power_w is not null
     group by station_id`,
    [stationIds, new Date(now - READING_HOLDS_MS)],
  )
  return new Map(rows.map(row => [row.station_id, Number(row.power)]))
}
