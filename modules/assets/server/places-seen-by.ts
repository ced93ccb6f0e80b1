import { type Caller, col, type Condition, may, scoped, type Tx } from '@wattyard/server-kit'
import { pile, station } from '../contract/index.ts'

/** The stations of an investor, which need no permission (decision 195). */
const OWN_STATIONS = '/api/device/station/list_by_investor'

/** Returns how many stations and piles in use a caller sees; null of those that they may not read. */
export async function placesSeenBy(tx: Tx, caller: Caller): Promise<{ stations: number | null; piles: number | null }> {
  const readsStations = may(caller, 'assets.station:read') || caller.mayReach?.(OWN_STATIONS) === true
  return {
    stations: readsStations ? await countOf(tx, 'assets_station', scoped(caller, station)) : null,
    piles: may(caller, 'assets.pile:read')
      ? await countOf(tx, 'assets_pile', scoped(caller, pile).add("status <> 'retired'"))
      : null,
  }
}

async function countOf(tx: Tx, table: 'assets_station' | 'assets_pile', where: Condition): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from ${table} where ${where.text}`,
    where.values,
  )
  return Number(row?.count ?? 0n)
}
