import { PERIOD_KINDS, QUARTERS_PER_DAY } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DraftPlan } from '../../contract/index.ts'
import {
  addPlan,
  clearRange,
  draftPlansOf,
  type Edit,
  editOf,
  paint,
  removePlan,
  setBasePrice,
  setOwnPrice,
} from './edit-model.ts'
import { mergeEdits } from './merge-edits.ts'

const STORED: DraftPlan[] = ['weekend', 'default'].map(key => ({
  key,
  ...(key === 'weekend' ? { when: { weekdays: [6, 7] } } : {}),
  intervals: [
    { fromQuarter: 0, toQuarter: 40, period: 'G', electricity: '0.3', service: '0.2' },
    { fromQuarter: 40, toQuarter: 96, period: 'P', electricity: '0.7', service: '0.2' },
  ],
}))
/** What a colleague saved, as it is read again. */
const stored = (edit: Edit): Edit => editOf(draftPlansOf(edit))
const idOf = (edit: Edit, key: string): number => edit.plans.find(plan => plan.key === key)?.id ?? 0
/** Returns what a quarter costs: `P 0.7+0.2`; null where it has no period. */
function costOf(edit: Edit, key: string, q: number): string | null {
  const cell = edit.plans.find(plan => plan.key === key)?.cells[q]
  if (!cell) return null
  const { electricity, service } = cell.own ?? edit.base[cell.period]
  return `${cell.period} ${electricity}+${service}`
}
const shown = (one: { period: string; electricity: string | null; service: string | null } | null): string | null =>
  one && `${one.period} ${one.electricity}+${one.service}`

describe('own prices over most of a period', () => {
  const base = editOf(STORED)
  const id = idOf(base, 'default')

  it('are no new price of the period: what I painted costs what I saw', () => {
    const mine = paint(base, id, { from: 0, to: 8 }, 'P')
    const theirs = stored(
      [id, idOf(base, 'weekend')].reduce(
        (edit, plan) => setOwnPrice(edit, plan, { from: 40, to: 80 }, { electricity: '0.5', service: '0.2' }),
        base,
      ),
    )
    const { merged, conflicts } = mergeEdits({ base, mine, theirs })
    expect(conflicts).toEqual([])
    expect([3, 60, 90].map(q => costOf(merged, 'default', q))).toEqual(['P 0.7+0.2', 'P 0.5+0.2', 'P 0.7+0.2'])
  })

  it('are asked about where I changed the price of the period; the others have mine', () => {
    const mine = setBasePrice(base, 'P', 'electricity', '0.9')
    const theirs = stored(
      [id, idOf(base, 'weekend')].reduce(
        (edit, plan) => setOwnPrice(edit, plan, { from: 40, to: 80 }, { electricity: '0.7', service: '0.1' }),
        base,
      ),
    )
    const { merged, conflicts } = mergeEdits({ base, mine, theirs })
    expect(conflicts).toMatchObject(
      ['weekend', 'default'].map(plan => ({
        plan,
        from: 40,
        to: 80,
        mine: { electricity: '0.9', service: '0.2' },
        theirs: { electricity: '0.7', service: '0.1' },
      })),
    )
    expect(costOf(merged, 'default', 90)).toBe('P 0.9+0.2')
    const chosen = mergeEdits({ base, mine, theirs }, { 'default|40': 'theirs' }).merged
    expect(['weekend', 'default'].map(key => costOf(chosen, key, 60))).toEqual(['P 0.9+0.2', 'P 0.7+0.1'])
  })

  it('stay what they are in the next merge, which begins with what was read again', () => {
    const theirs = stored(
      [id, idOf(base, 'weekend')].reduce(
        (edit, plan) => setOwnPrice(edit, plan, { from: 40, to: 80 }, { electricity: '0.5', service: '0.2' }),
        base,
      ),
    )
    const mine = mergeEdits({ base, mine: paint(base, id, { from: 0, to: 4 }, 'P'), theirs }).merged
    const next = mergeEdits({ base: theirs, mine, theirs: stored(setBasePrice(theirs, 'G', 'service', '0.4')) })
    expect(next.conflicts).toEqual([])
    expect(next.merged.base).toMatchObject({ P: { electricity: '0.7' }, G: { service: '0.4' } })
    expect([2, 30, 60].map(q => costOf(next.merged, 'default', q))).toEqual(['P 0.7+0.2', 'G 0.3+0.4', 'P 0.5+0.2'])
  })
})

it('a quarter painted with a period whose price the other side changed is asked about, in a new plan too', () => {
  const base = editOf(STORED)
  const painted = paint(base, idOf(base, 'default'), { from: 0, to: 8 }, 'P')
  const mine = addPlan(painted, 'summer', { months: [7] }, idOf(base, 'weekend')).edit
  const theirs = stored(setBasePrice(base, 'P', 'electricity', '0.9'))
  const sides = { base, mine, theirs }
  const { merged, conflicts } = mergeEdits(sides)
  expect(conflicts).toMatchObject([
    { key: 'summer|40', to: 96, mine: { electricity: '0.7' }, theirs: { electricity: '0.9' } },
    { key: 'default|0', to: 8, mine: { electricity: '0.7' }, theirs: { electricity: '0.9' } },
  ])
  expect(costOf(merged, 'default', 3)).toBe('P 0.7+0.2')
  expect(costOf(mergeEdits(sides, { 'default|0': 'theirs' }).merged, 'default', 3)).toBe('P 0.9+0.2')
})

describe('any changes of two sides', () => {
  const anyText = fc.constantFrom('0.3', '0.5', '0.7', '0.9', null)
  const anyRange = fc
    .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
    .map(([a, b]) => ({ from: Math.min(a, b - 1), to: Math.max(a + 1, b) }))
  const anyPlan = fc.constantFrom('weekend', 'default')
  const anyPeriod = fc.constantFrom(...PERIOD_KINDS.filter(period => period !== 'J'))
  const anyPart = fc.constantFrom<['electricity', 'service']>('electricity', 'service')
  const anyChange: fc.Arbitrary<(edit: Edit) => Edit> = fc.oneof(
    fc.tuple(anyPlan, anyRange, anyPeriod).map(
      ([key, range, period]) =>
        (edit: Edit) =>
          paint(edit, idOf(edit, key), range, period),
    ),
    fc.tuple(anyPlan, anyRange).map(
      ([key, range]) =>
        (edit: Edit) =>
          clearRange(edit, idOf(edit, key), range),
    ),
    fc.tuple(anyPlan, anyRange, fc.option(fc.record({ electricity: anyText, service: anyText }))).map(
      ([key, range, pair]) =>
        (edit: Edit) =>
          setOwnPrice(edit, idOf(edit, key), range, pair),
    ),
    fc.tuple(anyPeriod, anyPart, anyText).map(
      ([period, part, text]) =>
        (edit: Edit) =>
          setBasePrice(edit, period, part, text),
    ),
    anyPlan.map(key => (edit: Edit) => addPlan(edit, 'summer', { months: [7] }, idOf(edit, key)).edit),
    anyPlan.map(key => (edit: Edit) => removePlan(edit, idOf(edit, key))),
  )
  const anyChanges = fc.array(anyChange, { maxLength: 4 })
  const anySide = fc.constantFrom<['mine', 'theirs']>('mine', 'theirs')
  const changed = (edit: Edit, changes: readonly ((edit: Edit) => Edit)[]): Edit =>
    changes.reduce((now, change) => change(now), edit)

  /** Returns the quarters of a merge that cost something that their sides do not give them. */
  function wrongIn(sides: { base: Edit; mine: Edit; theirs: Edit }, side: 'mine' | 'theirs'): string[] {
    const { base, mine, theirs } = sides
    const asked = mergeEdits(sides).conflicts.filter(({ kind }) => kind === 'price' || kind === 'plan')
    const first = Object.fromEntries(asked.map(one => [one.key, side]))
    const { conflicts } = mergeEdits(sides, first)
    const { merged, conflicts: told } = mergeEdits(sides, Object.fromEntries(conflicts.map(one => [one.key, side])))
    const prices = told.flatMap(one => (one.kind === 'price' ? [one.period] : []))
    const isOf = (edit: Edit, key: string) => edit.plans.some(plan => plan.key === key)
    function isRight(key: string, q: number): boolean {
      const [was, my, their, now] = [base, mine, theirs, merged].map(edit => costOf(edit, key, q))
      const question = told.flatMap(one =>
        one.kind === 'cells' && one.plan === key && one.from <= q && q < one.to ? [one] : [],
      )[0]
      if (question) return now === shown(question[side])
      if (my === their) return now === my
      // The person has chosen the price of the period.
      if (prices.some(period => period === now?.[0])) return true
      if (!isOf(mine, key) || !isOf(theirs, key))
        // Of a plan that one side removed, what the other has not moved follows the merged prices of periods.
        return was?.[0] === now?.[0] || [my, their].includes(now)
      if (was === my) return now === their
      if (was === their) return now === my
      const partsOf = (cost: string | null | undefined) => cost?.split(/[ +]/) ?? ['none']
      return partsOf(now).every((part, i) => [partsOf(my)[i], partsOf(their)[i]].includes(part))
    }
    return merged.plans.flatMap(({ key }) =>
      Array.from({ length: QUARTERS_PER_DAY }, (_, q) => q).flatMap(q => (isRight(key, q) ? [] : [`${key} ${q}`])),
    )
  }

  it('no quarter gets a price without a question that no side gave it', () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, anyChanges, anySide, (before, ours, others, side) => {
        const base = changed(editOf(STORED), before)
        const theirs = stored(changed(base, others))
        expect(wrongIn({ base, mine: changed(base, ours), theirs }, side)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('nor in the next merge, which begins with what was read again', () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, anyChanges, anyChanges, anySide, (ours, others, later, next, side) => {
        const base = editOf(STORED)
        const theirs = stored(changed(base, others))
        const { merged } = mergeEdits({ base, mine: changed(base, ours), theirs })
        const sides = { base: theirs, mine: changed(merged, later), theirs: stored(changed(theirs, next)) }
        expect(wrongIn(sides, side)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
