import type { Price } from '@wattyard/money'
import { type BusinessDay, localDayOf, monthOf, type PeriodKind, quarterOf, weekdayOf } from '@wattyard/time'
import { PricingError } from './pricing-error.ts'

/** A stretch of the day's dial, in quarter-hours from local midnight: 0 ≤ fromQuarter < toQuarter ≤ 96. */
export type TariffInterval = {
  readonly fromQuarter: number
  readonly toQuarter: number
  readonly period: PeriodKind
  /** Electricity fee, CNY/kWh. */
  readonly electricity: Price
  /** Service fee, CNY/kWh. */
  readonly service: Price
}

/** Which local days a plan is for. Every part that is given must hold; within a part one of the list is enough. */
export type DayCondition = {
  /** 1…12 */
  readonly months?: readonly number[]
  /** Monday 1 … Sunday 7 */
  readonly weekdays?: readonly number[]
  /** Named days: public holidays, working weekends. */
  readonly dates?: readonly BusinessDay[]
}

/** One day's prices. Without `when` it is the default plan, which every tariff has exactly once. */
export type DayPlan = {
  /** Short name, unique in the tariff: `default`, `summer`, `spring-festival`. */
  readonly key: string
  readonly when?: DayCondition
  readonly intervals: readonly TariffInterval[]
}

/**
 * A published policy version as a value. Instants are UTC, prices follow the wall clock of `zone`. `checkTariff` names
 * what is wrong with one; the functions here take a tariff that has passed it.
 */
export type Tariff = {
  readonly versionId: string
  readonly zone: string
  /** In order of priority: the first plan whose condition holds is the day's plan, the default when none does. */
  readonly days: readonly DayPlan[]
}

/** Returns whether a condition holds on a local day. */
export function conditionHolds(when: DayCondition, day: BusinessDay): boolean {
  if (when.dates !== undefined && !when.dates.includes(day)) return false
  if (when.months !== undefined && !when.months.includes(monthOf(day))) return false
  return when.weekdays === undefined || when.weekdays.includes(weekdayOf(day))
}

/** Returns the plan of a local day. @throws PricingError `pricing.no-plan` when the tariff has no default */
export function planFor(tariff: Tariff, day: BusinessDay): DayPlan {
  let fallback: DayPlan | undefined
  for (const plan of tariff.days) {
    if (plan.when === undefined) fallback ??= plan
    else if (conditionHolds(plan.when, day)) return plan
  }
  if (fallback === undefined) throw new PricingError('pricing.no-plan', `${tariff.versionId} has no plan for ${day}`)
  return fallback
}

/** Returns the interval that covers a quarter-hour. @throws PricingError `pricing.no-price` for a hole in the plan */
export function intervalAt(plan: DayPlan, quarter: number): TariffInterval {
  for (const interval of plan.intervals) {
    if (interval.fromQuarter <= quarter && quarter < interval.toQuarter) return interval
  }
  throw new PricingError('pricing.no-price', `plan ${plan.key} has no price in quarter ${quarter}`)
}

export type Slot = { readonly day: BusinessDay; readonly plan: DayPlan; readonly interval: TariffInterval }

/**
 * What an instant costs: the interval under the wall clock of the tariff's zone, never "midnight plus n hours", so the
 * doubled hour of an autumn night is priced twice and the missing one of a spring night not at all.
 */
export function slotAt(tariff: Tariff, at: number): Slot {
  const day = localDayOf(at, tariff.zone)
  const plan = planFor(tariff, day)
  return { day, plan, interval: intervalAt(plan, quarterOf(at, tariff.zone)) }
}

/** Same period and same prices: a driver cannot tell the two apart. */
export function samePrice(a: PricedPeriod, b: PricedPeriod): boolean {
  return a.period === b.period && a.electricity === b.electricity && a.service === b.service
}

export type PricedPeriod = Pick<TariffInterval, 'period' | 'electricity' | 'service'>
