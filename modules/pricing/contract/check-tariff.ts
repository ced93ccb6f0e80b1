import { isBusinessDay, isZone, QUARTERS_PER_DAY } from '@wattyard/time'
import type { DayCondition, DayPlan, Tariff, TariffInterval } from './tariff.ts'

/** 12 months × working day, weekend, holiday, with room for heat days. */
export const MAX_DAY_PLANS = 64
/** Most dates of one plan: ten years of public holidays with their shifted working days. */
export const MAX_DATES_PER_PLAN = 400
export const MAX_KEY_LENGTH = 64

export const TARIFF_PROBLEM_CODES = [
  'gap',
  'overlap',
  'off-grid',
  'negative-price',
  'missing-default-plan',
  'two-default-plans',
  'bad-plan-key',
  'duplicate-plan-key',
  'empty-condition',
  'bad-month',
  'bad-weekday',
  'bad-date',
  'unknown-zone',
  'bad-version-id',
  'too-many-plans',
  'too-many-intervals',
] as const
export type TariffProblemCode = (typeof TARIFF_PROBLEM_CODES)[number]

/** A problem that prevents publication. `plan` is the key of a plan; the quarters give the place in its day. */
export type TariffProblem = {
  readonly code: TariffProblemCode
  readonly plan?: string
  readonly fromQuarter?: number
  readonly toQuarter?: number
}

/**
 * Returns all problems of a tariff in a stable order. Without problems, every instant of every day has exactly one price (I-09).
 * Published versions have passed this check, so rating never finds a gap.
 */
export function checkTariff(tariff: Tariff): TariffProblem[] {
  const problems: TariffProblem[] = []
  if (!isZone(tariff.zone)) problems.push({ code: 'unknown-zone' })
  if (tariff.versionId === '' || tariff.versionId.length > MAX_KEY_LENGTH) problems.push({ code: 'bad-version-id' })
  if (tariff.days.length > MAX_DAY_PLANS) return [...problems, { code: 'too-many-plans' }]
  const defaults = tariff.days.filter(plan => plan.when === undefined)
  if (defaults.length === 0) problems.push({ code: 'missing-default-plan' })
  for (const plan of defaults.slice(1)) problems.push({ code: 'two-default-plans', plan: plan.key })
  const keys = new Set<string>()
  for (const plan of tariff.days) {
    if (keys.has(plan.key)) problems.push({ code: 'duplicate-plan-key', plan: plan.key })
    keys.add(plan.key)
    problems.push(...checkPlan(plan))
  }
  return problems
}

/** Returns the problems of one day plan alone; the day editor runs it on every stroke. */
export function checkPlan(plan: DayPlan): TariffProblem[] {
  const found: Omit<TariffProblem, 'plan'>[] = []
  if (plan.key === '' || plan.key.length > MAX_KEY_LENGTH) found.push({ code: 'bad-plan-key' })
  if (plan.when !== undefined) found.push(...checkCondition(plan.when))
  if (plan.intervals.length > QUARTERS_PER_DAY) found.push({ code: 'too-many-intervals' })
  else found.push(...checkIntervals(plan.intervals))
  return found.map(problem => ({ ...problem, plan: plan.key }))
}

function checkCondition(when: DayCondition): Omit<TariffProblem, 'plan'>[] {
  const found: Omit<TariffProblem, 'plan'>[] = []
  const { months, weekdays, dates } = when
  const parts = [months, weekdays, dates].filter(part => part !== undefined)
  // A condition that never holds, or has no part, is an editing mistake.
  if (parts.length === 0 || parts.some(part => part.length === 0)) found.push({ code: 'empty-condition' })
  if (months?.some(month => !isWhole(month, 1, 12))) found.push({ code: 'bad-month' })
  if (weekdays?.some(weekday => !isWhole(weekday, 1, 7))) found.push({ code: 'bad-weekday' })
  if (dates !== undefined && (dates.length > MAX_DATES_PER_PLAN || !dates.every(isBusinessDay))) {
    found.push({ code: 'bad-date' })
  }
  return found
}

function checkIntervals(intervals: readonly TariffInterval[]): Omit<TariffProblem, 'plan'>[] {
  const found: Omit<TariffProblem, 'plan'>[] = []
  const covers = Array<number>(QUARTERS_PER_DAY).fill(0)
  for (const { fromQuarter, toQuarter, electricity, service } of intervals) {
    const onGrid =
      isWhole(fromQuarter, 0, QUARTERS_PER_DAY - 1) && isWhole(toQuarter, fromQuarter + 1, QUARTERS_PER_DAY)
    if (!onGrid) found.push({ code: 'off-grid', fromQuarter, toQuarter })
    else for (let q = fromQuarter; q < toQuarter; q += 1) covers[q] = (covers[q] ?? 0) + 1
    if (electricity < 0n || service < 0n) found.push({ code: 'negative-price', fromQuarter, toQuarter })
  }
  found.push(...runs(covers, count => count === 0).map(run => ({ code: 'gap' as const, ...run })))
  found.push(...runs(covers, count => count > 1).map(run => ({ code: 'overlap' as const, ...run })))
  return found
}

/** Returns the maximal ranges of quarter-hours for which `wanted` is true. */
function runs(
  covers: readonly number[],
  wanted: (count: number) => boolean,
): { fromQuarter: number; toQuarter: number }[] {
  const found: { fromQuarter: number; toQuarter: number }[] = []
  covers.forEach((count, quarter) => {
    if (!wanted(count)) return
    const last = found.at(-1)
    if (last?.toQuarter === quarter) last.toQuarter = quarter + 1
    else found.push({ fromQuarter: quarter, toQuarter: quarter + 1 })
  })
  return found
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}
