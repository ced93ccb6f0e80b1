import { type Price, price } from '@wattyard/money'
import { type Caller, may, type Tx } from '@wattyard/server-kit'
import { slotAt } from '../../contract/index.ts'
import { factsAt, lookUp, openBooks, snapshotsByHash } from '../price-book.ts'

/**
 * Returns electricity and service of the price in force at an instant by station id, with as many statements for one station as for
 * many. Stations without a price are missing, and for callers who may not read prices all are.
 */
export async function pricesOfStations(
  tx: Tx,
  caller: Caller,
  stationIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, Price>> {
  if (stationIds.length === 0 || !may(caller, 'pricing.assignment:read')) return new Map()
  const { tenantId } = caller
  const places = stationIds.map(station => ({ tenantId, stationId: station }))
  const book = (await openBooks(tx, places)).get(tenantId)
  if (!book) return new Map()
  const answers = places.map(place => ({
    stationId: place.stationId,
    version: lookUp(book, factsAt(book, place), { station: place.stationId, speed: null }, at)?.version,
  }))
  const snapshots = await snapshotsByHash(
    tx,
    answers.flatMap(({ version }) => (version ? [version.hash] : [])),
  )
  return new Map(
    answers.flatMap(({ stationId, version }): [string, Price][] => {
      const snapshot = version ? snapshots.get(version.hash) : undefined
      if (!snapshot) return []
      const { electricity, service } = slotAt(snapshot.tariff, at).interval
      return [[stationId, price(electricity + service)]]
    }),
  )
}
