import { formatPrice, PRICE_SCALE, type Price, parsePrice, UnitError } from '@wattyard/money'
import { isBusinessDay, type PeriodKind } from '@wattyard/time'
import { checkTariff, type TariffProblem } from './check-tariff.ts'
import { PricingError } from './pricing-error.ts'
import type { DayCondition, DayPlan, Tariff, TariffInterval } from './tariff.ts'

/** An interval in stored and wire form: prices as decimal text, CNY/kWh with up to six decimals; `null` for a missing price. */
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

/** A day plan in stored and wire form, complete or not. */
export type DraftPlan = {
  readonly key: string
  readonly when?: DraftCondition | undefined
  readonly intervals: readonly DraftInterval[]
}

export type DraftProblem = Omit<TariffProblem, 'code'> & { readonly code: TariffProblem['code'] | 'no-price' }

/** Returns complete plans as draft plans; the inverse of `tariffOfDraft`. */
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

/** Returns all problems that prevent publication: those of `checkTariff`, and intervals without both prices. */
export function checkDraft(plans: readonly DraftPlan[], zone: string): DraftProblem[] {
  const unpriced = plans.flatMap(plan =>
    plan.intervals.flatMap(({ fromQuarter, toQuarter, electricity, service }): DraftProblem[] =>
      electricity === null || service === null ? [{ code: 'no-price', plan: plan.key, fromQuarter, toQuarter }] : [],
    ),
  )
  // The check needs a version id, but a draft has none.
  return [...checkTariff({ versionId: 'draft', zone, days: plans.map(plan => planOf(plan, '0')) }), ...unpriced]
}

/**
 * Returns the tariff that a complete draft becomes.
 * @throws PricingError `pricing.no-price` for an interval without a price; `checkDraft` names it beforehand
 */
export function tariffOfDraft(plans: readonly DraftPlan[], versionId: string, zone: string): Tariff {
  return { versionId, zone, days: plans.map(plan => planOf(plan, null)) }
}

/**
 * Returns the plan with parsed prices.
 * @param missing price of an interval that has none; null: it is an error
 */
export function planOf({ key, when, intervals }: DraftPlan, missing: string | null): DayPlan {
  const priced = intervals.map((interval): TariffInterval => {
    const electricity = priceOf(interval.electricity ?? missing, key)
    return { ...interval, electricity, service: priceOf(interval.service ?? missing, key) }
  })
  return when === undefined ? { key, intervals: priced } : { key, when: conditionOf(when), intervals: priced }
}

/** Returns the condition of a draft. Days that do not exist are kept, so that `checkTariff` reports them. */
function conditionOf({ months, weekdays, dates }: DraftCondition): DayCondition {
  return {
    ...(months === undefined ? {} : { months }),
    ...(weekdays === undefined ? {} : { weekdays }),
    // The check refuses texts that are not days, so none reaches rating.
    ...(dates === undefined ? {} : { dates: dates as DayCondition['dates'] & readonly string[] }),
  }
}

function priceOf(text: string | null, plan: string): Price {
  if (text === null) throw new PricingError('pricing.no-price', `plan ${plan} has an interval without a price`)
  return parsePrice(text)
}

/** Returns whether a text is a price: not negative, at most six decimals, within the range of prices. */
export const isPriceText = (text: string): boolean => priceFault(text) === null

export type PriceFault = 'tooManyDecimals' | 'tooSmall' | 'tooBig' | 'notADecimal'

/** Bounds that the messages of faults name: a price is 0 to 10,000 CNY/kWh with at most six decimals. */
export const PRICE_BOUNDS = {
  tooManyDecimals: { max: PRICE_SCALE },
  tooSmall: { min: 0 },
  tooBig: { max: 10_000 },
  notADecimal: {},
} as const satisfies Readonly<Record<PriceFault, { min?: number; max?: number }>>

const FAULTS: Readonly<Partial<Record<UnitError['code'], PriceFault>>> = {
  'money.too-many-decimals': 'tooManyDecimals',
  'money.out-of-range': 'tooBig',
}

/** Returns the error of a typed price as a key of `kernel.field`; null for a valid price. */
export function priceFault(text: string): PriceFault | null {
  try {
    return parsePrice(text) < 0n || text.startsWith('-') ? 'tooSmall' : null
  } catch (error) {
    if (!(error instanceof UnitError)) throw error
    const isBelow = error.code === 'money.out-of-range' && text.startsWith('-')
    return isBelow ? 'tooSmall' : (FAULTS[error.code] ?? 'notADecimal')
  }
}

/** Returns the texts of a list that are not days, for the editor to mark. */
export function badDays(dates: readonly string[]): string[] {
  return dates.filter(day => !isBusinessDay(day))
}
