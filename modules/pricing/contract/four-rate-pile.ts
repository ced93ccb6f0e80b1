import type { Price } from '@wattyard/money'
import type { PeriodKind } from '@wattyard/time'
import { dialText, viewOf } from './plan-views.ts'
import type { DayPlan } from './tariff.ts'

/** Number of rates of a YKC pile, and number of half-hours of its day. */
export const PILE_RATES = 4
export const PILE_SLOTS = 48

/** One rate of a pile. Periods with equal prices share a rate, so its number does not identify a period. */
export type PileRate = {
  readonly electricity: Price
  readonly service: Price
  /** Periods that are billed at this rate; empty for a rate that no slot uses. */
  readonly periods: readonly PeriodKind[]
}

export type PileModel = {
  /** Always four, numbered 0…3. An unused rate repeats the dearest one, so that a faulty pile cannot charge less. */
  readonly rates: readonly PileRate[]
  /** 48 rate numbers, from 00:00. */
  readonly slots: readonly number[]
}

export type PileModelAnswer =
  | { readonly ok: true; readonly model: PileModel }
  /** More than four distinct pairs of electricity and service price in the day. */
  | { readonly ok: false; readonly reason: 'too-many-rates'; readonly distinct: number }
  /** A price changes inside these half-hours (`08:00-08:30`). A change of period alone is allowed. */
  | { readonly ok: false; readonly reason: 'off-half-hour'; readonly slots: readonly string[] }

// Piles label the rates 0…3 as 尖 峰 平 谷, so each price pair gets the number of its period while that is free.
const HOME: Readonly<Record<PeriodKind, number>> = { J: 0, F: 1, P: 2, G: 3, S: 3 }
const ASSIGN_ORDER: readonly PeriodKind[] = ['J', 'F', 'P', 'G', 'S']

/**
 * Returns a day plan for piles with 48 half-hours and four rates (YKC 1.5/1.6 frames 0x0A and 0x58). It is compiled per day from
 * the distinct (electricity, service) pairs instead of the periods, so five periods fit when two cost the same. Prices are never
 * merged or averaged; a plan that does not fit is refused with the reason.
 * @throws PricingError `pricing.no-price` for a plan with a gap
 */
export function compileForFourRatePile(plan: DayPlan): PileModelAnswer {
  const pairs = new Map<string, PileRate>()
  const keys: string[] = []
  const off: string[] = []
  viewOf(plan, PILE_SLOTS).forEach((slot, index) => {
    const parts = slot.mixed ? slot.parts : [slot]
    const found = new Set(parts.map(part => `${part.electricity}/${part.service}`))
    if (found.size > 1) off.push(`${dialText(index * 2)}-${dialText(index * 2 + 2)}`)
    for (const { electricity, service, period } of parts) {
      const key = `${electricity}/${service}`
      const periods = pairs.get(key)?.periods ?? []
      pairs.set(key, { electricity, service, periods: periods.includes(period) ? periods : [...periods, period] })
    }
    keys.push([...found][0] ?? '')
  })
  if (off.length > 0) return { ok: false, reason: 'off-half-hour', slots: off }
  if (pairs.size > PILE_RATES) return { ok: false, reason: 'too-many-rates', distinct: pairs.size }
  const numbers = assignNumbers(pairs)
  return { ok: true, model: { rates: fillRates(pairs, numbers), slots: keys.map(key => numbers.get(key) ?? 0) } }
}

function assignNumbers(pairs: ReadonlyMap<string, PileRate>): Map<string, number> {
  const free = new Set([0, 1, 2, 3])
  const numbers = new Map<string, number>()
  for (const period of ASSIGN_ORDER) {
    for (const [key, rate] of pairs) {
      if (numbers.has(key) || !rate.periods.includes(period) || !free.has(HOME[period])) continue
      numbers.set(key, HOME[period])
      free.delete(HOME[period])
    }
  }
  for (const key of pairs.keys()) {
    const [next] = free
    if (numbers.has(key) || next === undefined) continue
    numbers.set(key, next)
    free.delete(next)
  }
  return numbers
}

function fillRates(pairs: ReadonlyMap<string, PileRate>, numbers: ReadonlyMap<string, number>): PileRate[] {
  const used = [...pairs.values()]
  const dearest = used.reduce((a, b) => (b.electricity + b.service > a.electricity + a.service ? b : a))
  const rates: PileRate[] = Array.from({ length: PILE_RATES }, () => ({ ...dearest, periods: [] }))
  for (const [key, rate] of pairs) rates[numbers.get(key) ?? 0] = rate
  return rates
}
