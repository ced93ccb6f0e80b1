import { PERIOD_KINDS } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftOf, type DraftPlan } from '../../contract/index.ts'
import { aPlan } from '../../testing/a-tariff.ts'
import { anyTariff } from '../../testing/arbitraries.ts'
import { differencesOf, diffPlans } from './diff-plans.ts'
import {
  addPlan,
  clearRange,
  draftPlansOf,
  type Edit,
  editOf,
  movePlan,
  paint,
  replaceCalendars,
  runsOf,
  setBasePrice,
  setOwnPrice,
  usedPeriods,
} from './edit-model.ts'
import { begin, MAX_STEPS, redo, step, undo } from './history.ts'

const sample = (): Edit => editOf(draftOf([aPlan()]))
const first = (edit: Edit) => edit.plans[0]!
/** Returns plans as values, without the divisions between equal neighbours. */
const quarters = (plans: readonly DraftPlan[]) =>
  plans.map(({ key, when, intervals }) => ({
    key,
    when,
    dial: Array.from({ length: 96 }, (_, q) => {
      const found = intervals.find(one => one.fromQuarter <= q && q < one.toQuarter)
      return found && [found.period, found.electricity, found.service]
    }),
  }))

describe('stored plans and the editor', () => {
  it('opening and saving changes nothing', () => {
    fc.assert(
      fc.property(anyTariff, tariff => {
        const plans = draftOf(tariff.days)
        expect(quarters(draftPlansOf(editOf(plans)))).toEqual(quarters(plans))
      }),
      { numRuns: 50 },
    )
  })

  it('the most frequent price of a period is the period’s, the others stay own prices', () => {
    const plans = draftOf([aPlan()])
    const odd = {
      ...plans[0]!,
      intervals: plans[0]!.intervals.map((one, i) => (i === 0 ? { ...one, fromQuarter: 4 } : one)),
    }
    const edit = editOf([
      { ...odd, intervals: [{ ...odd.intervals[0]!, fromQuarter: 0, toQuarter: 4, service: '0.1' }, ...odd.intervals] },
    ])
    expect(edit.base.G).toEqual({ electricity: '0.42570', service: '0.50000' })
    expect(
      first(edit)
        .cells.slice(2, 6)
        .map(cell => cell?.own?.service ?? null),
    ).toEqual(['0.1', '0.1', null, null])
  })

  it('of overlapping intervals the stronger period is shown', () => {
    const interval = { electricity: '1', service: '0', fromQuarter: 0, toQuarter: 96 }
    const edit = editOf([
      {
        key: 'default',
        intervals: [
          { ...interval, period: 'P' },
          { ...interval, period: 'J', fromQuarter: 40, toQuarter: 48 },
          { ...interval, period: 'F', fromQuarter: 36, toQuarter: 44 },
        ],
      },
    ])
    expect(runsOf(first(edit).cells).map(run => [run.from, run.to, run.cell?.period])).toEqual([
      [0, 36, 'P'],
      [36, 40, 'F'],
      [40, 48, 'J'],
      [48, 96, 'P'],
    ])
  })
})

describe('strokes', () => {
  it('paints, clears and prices a range, and nothing outside it', () => {
    const range = fc
      .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
      .map(([a, b]) => ({ from: Math.min(a, b - 1), to: Math.max(a + 1, b) }))
    fc.assert(
      fc.property(range, fc.constantFrom(...PERIOD_KINDS), (stroke, period) => {
        const edit = sample()
        const { id } = first(edit)
        const changed = (next: Edit) =>
          first(next).cells.flatMap((cell, q) => (cell === first(edit).cells[q] ? [] : [q]))
        const inStroke = (q: number) => q >= stroke.from && q < stroke.to
        const own = { electricity: '9', service: '9' }
        for (const next of [
          paint(edit, id, stroke, period),
          clearRange(edit, id, stroke),
          setOwnPrice(edit, id, stroke, own),
        ])
          expect(changed(next).every(inStroke)).toBe(true)
        const within = (next: Edit) => first(next).cells.slice(stroke.from, stroke.to)
        expect(within(paint(edit, id, stroke, period)).every(cell => cell?.period === period)).toBe(true)
        expect(within(clearRange(edit, id, stroke)).every(cell => cell === null)).toBe(true)
        expect(within(setOwnPrice(edit, id, stroke, own)).every(cell => cell?.own?.service === '9')).toBe(true)
      }),
    )
  })

  it('a period’s price applies to every plan but not to own prices', () => {
    const edit = sample()
    const weekend = addPlan(edit, 'weekend', { weekdays: [6, 7] }, first(edit).id)
    const special = setOwnPrice(weekend.edit, weekend.id, { from: 0, to: 4 }, { electricity: '0.1', service: '0.2' })
    const [one, all] = draftPlansOf(setBasePrice(special, 'G', 'service', '0.7'))
    expect(one?.intervals.slice(0, 2).map(interval => [interval.toQuarter, interval.service])).toEqual([
      [4, '0.2'],
      [32, '0.7'],
    ])
    expect(all?.intervals[0]).toMatchObject({ period: 'G', service: '0.7', toQuarter: 32 })
    expect(runsOf(setOwnPrice(special, weekend.id, { from: 0, to: 96 }, null).plans[0]!.cells)[0]).toMatchObject({
      to: 32,
    })
  })

  it('plans keep an order, which is their priority, and keys that are unique', () => {
    const edit = sample()
    const a = addPlan(edit, 'summer', { months: [7] }, null)
    const b = addPlan(a.edit, 'summer', { months: [8] }, null)
    expect(b.edit.plans.map(plan => plan.key)).toEqual(['summer-2', 'summer', 'default'])
    expect(movePlan(b.edit, a.id, -1).plans.map(plan => plan.key)).toEqual(['summer', 'summer-2', 'default'])
    expect(movePlan(b.edit, b.id, -1)).toBe(b.edit)
    expect(draftPlansOf(b.edit)[0]).toEqual({ key: 'summer-2', when: { months: [8] }, intervals: [] })
  })

  it('a new calendar keeps the existing prices', () => {
    const flat = draftOf([aPlan({ slots: 'S'.repeat(24) + 'G'.repeat(24) })])
    const next = replaceCalendars(setBasePrice(sample(), 'G', 'electricity', '0.3'), flat)
    expect(usedPeriods(next)).toEqual(['G', 'S'])
    expect(draftPlansOf(next)[0]?.intervals.map(one => [one.period, one.electricity])).toEqual([
      ['S', null],
      ['G', '0.3'],
    ])
  })

  it('every step can be undone and redone', () => {
    let history = begin(0)
    for (let i = 1; i <= MAX_STEPS + 5; i += 1) history = step(history, i)
    expect(history.past).toHaveLength(MAX_STEPS)
    expect(step(history, history.now)).toBe(history)
    expect(undo(undo(history)).now).toBe(MAX_STEPS + 3)
    expect(redo(undo(history))).toEqual(history)
    expect(step(undo(history), -1).future).toEqual([])
  })
})

describe('what a version changes', () => {
  const plans = draftOf([aPlan()])
  it('finds nothing when nothing changed, however the price is written', () => {
    const shorter = plans.map(plan => ({ ...plan, intervals: plan.intervals.map(one => ({ ...one, service: '0.5' })) }))
    expect(diffPlans(plans, shorter)).toEqual([{ key: 'default', kind: 'kept', differences: [] }])
  })

  it('finds stretches, added plans against the old default, and removed plans', () => {
    const dearer = plans[0]!.intervals.map(one => (one.period === 'F' ? { ...one, service: '0.6' } : one))
    expect(differencesOf(plans[0]!.intervals, dearer).map(({ from, to, after }) => [from, to, after?.service])).toEqual(
      [
        [40, 48, '0.6'],
        [56, 76, '0.6'],
      ],
    )
    const found = diffPlans(
      [...plans, { key: 'old', when: { months: [1] }, intervals: [] }],
      [{ key: 'weekend', when: { weekdays: [6] }, intervals: dearer }, ...plans],
    )
    expect(found.map(({ key, kind, differences }) => [key, kind, differences.length])).toEqual([
      ['weekend', 'added', 2],
      ['default', 'kept', 0],
      ['old', 'removed', 0],
    ])
  })
})
