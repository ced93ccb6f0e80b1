import { formatPrice, type Price, parsePrice, UnitError } from '@wattyard/money'
import { isBusinessDay, type PeriodKind } from '@wattyard/time'
import { checkTariff, type TariffProblem } from './check-tariff.ts'
import { PricingError } from './pricing-error.ts'
import type { DayCondition, DayPlan, Tariff, TariffInterval } from './tariff.ts'

/**
 * An interval as it is stored in a draft and travels: prices as decimal text, CNY/kWh with up to six decimals, `null`
 * while nobody has set one.
 */
export type DraftInterval = {
  readonly fromQuarter: number
  readonly toQuarter: number
  readonly period: PeriodKind
  readonly electricity: string | null
  readonly service: string | null
}

export type DraftCondition = {
  readonly months?: readonly number[] | undefined
  readonly weekdays?: readonly number[] | undefined
  readonly dates?: readonly string[] | undefined
}

/** A day plan as it is stored and travels, complete or not. */
export type DraftPlan = {
  readonly key: string
  readonly when?: DraftCondition | undefined
  readonly intervals: readonly DraftInterval[]
}

export type DraftProblem = Omit<TariffProblem, 'code'> & { readonly code: TariffProblem['code'] | 'no-price' }

/** Complete plans in the form of a draft; what `tariffOfDraft` turns back. */
export function draftOf(days: readonly DayPlan[]): DraftPlan[] {
  return days.map(({ key, when, intervals }) => ({
    key,
    ...(when === undefined ? {} : { when }),
    intervals: intervals.map(({ electricity, service, ...rest }) => ({
      ...rest,
      electricity: formatPrice(electricity),
      service: formatPrice(service),
    })),
  }))
}

/** Everything that forbids publication: what `checkTariff` finds, and every interval without its two prices. */
export function checkDraft(plans: readonly DraftPlan[], zone: string): DraftProblem[] {
  const unpriced = plans.flatMap(plan =>
    plan.intervals.flatMap(({ fromQuarter, toQuarter, electricity, service }): DraftProblem[] =>
      electricity === null || service === null ? [{ code: 'no-price', plan: plan.key, fromQuarter, toQuarter }] : [],
    ),
  )
  // The id of a draft says nothing about it: any fitting one will do.
  return [...checkTariff({ versionId: 'draft', zone, days: plans.map(plan => planOf(plan, '0')) }), ...unpriced]
}

/**
 * Returns the tariff that a complete draft becomes.
 * @throws PricingError `pricing.no-price` for an interval without a price; `checkDraft` names it beforehand
 */
export function tariffOfDraft(plans: readonly DraftPlan[], versionId: string, zone: string): Tariff {
  return { versionId, zone, days: plans.map(plan => planOf(plan, null)) }
}

/** @param missing price of an interval that has none; null: it is an error */
export function planOf({ key, when, intervals }: DraftPlan, missing: string | null): DayPlan {
  const priced = intervals.map((interval): TariffInterval => {
    const electricity = priceOf(interval.electricity ?? missing, key)
    return { ...interval, electricity, service: priceOf(interval.service ?? missing, key) }
  })
  return when === undefined ? { key, intervals: priced } : { key, when: conditionOf(when), intervals: priced }
}

/** Days that do not exist stay in, so that `checkTariff` names them. */
function conditionOf({ months, weekdays, dates }: DraftCondition): DayCondition {
  return {
    ...(months === undefined ? {} : { months }),
    ...(weekdays === undefined ? {} : { weekdays }),
    // The check refuses every text that is no day, so none reaches a rating.
    ...(dates === undefined ? {} : { dates: dates as DayCondition['dates'] & readonly string[] }),
  }
}

function priceOf(text: string | null, plan: string): Price {
  if (text === null) throw new PricingError('pricing.no-price', `plan ${plan} has an interval without a price`)
  return parsePrice(text)
}

/** Whether a text is a price: not negative, at most six decimals, within the range of prices. */
export const isPriceText = (text: string): boolean => priceFault(text) === null

/** What is wrong with a price as it was typed, as a word of `kernel.field`; null for a price. */
export function priceFault(text: string): 'tooManyDecimals' | 'notADecimal' | null {
  try {
    return parsePrice(text) >= 0n ? null : 'notADecimal'
  } catch (error) {
    if (error instanceof UnitError) return error.code === 'money.too-many-decimals' ? 'tooManyDecimals' : 'notADecimal'
    throw error
  }
}

/** Days of a list that are none, for the editor to mark. */
export function badDays(dates: readonly string[]): string[] {
  return dates.filter(day => !isBusinessDay(day))
}
