import { stationsByIds } from '@wattyard/assets/server'
import { Refusal, type Route, serveCall, type Tx } from '@wattyard/server-kit'
import { dayRange, localDayOf } from '@wattyard/time'
import {
  type AssignmentVariant,
  dayPrices,
  type DayStretch,
  type PricePlace,
  stretchesOf,
} from '../../contract/index.ts'
import { type Asking, plannedChange, wirePrice } from './place-routes.ts'
import { placesOf } from './places.ts'
import type { Wiring } from '../ports.ts'
import { factsAt, lookUp, openBooks, snapshotsByHash } from '../price-book.ts'

/** Returns the prices of a place over a period, cut wherever the period of the day, the version or the assignment changes. */
async function stretchesAt(tx: Tx, asking: Asking, { from, to }: { from: number; to: number }): Promise<DayStretch[]> {
  const stretches: DayStretch[] = []
  for (let at = from; at < to; ) {
    const answer = lookUp(asking.book, asking.facts, asking.place, at)
    const end = Math.min(plannedChange(asking, answer, at)?.at ?? to, to)
    const hash = answer?.version?.hash
    const snapshot = hash === undefined ? undefined : (await snapshotsByHash(tx, [hash])).get(hash)
    const policyId = answer?.policyId ?? null
    if (snapshot)
      for (const one of stretchesOf(snapshot.tariff, at, end))
        stretches.push({ from: one.from, to: one.to, policyId, price: wirePrice(one) })
    else stretches.push({ from: at, to: end, policyId, price: null })
    at = end
  }
  return stretches
}

/** Serves `GET /api/pricing/place/day`: the prices of a station or a pile over its present local day. */
export function dayPricesRoute({ clock }: Wiring): Route {
  return serveCall(dayPrices, {
    work: 'read',
    async handle(call) {
      const { tx } = call
      const [place] = await placesOf(call, [call.input])
      const zone = place && (await stationsByIds(tx, [place.station])).get(place.station)?.zone
      if (!place || zone === undefined) throw new Refusal('kernel.notFound', { status: 404 })
      const now = clock.now()
      const day = localDayOf(now, zone)
      const range = dayRange(day, zone)
      const bookPlace = { tenantId: call.caller.tenantId, stationId: place.station, pileId: place.pile }
      const book = (await openBooks(tx, [bookPlace])).get(call.caller.tenantId)
      const of = async (asked: PricePlace): Promise<DayStretch[]> =>
        book
          ? stretchesAt(tx, { book, facts: factsAt(book, bookPlace), place: asked }, range)
          : [{ ...range, policyId: null, price: null }]
      const all = await of(place)
      const list: { variant: AssignmentVariant; stretches: DayStretch[] }[] = [{ variant: 'all', stretches: all }]
      // A station has no current type of its own, so its fast and slow piles are looked up as well.
      for (const speed of place.level === 'station' ? (['fast', 'slow'] as const) : []) {
        const own = await of({ ...place, speed })
        if (JSON.stringify(own) !== JSON.stringify(all)) list.push({ variant: speed, stretches: own })
      }
      return { day, zone, ...range, list, asOf: now }
    },
  })
}
