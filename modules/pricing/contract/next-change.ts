import { DAY_MS } from '@wattyard/time'
import { stretchesOf } from './stretches.ts'
import type { PricedPeriod, Tariff } from './tariff.ts'

/** Days searched for the next change. */
const LOOK_AHEAD_DAYS = 8

export type PriceNow = {
  readonly now: PricedPeriod
  /** First instant with another price or period, and the price from then on; null when nothing changes for a week. */
  readonly next: { readonly at: number; readonly price: PricedPeriod } | null
}

/**
 * Returns the price of an instant and the next change of it under the same version. @throws PricingError as
 * `stretchesOf`
 */
export function priceNow(tariff: Tariff, at: number): PriceNow {
  const [current, following] = stretchesOf(tariff, at, at + LOOK_AHEAD_DAYS * DAY_MS)
  if (current === undefined) throw new Error('a window has a stretch')
  return { now: pick(current), next: following === undefined ? null : { at: following.from, price: pick(following) } }
}

function pick({ period, electricity, service }: PricedPeriod): PricedPeriod {
  return { period, electricity, service }
}
