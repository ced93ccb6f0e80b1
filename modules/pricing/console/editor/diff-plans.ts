import { QUARTERS_PER_DAY } from '@wattyard/time'
import type { DraftInterval, DraftPlan } from '../../contract/index.ts'
import { samePriceText } from './edit-model.ts'

export type Priced = Pick<DraftInterval, 'period' | 'electricity' | 'service'>

/** Stretch of the dial that differs between two versions; null means no price. */
export interface Difference {
  readonly from: number
  readonly to: number
  readonly before: Priced | null
  readonly after: Priced | null
}

export interface PlanDifference {
  readonly key: string
  /** An `added` plan is compared with the old default plan, which applied to its days before. */
  readonly kind: 'kept' | 'added' | 'removed'
  readonly differences: readonly Difference[]
}

/** Returns the stretches in which period or price differ; equal neighbours are joined. */
export function differencesOf(before: readonly DraftInterval[], after: readonly DraftInterval[]): Difference[] {
  const found: Difference[] = []
  for (let quarter = 0; quarter < QUARTERS_PER_DAY; quarter += 1) {
    const [old, fresh] = [at(before, quarter), at(after, quarter)]
    if (same(old, fresh)) continue
    const last = found.at(-1)
    if (last?.to === quarter && same(last.before, old) && same(last.after, fresh))
      found[found.length - 1] = { ...last, to: quarter + 1 }
    else found.push({ from: quarter, to: quarter + 1, before: old, after: fresh })
  }
  return found
}

/** Returns what a version changes against another, plan by plan. Plans are matched by their keys. */
export function diffPlans(before: readonly DraftPlan[], after: readonly DraftPlan[]): PlanDifference[] {
  const fallback = before.find(plan => plan.when === undefined)
  const changed = after.map((plan): PlanDifference => {
    const old = before.find(one => one.key === plan.key)
    const differences = differencesOf((old ?? fallback)?.intervals ?? [], plan.intervals)
    return { key: plan.key, kind: old ? 'kept' : 'added', differences }
  })
  const removed = before
    .filter(plan => !after.some(one => one.key === plan.key))
    .map(({ key }): PlanDifference => ({ key, kind: 'removed', differences: [] }))
  return [...changed, ...removed]
}

function at(intervals: readonly DraftInterval[], quarter: number): Priced | null {
  const found = intervals.find(one => one.fromQuarter <= quarter && quarter < one.toQuarter)
  return found ? { period: found.period, electricity: found.electricity, service: found.service } : null
}

function same(a: Priced | null, b: Priced | null): boolean {
  if (a === null || b === null) return a === b
  return a.period === b.period && samePriceText(a.electricity, b.electricity) && samePriceText(a.service, b.service)
}
