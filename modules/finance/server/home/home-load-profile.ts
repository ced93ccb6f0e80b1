import { energy, type Energy, fen, type Fen, formatEnergy, formatFen } from '@wattyard/money'
import { loadProfileOf, type QuarterFigures } from '@wattyard/charging/server'
import type { Caller, Tx } from '@wattyard/server-kit'
import { addDays, type BusinessDay, dayRange, QUARTER_MS } from '@wattyard/time'
import { type DayLoadProfile, type HomeLoadProfile, maySeeCard, maySeePrices } from '../../contract/index.ts'
import { cacheFor } from './cache-for.ts'
import { personOf } from './home-figures.ts'
import { pricesOfDay } from './home-prices.ts'
import { questionOf } from './past.ts'

const kept = cacheFor<HomeLoadProfile>()
/** Spreading a day of many orders over its quarters is work; the chart gains a point every quarter of an hour. */
const KEPT_MS = 30_000

/**
 * Returns energy and revenue per quarter-hour, today and yesterday, with the price periods of today; days without quarters for
 * callers who may read no orders.
 */
export async function loadProfileOfHome(tx: Tx, caller: Caller, now: number): Promise<HomeLoadProfile> {
  const person = personOf(caller)
  const question = await questionOf(tx, caller, now)
  const { today, zone } = question
  const { to: until } = dayRange(today, zone)
  if (!maySeeCard('course', person)) {
    const nothing = (day: string): DayLoadProfile => ({ day, at: [], energy: [], revenue: [] })
    return {
      today: nothing(today),
      yesterday: nothing(addDays(today, -1)),
      until,
      mayReadPrices: false,
      prices: null,
      asOf: now,
    }
  }
  // Whether prices may be read is part of the key: two people of one scope may differ in it.
  const mayReadPrices = maySeePrices(person)
  const key = JSON.stringify([caller.tenantId, caller.scope, today, mayReadPrices])
  return kept(key, {
    now,
    forMs: KEPT_MS,
    make: async () => ({
      today: await courseOfDay(tx, caller, today, zone, now),
      yesterday: await courseOfDay(tx, caller, addDays(today, -1), zone, now),
      until,
      mayReadPrices,
      prices: await pricesOfDay(question, dayRange(today, zone)),
      asOf: now,
    }),
  })
}

async function courseOfDay(
  tx: Tx,
  caller: Caller,
  day: BusinessDay,
  zone: string,
  now: number,
): Promise<DayLoadProfile> {
  const { from, to } = dayRange(day, zone)
  // A session may be booked a day later than it charged; one that ran over midnight is booked on either day.
  const days = [day, addDays(day, 1)]
  const quarters = await loadProfileOf(tx, { tenantId: caller.tenantId, scope: caller.scope }, { from, to, now, days })
  const found = new Map(quarters.map(quarter => [Math.round((quarter.at - from) / QUARTER_MS), quarter]))
  const count = Math.ceil((Math.min(to, Math.max(now, from)) - from) / QUARTER_MS)
  const list = Array.from({ length: count }, (_, index) => found.get(index))
  const none: { energy: Energy; amount_fen: Fen } = { energy: energy(0n), amount_fen: fen(0n) }
  const of = (quarter: QuarterFigures | undefined) => quarter ?? none
  return {
    day,
    at: list.map((_, index) => from + index * QUARTER_MS),
    energy: list.map(quarter => formatEnergy(of(quarter).energy)),
    revenue: list.map(quarter => formatFen(of(quarter).amount_fen)),
  }
}
