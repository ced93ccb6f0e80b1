import { type Price, price } from '@wattyard/money'
import { type Caller, may, type Tx } from '@wattyard/server-kit'
import { slotAt } from '../../contract/index.ts'
import { factsAt, lookUp, openBooks, snapshotsByHash } from '../price-book.ts'

/**
 * Returns electricity and service of the prices in force at an instant for the fast and the slow piles of stations, by station id,
 * with as many statements for one station as for many. Stations without a price are missing, and for callers who may not read prices all are.
 */
export async function pricesOfStations(
  tx: Tx,
  caller: Caller,
  stationIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, { readonly fast: Price | null; readonly slow: Price | null }>> {
  if (stationIds.length === 0 || !may(caller, 'pricing.assignment:read')) return new Map()
  const { tenantId } = caller
  const places = stationIds.map(station => ({ tenantId, stationId: station }))
  const book = (await openBooks(tx, places)).get(tenantId)
  if (!book) return new Map()
  const hashOf = (place: (typeof places)[number], speed: 'fast' | 'slow'): string | undefined =>
    lookUp(book, factsAt(book, place), { station: place.stationId, speed }, at)?.version?.hash
  const answers = places.map(place => ({
    stationId: place.stationId,
    fast: hashOf(place, 'fast'),
    slow: hashOf(place, 'slow'),
  }))
  const hashes = new Set(answers.flatMap(({ fast, slow }) => [fast, slow].filter(hash => hash !== undefined)))
  const snapshots = await snapshotsByHash(tx, [...hashes])
  const priceOf = (hash: string | undefined): Price | null => {
    const snapshot = hash === undefined ? undefined : snapshots.get(hash)
    if (!snapshot) return null
    const { electricity, service } = slotAt(snapshot.tariff, at).interval
    return price(electricity + service)
  }
  return new Map(
    answers.flatMap(({ stationId, ...hashesOf }) => {
      const [fast, slow] = [priceOf(hashesOf.fast), priceOf(hashesOf.slow)]
      return fast === null && slow === null ? [] : [[stationId, { fast, slow }] as const]
    }),
  )
}
