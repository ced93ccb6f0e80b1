import type { Price } from '@wattyard/money'
import { isPeriodKind, type PeriodKind, QUARTERS_PER_DAY } from '@wattyard/time'
import { PricingError } from './pricing-error.ts'
import type { ProvinceTemplate, TemplateSeason } from './province-templates.ts'
import type { DayPlan, TariffInterval } from './tariff.ts'

/** Prices per period. Periods that the schedule does not use may be absent. */
export type PeriodPrices = Readonly<
  Partial<Record<PeriodKind, { readonly electricity: Price; readonly service: Price }>>
>

export const TEMPLATE_SLOTS = 48
const QUARTERS_PER_SLOT = QUARTERS_PER_DAY / TEMPLATE_SLOTS

/** Returns the periods that occur in a template, so that the form asks for these prices and no others. */
export function periodsOf(template: ProvinceTemplate): Set<PeriodKind> {
  return new Set(template.seasons.flatMap(season => lettersOf(season.slots)))
}

/**
 * Converts 48 period letters to intervals in quarter-hours; equal neighbours are joined.
 * @throws PricingError `pricing.bad-template` for a wrong length or letter, `pricing.no-price` for a period without price
 */
export function intervalsFromSlots(slots: string, prices: PeriodPrices): TariffInterval[] {
  const intervals: TariffInterval[] = []
  lettersOf(slots).forEach((period, index) => {
    const fromQuarter = index * QUARTERS_PER_SLOT
    const toQuarter = fromQuarter + QUARTERS_PER_SLOT
    const last = intervals.at(-1)
    if (last?.period === period) {
      intervals[intervals.length - 1] = { ...last, toQuarter }
      return
    }
    const price = prices[period]
    if (price === undefined) throw new PricingError('pricing.no-price', `no price for period ${period}`)
    intervals.push({ fromQuarter, toQuarter, period, electricity: price.electricity, service: price.service })
  })
  return intervals
}

/**
 * Returns the day plan of a month (1…12), conditioned on all months of its season.
 * @throws PricingError `pricing.bad-template` when no season has the month; see `intervalsFromSlots`
 */
export function planFromTemplate(template: ProvinceTemplate, month: number, prices: PeriodPrices): DayPlan {
  const season = template.seasons.find(({ months }) => months.includes(month))
  if (season === undefined) throw new PricingError('pricing.bad-template', `${template.key} has no month ${month}`)
  return seasonPlan(season, prices)
}

/**
 * Returns all day plans of a tariff: the season with the most months (the earlier on a tie) becomes the default plan,
 * the others are chosen by month. Holidays and weekends are for the operator to add in front.
 */
export function daysFromTemplate(template: ProvinceTemplate, prices: PeriodPrices): DayPlan[] {
  const [longest, ...rest] = template.seasons.toSorted((a, b) => b.months.length - a.months.length)
  if (longest === undefined) throw new PricingError('pricing.bad-template', `${template.key} has no season`)
  const fallback: DayPlan = { key: 'default', intervals: intervalsFromSlots(longest.slots, prices) }
  return [...rest.map(season => seasonPlan(season, prices)), fallback]
}

function seasonPlan({ months, slots }: TemplateSeason, prices: PeriodPrices): DayPlan {
  return { key: `months-${months.join('-')}`, when: { months }, intervals: intervalsFromSlots(slots, prices) }
}

function lettersOf(slots: string): PeriodKind[] {
  const letters = Array.from(slots)
  if (letters.length !== TEMPLATE_SLOTS) {
    throw new PricingError('pricing.bad-template', `${letters.length} slots are not ${TEMPLATE_SLOTS}`)
  }
  return letters.map(letter => {
    if (!isPeriodKind(letter)) throw new PricingError('pricing.bad-template', `no period ${JSON.stringify(letter)}`)
    return letter
  })
}
