import { mergeFields, type Side } from '@wattyard/console-kit'
import { PERIOD_KINDS, type PeriodKind } from '@wattyard/time'
import type { DraftCondition } from '../../contract/index.ts'
import { type Edit, type EditPlan, newPlanId, type Pair, samePriceText } from './edit-model.ts'
import { inTermsOf, PARTS, sameCell } from './edit-terms.ts'
import { type CellConflict, type Decided, mergeCells } from './merge-cells.ts'

interface Sides {
  /** Content that both began with. */
  readonly base: Edit
  readonly mine: Edit
  readonly theirs: Edit
}

type Choices = Readonly<Record<string, Side>>

/** A place that both sides changed differently. `plan` is the plan's key; `undefined` of a plan: that side has removed it. */
export type EditConflict =
  | {
      readonly kind: 'price'
      readonly key: string
      readonly period: PeriodKind
      readonly part: keyof Pair
      readonly mine: string | null
      readonly theirs: string | null
    }
  | CellConflict
  | {
      readonly kind: 'days'
      readonly key: string
      readonly plan: string
      readonly mine: DraftCondition | null
      readonly theirs: DraftCondition | null
    }
  | {
      readonly kind: 'plan'
      readonly key: string
      readonly plan: string
      readonly mine: EditPlan | undefined
      readonly theirs: EditPlan | undefined
    }

/** Returns the plans by the key that they had when both sides began. */
function plansByName(edit: Edit, base: Edit): Map<string, EditPlan> {
  const former = new Map(base.plans.map(plan => [plan.id, plan.key]))
  return new Map(edit.plans.map(plan => [former.get(plan.id) ?? plan.key, plan]))
}

function pricesOf({ base }: Edit): Map<string, string | null> {
  return new Map(
    PERIOD_KINDS.flatMap(period =>
      PARTS.map((part): [string, string | null] => [`${period}.${part}`, base[period][part]]),
    ),
  )
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const samePlan = (a: EditPlan, b: EditPlan): boolean =>
  a.key === b.key && sameJson(a.when, b.when) && a.cells.every((cell, q) => sameCell(cell, b.cells[q] ?? null))

/** Merges one plan that both sides still have. */
function mergePlan(
  name: string,
  [base, mine, theirs]: readonly [EditPlan | undefined, EditPlan, EditPlan],
  decided: Decided,
): { plan: EditPlan; conflicts: EditConflict[] } {
  const daysKey = `${name}|days`
  const areDaysMine = !sameJson(base?.when, mine.when)
  const isConflict = areDaysMine && !sameJson(base?.when, theirs.when) && !sameJson(mine.when, theirs.when)
  const takesMine = isConflict ? decided.choices[daysKey] !== 'theirs' : areDaysMine
  const days: EditConflict[] = isConflict
    ? [{ kind: 'days', key: daysKey, plan: name, mine: mine.when, theirs: theirs.when }]
    : []
  const { cells, conflicts } = mergeCells(name, [base?.cells ?? [], mine.cells, theirs.cells], decided)
  const plan = {
    id: mine.id,
    key: mine.key === base?.key ? theirs.key : mine.key,
    when: takesMine ? mine.when : theirs.when,
    cells,
  }
  return { plan, conflicts: [...days, ...conflicts] }
}

/** Decides on one plan by its name: merged where both have it, else whole. */
function decidePlan(
  name: string,
  [base, mine, theirs]: readonly [EditPlan | undefined, EditPlan | undefined, EditPlan | undefined],
  decided: Decided,
): { plan: EditPlan | undefined; conflicts: EditConflict[] } {
  if (mine && theirs) return mergePlan(name, [base, mine, theirs], decided)
  const left = mine ?? theirs
  // One side has removed the plan; that stands where the other has not changed it.
  if (!left || (base && samePlan(base, left))) return { plan: undefined, conflicts: [] }
  const key = `${name}|plan`
  const asked: EditConflict[] = base ? [{ kind: 'plan', key, plan: name, mine, theirs }] : []
  const isKept = !base || ((decided.choices[key] ?? 'mine') === 'mine' ? mine : theirs) !== undefined
  if (!isKept) return { plan: undefined, conflicts: asked }
  // The side without the plan has moved none of its quarters, but perhaps changed prices that they follow.
  const before = base?.cells ?? left.cells.map(() => null)
  const { cells, conflicts } = mergeCells(name, [before, mine?.cells ?? before, theirs?.cells ?? before], decided)
  return { plan: { ...left, id: mine?.id ?? newPlanId(), cells }, conflicts: [...asked, ...conflicts] }
}

/** Returns the names of all plans in their order: mine if it was changed here, else theirs; the other side's new ones first. */
function orderOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const isMine = !sameJson(
    base.filter(name => mine.includes(name)),
    mine.filter(name => base.includes(name)),
  )
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine]
  return [...second.filter(name => !first.includes(name)), ...first]
}

/**
 * Returns both sides' changes of a draft, field by field as forms merge: prices of periods, days of plans, and quarters. What
 * both changed differently is a conflict, in which mine stays unless theirs is chosen by the conflict's key. No quarter gets a
 * price without a question that neither side gave it (`mergeCells`).
 */
export function mergeEdits(
  { base: read, mine, theirs: readAgain }: Sides,
  choices: Choices = {},
): { readonly merged: Edit; readonly conflicts: readonly EditConflict[] } {
  const base = inTermsOf(read, mine)
  const theirs = inTermsOf(readAgain, base)
  const fields = mergeFields(pricesOf(base), pricesOf(mine), pricesOf(theirs), samePriceText, choices)
  const priceOf = (period: PeriodKind): Pair => ({
    electricity: fields.merged.get(`${period}.electricity`) ?? null,
    service: fields.merged.get(`${period}.service`) ?? null,
  })
  const prices = { J: priceOf('J'), F: priceOf('F'), P: priceOf('P'), G: priceOf('G'), S: priceOf('S') }
  const asked = new Set(fields.conflicts.map(({ key }) => key))
  const decided = { base, mine, theirs, prices, asked, choices }
  const [before, ours, others] = [plansByName(base, base), plansByName(mine, base), plansByName(theirs, base)]
  const order = orderOf([...before.keys()], [...ours.keys()], [...others.keys()])
  const plans = order.map(name => decidePlan(name, [before.get(name), ours.get(name), others.get(name)], decided))
  const ofPrices = fields.conflicts.map((one): EditConflict => {
    const [period, part] = one.key.split('.') as [PeriodKind, keyof Pair] // made by pricesOf
    return { kind: 'price', key: one.key, period, part, mine: one.mine ?? null, theirs: one.theirs ?? null }
  })
  return {
    merged: { base: prices, plans: plans.flatMap(({ plan }) => plan ?? []) },
    conflicts: [...ofPrices, ...plans.flatMap(({ conflicts }) => conflicts)],
  }
}
