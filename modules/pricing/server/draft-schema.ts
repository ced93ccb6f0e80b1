import { wholeInput } from '@wattyard/calls'
import { checkInput, invalid, type Refusal, type MessageRef } from '@wattyard/server-kit'
import { z } from 'zod'
import {
  type DraftPlan,
  MAX_DATES_PER_PLAN,
  MAX_DAY_PLANS,
  MAX_KEY_LENGTH,
  PRICE_BOUNDS,
  priceFault,
} from '../contract/index.ts'

const QUARTERS = 96
/** Most intervals per plan, above the number of quarter-hours, so that drafts can contain overlaps for `checkDraft` to report. */
const MAX_INTERVALS = 192

const quarter = wholeInput(0, QUARTERS)
/** Decimal text, CNY/kWh. With too many decimals, the error states the allowed number. */
const priceText = z
  .string()
  .max(16)
  .superRefine((text, context) => {
    const message = priceFault(text)
    if (message !== null) context.addIssue({ code: 'custom', message, params: PRICE_BOUNDS[message] })
  })
/** Null: not set yet. */
const price = z.union([z.null(), z.literal('').transform(() => null), priceText])
/** Text without control characters and halves of surrogate pairs. */
const key = z
  .string()
  .trim()
  .max(MAX_KEY_LENGTH)
  .refine(text => text.isWellFormed() && !/\p{Cc}/u.test(text), { error: 'forbiddenCharacter' })
/** Format of a day. `checkDraft` checks that the day exists. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'notADay' })

const interval = z.strictObject({
  fromQuarter: quarter,
  toQuarter: quarter,
  period: z.enum(['J', 'F', 'P', 'G', 'S']),
  electricity: price,
  service: price,
})

const condition = z.strictObject({
  months: z.array(wholeInput(1, 12)).max(12).optional(),
  weekdays: z.array(wholeInput(1, 7)).max(7).optional(),
  dates: z.array(day).max(MAX_DATES_PER_PLAN).optional(),
})

const plans = z
  .array(
    z.strictObject({
      key,
      when: condition.optional(),
      intervals: z.array(interval).max(MAX_INTERVALS),
    }),
  )
  .max(MAX_DAY_PLANS)

const pricesOfPeriod = z.strictObject({
  electricity: priceText,
  service: priceText,
})
const periodPrices = z.strictObject({
  J: pricesOfPeriod.optional(),
  F: pricesOfPeriod.optional(),
  P: pricesOfPeriod.optional(),
  G: pricesOfPeriod.optional(),
  S: pricesOfPeriod.optional(),
})

/** Checks a value and reports errors under the input's key: `plans.0.intervals.3.electricity`. */
function checkUnder<T>(key: string, schema: z.ZodType<T>, value: unknown): T {
  return checkInput(z.strictObject({ [key]: schema }) as z.ZodType<Record<string, T>>, { [key]: value })[key] as T // the one key that was checked
}

/** Checks the shape of all day plans. Gaps, overlaps and missing prices are allowed; `checkDraft` reports them. */
export function checkPlans(value: unknown): DraftPlan[] {
  return checkUnder('plans', plans, value)
}

export type PeriodPriceTexts = z.infer<typeof periodPrices>

export function checkPeriodPrices(value: unknown): PeriodPriceTexts {
  return checkUnder('prices', periodPrices, value)
}

/** Returns the refusal for one wrong field. */
export function invalidField(field: string, saying: MessageRef): Refusal {
  return invalid({ [field]: saying })
}
