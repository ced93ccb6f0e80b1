import { QUARTERS_PER_DAY } from '@wattyard/time'
import { type DayPlan, intervalAt, type PricedPeriod, samePrice, type TariffInterval } from './tariff.ts'

/** 24 hours for the console contract, 48 half-hours for piles, 96 quarters for analysis. */
export type ViewSize = 24 | 48 | 96

/**
 * One slot of a view. `key`: `t0` … `t23` as in the console contract, `h0` … `h47`, `q0` … `q95`. `label`: `08:00-09:00`, the
 * last one `23:00-00:00`. A slot in which the period or a price changes is `mixed` and has no single price; display and export
 * must say so.
 */
export type ViewSlot = { readonly key: string; readonly label: string } & (
  | ({ readonly mixed: false } & PricedPeriod)
  | { readonly mixed: true; readonly parts: readonly TariffInterval[] }
)

const KEY_LETTER: Readonly<Record<ViewSize, string>> = { 24: 't', 48: 'h', 96: 'q' }

/** Returns the day on a dial of 24, 48 or 96 slots. @throws PricingError `pricing.no-price` for a plan with a hole */
export function viewOf(plan: DayPlan, size: ViewSize): ViewSlot[] {
  const width = QUARTERS_PER_DAY / size
  return Array.from({ length: size }, (_, index) => {
    const from = index * width
    const key = `${KEY_LETTER[size]}${index}`
    const label = `${dialText(from)}-${dialText(from + width)}`
    const parts = partsOf(plan, from, from + width)
    const [first, ...rest] = parts
    if (first === undefined || rest.length > 0) return { key, label, mixed: true, parts }
    const { period, electricity, service } = first
    return { key, label, mixed: false, period, electricity, service }
  })
}

/** Formats a quarter-hour of the day as `HH:mm`; the end of the day is `00:00`, as in the contract. */
export function dialText(quarter: number): string {
  const minutes = (quarter % QUARTERS_PER_DAY) * 15
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the intervals inside a window of the dial, cut to it, neighbours with the same period and prices joined. */
export function partsOf(plan: DayPlan, fromQuarter: number, toQuarter: number): TariffInterval[] {
  const parts: TariffInterval[] = []
  for (let quarter = fromQuarter; quarter < toQuarter; ) {
    const interval = intervalAt(plan, quarter)
    const end = Math.min(interval.toQuarter, toQuarter)
    const last = parts.at(-1)
    if (last !== undefined && samePrice(last, interval)) parts[parts.length - 1] = { ...last, toQuarter: end }
    else parts.push({ ...interval, fromQuarter: quarter, toQuarter: end })
    quarter = end
  }
  return parts
}
