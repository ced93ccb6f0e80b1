import { type FieldConflict, mergeFields, type Side } from '@wattyard/console-kit'
import { PERIOD_KINDS, type PeriodKind } from '@wattyard/time'
import type { DraftCondition } from '../../contract/index.ts'
import { type Cell, type Edit, type EditPlan, pairOf, type Pair, samePriceText, usedPeriods } from './edit-model.ts'

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
  | {
      readonly kind: 'cells'
      readonly key: string
      readonly plan: string
      readonly from: number
      readonly to: number
      readonly mine: Priced | null
      readonly theirs: Priced | null
    }
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

export interface Priced extends Pair {
  readonly period: PeriodKind
}

const PARTS = ['electricity', 'service'] as const

/** Returns the plans by the key that they had when both sides began. */
function plansByName(edit: Edit, base: Edit): Map<string, EditPlan> {
  const former = new Map(base.plans.map(plan => [plan.id, plan.key]))
  return new Map(edit.plans.map(plan => [former.get(plan.id) ?? plan.key, plan]))
}

/** Returns the prices of the periods. A stored draft has none of unused periods, so those count as unchanged. */
function pricesOf(edit: Edit, unused: Edit | null): Map<string, string | null> {
  const used = new Set(usedPeriods(edit))
  return new Map(
    PERIOD_KINDS.flatMap(period =>
      PARTS.map((part): [string, string | null] => {
        const { base } = unused && !used.has(period) ? unused : edit
        return [`${period}.${part}`, base[period][part]]
      }),
    ),
  )
}

const sameText = (a: string | null, b: string | null): boolean => samePriceText(a, b)
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function sameCell(a: Cell, b: Cell): boolean {
  if (a === null || b === null) return a === b
  if (a.period !== b.period) return false
  if (a.own === null || b.own === null) return a.own === b.own
  return sameText(a.own.electricity, b.own.electricity) && sameText(a.own.service, b.own.service)
}

const samePlan = (a: EditPlan, b: EditPlan): boolean =>
  a.key === b.key && sameJson(a.when, b.when) && a.cells.every((cell, q) => sameCell(cell, b.cells[q] ?? null))

const cellsOf = ({ cells }: EditPlan): Map<string, Cell> => new Map(cells.map((cell, q) => [String(q), cell]))

/** Merges one plan that both sides still have. */
function mergePlan(
  name: string,
  [base, mine, theirs]: readonly [EditPlan | undefined, EditPlan, EditPlan],
  edits: Sides,
  choices: Choices,
): { plan: EditPlan; conflicts: EditConflict[] } {
  const none = base ?? { cells: [], when: undefined, key: undefined }
  const cells: [Map<string, Cell>, Map<string, Cell>, Map<string, Cell>] = [
    new Map(none.cells.map((cell, q) => [String(q), cell])),
    cellsOf(mine),
    cellsOf(theirs),
  ]
  const runs = runsOfConflicts(name, mergeFields(...cells, sameCell).conflicts, edits)
  const chosen: Record<string, Side> = {}
  for (const run of runs) for (let q = run.from; q < run.to; q += 1) chosen[String(q)] = choices[run.key] ?? 'mine'
  const { merged } = mergeFields(...cells, sameCell, chosen)
  const daysKey = `${name}|days`
  const areDaysMine = !sameJson(none.when, mine.when)
  const isConflict = areDaysMine && !sameJson(none.when, theirs.when) && !sameJson(mine.when, theirs.when)
  const takesMine = isConflict ? choices[daysKey] !== 'theirs' : areDaysMine
  const days: EditConflict[] = isConflict
    ? [{ kind: 'days', key: daysKey, plan: name, mine: mine.when, theirs: theirs.when }]
    : []
  const plan = {
    id: mine.id,
    key: mine.key === none.key ? theirs.key : mine.key,
    when: takesMine ? mine.when : theirs.when,
    cells: mine.cells.map((_, q) => merged.get(String(q)) ?? null),
  }
  return { plan, conflicts: [...days, ...runs] }
}

type CellConflict = Extract<EditConflict, { kind: 'cells' }>

/** Joins neighbouring quarters with the same two values to one conflict. */
function runsOfConflicts(
  plan: string,
  conflicts: readonly FieldConflict<Cell>[],
  { mine, theirs }: Sides,
): CellConflict[] {
  const runs: CellConflict[] = []
  for (const one of conflicts.toSorted((a, b) => Number(a.key) - Number(b.key))) {
    const quarter = Number(one.key)
    const [my, their] = [pricedOf(mine, one.mine ?? null), pricedOf(theirs, one.theirs ?? null)]
    const last = runs.at(-1)
    if (last?.to === quarter && sameJson(last.mine, my) && sameJson(last.theirs, their))
      runs[runs.length - 1] = { ...last, to: quarter + 1 }
    else
      runs.push({
        kind: 'cells',
        key: `${plan}|${quarter}`,
        plan,
        from: quarter,
        to: quarter + 1,
        mine: my,
        theirs: their,
      })
  }
  return runs
}

function pricedOf(edit: Edit, cell: Cell): Priced | null {
  const pair = pairOf(edit, cell)
  return cell === null || pair === null ? null : { period: cell.period, ...pair }
}

/** Decides on one plan by its name: merged where both have it, else whole. */
function decidePlan(
  name: string,
  [base, mine, theirs]: readonly [EditPlan | undefined, EditPlan | undefined, EditPlan | undefined],
  edits: Sides,
  choices: Choices,
): { plan: EditPlan | undefined; conflicts: EditConflict[] } {
  if (mine && theirs) return mergePlan(name, [base, mine, theirs], edits, choices)
  const key = `${name}|plan`
  const left = mine ?? theirs
  if (!base || !left) return { plan: left, conflicts: [] }
  // One side has removed the plan; that stands where the other has not changed it.
  if (samePlan(base, left)) return { plan: undefined, conflicts: [] }
  const plan = (choices[key] ?? 'mine') === 'mine' ? mine : theirs
  return { plan, conflicts: [{ kind: 'plan', key, plan: name, mine, theirs }] }
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
 * both changed differently is a conflict, in which mine stays unless theirs is chosen by the conflict's key.
 */
export function mergeEdits(
  sides: Sides,
  choices: Choices = {},
): { readonly merged: Edit; readonly conflicts: readonly EditConflict[] } {
  const { base, mine, theirs } = sides
  const prices = mergeFields(pricesOf(base, null), pricesOf(mine, null), pricesOf(theirs, base), sameText, choices)
  const priceOf = (period: PeriodKind): Pair => ({
    electricity: prices.merged.get(`${period}.electricity`) ?? null,
    service: prices.merged.get(`${period}.service`) ?? null,
  })
  const [before, ours, others] = [plansByName(base, base), plansByName(mine, base), plansByName(theirs, base)]
  const order = orderOf([...before.keys()], [...ours.keys()], [...others.keys()])
  const decided = order.map(name =>
    decidePlan(name, [before.get(name), ours.get(name), others.get(name)], sides, choices),
  )
  const ofPrices = prices.conflicts.map((one): EditConflict => {
    const [period, part] = one.key.split('.') as [PeriodKind, keyof Pair] // made by pricesOf
    return { kind: 'price', key: one.key, period, part, mine: one.mine ?? null, theirs: one.theirs ?? null }
  })
  return {
    merged: {
      base: { J: priceOf('J'), F: priceOf('F'), P: priceOf('P'), G: priceOf('G'), S: priceOf('S') },
      plans: decided.flatMap(({ plan }) => plan ?? []),
    },
    conflicts: [...ofPrices, ...decided.flatMap(({ conflicts }) => conflicts)],
  }
}
