import { PricingError, stretchesOf } from '@wattyard/pricing/contract'
import { tariffsForStations } from '@wattyard/pricing/server'
import { stationsNow } from '@wattyard/assets/server'
import type { PeriodKind } from '@wattyard/time'
import { type HomeLoadProfile, maySeePrices } from '../../contract/index.ts'
import { personOf } from './home-figures.ts'
import type { Question } from './past.ts'

/** Stations whose prices are looked up; beyond it the first ones by name stand for all. */
const MAX_STATIONS = 2_000

/**
 * Returns the price periods of today that hold at most of the caller's stations. Null when no station has a price, or the caller
 * may not read prices.
 */
export async function pricesOfDay(
  { tx, caller }: Question,
  day: { from: number; to: number },
): Promise<HomeLoadProfile['prices']> {
  if (!maySeePrices(personOf(caller))) return null
  const ids = (await stationsNow(tx, caller)).slice(0, MAX_STATIONS).map(({ id }) => id)
  const tariffs = await tariffsForStations(tx, { tenantId: caller.tenantId, stationIds: ids, at: day.from })
  const stationsOf = new Map<string, number>()
  for (const tariff of tariffs) if (tariff) stationsOf.set(tariff.hash, (stationsOf.get(tariff.hash) ?? 0) + 1)
  const [most] = [...stationsOf].toSorted(([, a], [, b]) => b - a)
  const tariff = tariffs.find(one => one?.hash === most?.[0])?.tariff
  if (!most || !tariff) return null
  try {
    const periods: { from: number; to: number; period: PeriodKind }[] = []
    for (const { from, to, period } of stretchesOf(tariff, day.from, day.to)) {
      const last = periods.at(-1)
      // Two prices of one period are one band.
      if (last?.period === period) last.to = to
      else periods.push({ from, to, period })
    }
    return { periods, stations: most[1], of: tariffs.filter(one => one !== null).length }
  } catch (error) {
    if (error instanceof PricingError) return null
    throw error
  }
}
