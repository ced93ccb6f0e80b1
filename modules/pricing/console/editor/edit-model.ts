import { PERIOD_KINDS, type PeriodKind, QUARTERS_PER_DAY, strongerPeriod } from '@wattyard/time'
import type { DraftCondition, DraftInterval, DraftPlan } from '../../contract/index.ts'

/** Electricity and service price as decimal text; null while not set. */
export type Pair = Readonly<Pick<DraftInterval, 'electricity' | 'service'>>

/** Quarter-hour of a plan: empty, or a period with its own price or (`own: null`) with the price of its period. */
export type Cell = { readonly period: PeriodKind; readonly own: Pair | null } | null

/** Quarters `from` ≤ q < `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface EditPlan {
  /** Identity during editing, because the key can be changed. */
  readonly id: number
  readonly key: string
  readonly when: DraftCondition | null
  /** 96 cells. */
  readonly cells: readonly Cell[]
}

/** Content of the editor. Calendars are kept apart from prices, so a price is changed in one place for the whole year. */
export interface Edit {
  readonly plans: readonly EditPlan[]
  readonly base: Readonly<Record<PeriodKind, Pair>>
}

export const DEFAULT_KEY = 'default'
const UNPRICED: Pair = { electricity: null, service: null }
let lastId = 0
/** Returns an identity that no plan had: content with plans of the same identity was made from each other by editing. */
export const newPlanId = (): number => ++lastId

export function samePair(a: Pair, b: Pair): boolean {
  return a.electricity === b.electricity && a.service === b.service
}

/** Compares prices as numbers: `0.5` and `0.50000` are the same price. */
export const samePriceText = (a: string | null, b: string | null): boolean => plain(a) === plain(b)

function plain(text: string | null): string | null {
  return text === null ? null : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}

/** Returns the price of a cell: its own, or else the price of its period. */
export function pairOf(edit: Pick<Edit, 'base'>, cell: Cell): Pair | null {
  return cell === null ? null : (cell.own ?? edit.base[cell.period])
}

/**
 * Converts stored plans for the editor. The price that most quarters of a period have becomes the price of the period; the others
 * stay as own prices. Where stored intervals overlap, the stronger period is kept, as in a published schedule.
 */
export function editOf(plans: readonly DraftPlan[]): Edit {
  const dials = plans.map(plan => dialOf(plan.intervals))
  const base = baseOf(dials.flat())
  const cellOf = (interval: DraftInterval | null): Cell => {
    if (interval === null) return null
    const { period, electricity, service } = interval
    const pair = { electricity, service }
    return { period, own: samePair(pair, base[period]) ? null : pair }
  }
  return {
    base,
    plans: plans.map(({ key, when }, i) => ({
      id: newPlanId(),
      key,
      when: when ?? null,
      cells: (dials[i] ?? []).map(cellOf),
    })),
  }
}

function dialOf(intervals: readonly DraftInterval[]): (DraftInterval | null)[] {
  const dial = Array<DraftInterval | null>(QUARTERS_PER_DAY).fill(null)
  for (const interval of intervals) {
    for (let q = interval.fromQuarter; q < interval.toQuarter && q < QUARTERS_PER_DAY; q += 1) {
      const there = dial[q]
      if (!there || strongerPeriod(there.period, interval.period) !== there.period) dial[q] = interval
    }
  }
  return dial
}

function baseOf(quarters: readonly (DraftInterval | null)[]): Record<PeriodKind, Pair> {
  const commonest = (period: PeriodKind): Pair => {
    const counts = new Map<string, { pair: Pair; count: number }>()
    for (const interval of quarters) {
      if (interval?.period !== period) continue
      const pair = { electricity: interval.electricity, service: interval.service }
      const key = `${pair.electricity}/${pair.service}`
      const found = counts.get(key)
      if (found) found.count += 1
      else counts.set(key, { pair, count: 1 })
    }
    return [...counts.values()].reduce((best, one) => (one.count > best.count ? one : best), {
      pair: UNPRICED,
      count: 0,
    }).pair
  }
  return { J: commonest('J'), F: commonest('F'), P: commonest('P'), G: commonest('G'), S: commonest('S') }
}

/** Returns the plans to save. Neighbours with the same period and prices become one interval. */
export function draftPlansOf(edit: Edit): DraftPlan[] {
  return edit.plans.map(({ key, when, cells }) => ({
    key,
    ...(when === null ? {} : { when }),
    intervals: intervalsOf(edit, cells),
  }))
}

export function intervalsOf(edit: Pick<Edit, 'base'>, cells: readonly Cell[]): DraftInterval[] {
  const intervals: DraftInterval[] = []
  cells.forEach((cell, quarter) => {
    const pair = pairOf(edit, cell)
    if (cell === null || pair === null) return
    const last = intervals.at(-1)
    if (last?.toQuarter === quarter && last.period === cell.period && samePair(last, pair))
      intervals[intervals.length - 1] = { ...last, toQuarter: quarter + 1 }
    else intervals.push({ fromQuarter: quarter, toQuarter: quarter + 1, period: cell.period, ...pair })
  })
  return intervals
}

function changeCells(edit: Edit, planId: number, { from, to }: Range, change: (cell: Cell) => Cell): Edit {
  const plans = edit.plans.map(plan =>
    plan.id === planId
      ? { ...plan, cells: plan.cells.map((cell, q) => (q >= from && q < to ? change(cell) : cell)) }
      : plan,
  )
  return { ...edit, plans }
}

/** Paints a period over a range. A cell that already has the period keeps its own price. */
export function paint(edit: Edit, planId: number, range: Range, period: PeriodKind): Edit {
  return changeCells(edit, planId, range, cell => (cell?.period === period ? cell : { period, own: null }))
}

export function clearRange(edit: Edit, planId: number, range: Range): Edit {
  return changeCells(edit, planId, range, () => null)
}

/** Sets an own price for the cells of a range, or with null returns them to the price of their period. Empty cells stay empty. */
export function setOwnPrice(edit: Edit, planId: number, range: Range, pair: Pair | null): Edit {
  return changeCells(edit, planId, range, cell => {
    if (cell === null) return null
    return { ...cell, own: pair === null || samePair(pair, edit.base[cell.period]) ? null : pair }
  })
}

/** Sets the price of a period in every plan. */
export function setBasePrice(edit: Edit, period: PeriodKind, part: keyof Pair, text: string | null): Edit {
  return { ...edit, base: { ...edit.base, [period]: { ...edit.base[period], [part]: text } } }
}

/** Adds a plan in front of the others, so that it has precedence: a copy of another plan, or empty. */
export function addPlan(
  edit: Edit,
  key: string,
  when: DraftCondition | null,
  copyOf: number | null,
): { edit: Edit; id: number } {
  const id = newPlanId()
  const cells = edit.plans.find(plan => plan.id === copyOf)?.cells ?? Array<Cell>(QUARTERS_PER_DAY).fill(null)
  return { edit: { ...edit, plans: [{ id, key: freeKey(edit, key), when, cells }, ...edit.plans] }, id }
}

/** Returns a key that no other plan has: `summer`, `summer-2`, … */
export function freeKey(edit: Pick<Edit, 'plans'>, wanted: string): string {
  const taken = new Set(edit.plans.map(plan => plan.key))
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(key)) return key
  }
}

export function removePlan(edit: Edit, planId: number): Edit {
  return { ...edit, plans: edit.plans.filter(plan => plan.id !== planId) }
}

export function changePlan(edit: Edit, planId: number, change: Partial<Pick<EditPlan, 'key' | 'when'>>): Edit {
  return { ...edit, plans: edit.plans.map(plan => (plan.id === planId ? { ...plan, ...change } : plan)) }
}

/** Moves a plan one place towards the front (−1) or the back (1). The order is the priority. */
export function movePlan(edit: Edit, planId: number, by: -1 | 1): Edit {
  const at = edit.plans.findIndex(plan => plan.id === planId)
  const [plan, other] = [edit.plans[at], edit.plans[at + by]]
  if (!plan || !other) return edit
  const plans = [...edit.plans]
  plans[at] = other
  plans[at + by] = plan
  return { ...edit, plans }
}

/** Replaces the calendars and keeps the prices. A period without a price stays without one. */
export function replaceCalendars(edit: Edit, plans: readonly DraftPlan[]): Edit {
  const fresh = editOf(plans)
  return {
    base: edit.base,
    plans: fresh.plans.map(plan => ({
      ...plan,
      cells: plan.cells.map(cell => cell && { period: cell.period, own: null }),
    })),
  }
}

/** Returns the periods that at least one plan uses, in their fixed order. */
export function usedPeriods(edit: Pick<Edit, 'plans'>): PeriodKind[] {
  const used = new Set(edit.plans.flatMap(plan => plan.cells.map(cell => cell?.period)))
  return PERIOD_KINDS.filter(period => used.has(period))
}

/** Returns the stretches of equal cells, for drawing. */
export function runsOf(cells: readonly Cell[]): { readonly from: number; readonly to: number; readonly cell: Cell }[] {
  const runs: { from: number; to: number; cell: Cell }[] = []
  cells.forEach((cell, quarter) => {
    const last = runs.at(-1)
    if (last && sameCell(last.cell, cell)) last.to = quarter + 1
    else runs.push({ from: quarter, to: quarter + 1, cell })
  })
  return runs
}

function sameCell(a: Cell, b: Cell): boolean {
  if (a === null || b === null) return a === b
  if (a.period !== b.period) return false
  return a.own === null || b.own === null ? a.own === b.own : samePair(a.own, b.own)
}
