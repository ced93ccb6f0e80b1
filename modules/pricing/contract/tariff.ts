import type { Price } from '@wattyard/money'
import { type BusinessDay, localDayOf, monthOf, type PeriodKind, quarterOf, weekdayOf } from '@wattyard/time'
import { PricingError } from './pricing-error.ts'

/** An interval of the local day in quarter-hours from midnight: 0 ≤ fromQuarter < toQuarter ≤ 96. */
export type TariffInterval = {
  readonly fromQuarter: number
  readonly toQuarter: number
  readonly period: PeriodKind
  /** Electricity fee, CNY/kWh. */
  readonly electricity: Price
  /** Service fee, CNY/kWh. */
  readonly service: Price
}

/** Condition for the local days of a plan. All given parts must match; within a part, one element is enough. */
export type DayCondition = {
  /** 1…12 */
  readonly months?: readonly number[]
  /** Monday 1 … Sunday 7 */
  readonly weekdays?: readonly number[]
  /** Single days: public holidays, working weekends. */
  readonly dates?: readonly BusinessDay[]
}

/** Prices of one day. Without `when` it is the default plan, which every tariff has exactly once. */
export type DayPlan = {
  /** Short name, unique in the tariff: `default`, `summer`, `spring-festival`. */
  readonly key: string
  readonly when?: DayCondition
  readonly intervals: readonly TariffInterval[]
}

/**
 * A published policy version as a value. Instants are UTC; prices follow the wall clock of `zone`. `checkTariff` reports errors;
 * the functions here require a tariff without errors.
 */
export type Tariff = {
  readonly versionId: string
  readonly zone: string
  /** In order of priority: the first plan whose condition matches applies, or the default when none does. */
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
 * Returns the price interval of an instant by the wall clock of the tariff's zone, never by "midnight plus n hours": the repeated
 * hour of an autumn night is priced twice, and the skipped one of a spring night not at all.
 */
export function slotAt(tariff: Tariff, at: number): Slot {
  const day = localDayOf(at, tariff.zone)
  const plan = planFor(tariff, day)
  return { day, plan, interval: intervalAt(plan, quarterOf(at, tariff.zone)) }
}

/** Returns whether period and both prices are equal. */
export function samePrice(a: PricedPeriod, b: PricedPeriod): boolean {
  return a.period === b.period && a.electricity === b.electricity && a.service === b.service
}

export type PricedPeriod = Pick<TariffInterval, 'period' | 'electricity' | 'service'>
