import { DAY_MS, localDayOf, offsetSpanAt, QUARTER_MS } from '@wattyard/time'
import { PricingError } from './pricing-error.ts'
import { intervalAt, type PricedPeriod, planFor, samePrice, type Tariff } from './tariff.ts'

/** A stretch of time with one period and one pair of prices. */
export type Stretch = PricedPeriod & { readonly from: number; readonly to: number }

/** Longest session that is rated, in days. The longest real ones in public data sets are cars left plugged in for weeks. */
export const MAX_SESSION_DAYS = 400

/**
 * Cuts `from` ≤ at ≤ `to` where the price or the period changes. Neighbours with the same period and prices are one
 * stretch, also across midnight and across day plans, so a boundary that changes nothing cuts nothing. The stretches
 * tile the window in order; an instant (`from` = `to`) gives one empty stretch, which carries its price.
 * @throws PricingError `pricing.session-too-long`, `pricing.no-plan`, `pricing.no-price`
 */
export function stretchesOf(tariff: Tariff, from: number, to: number): Stretch[] {
  if (to - from > MAX_SESSION_DAYS * DAY_MS) {
    throw new PricingError('pricing.session-too-long', `${to - from} ms are more than ${MAX_SESSION_DAYS} days`)
  }
  const stretches: Stretch[] = []
  let at = from
  do {
    const { priced, until } = pricedUntil(tariff, at)
    const end = Math.min(until, to)
    const last = stretches.at(-1)
    if (last !== undefined && samePrice(last, priced)) stretches[stretches.length - 1] = { ...last, to: end }
    else stretches.push({ ...pick(priced), from: at, to: end })
    at = end
  } while (at < to)
  return stretches
}

/** Returns the price at an instant, and the end of the time for which it is known to be valid. */
function pricedUntil(tariff: Tariff, at: number): { priced: PricedPeriod; until: number } {
  const span = offsetSpanAt(at, tariff.zone)
  const local = at + span.offsetMs
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const priced = intervalAt(planFor(tariff, localDayOf(at, tariff.zone)), Math.floor((local - midnight) / QUARTER_MS))
  return { priced, until: Math.min(midnight + priced.toQuarter * QUARTER_MS - span.offsetMs, span.to) }
}

function pick({ period, electricity, service }: PricedPeriod): PricedPeriod {
  return { period, electricity, service }
}
