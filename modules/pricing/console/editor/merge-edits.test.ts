import { expect, test } from 'vitest'
import type { DraftPlan } from '../../contract/index.ts'
import {
  changePlan,
  draftPlansOf,
  type Edit,
  editOf,
  paint,
  removePlan,
  setBasePrice,
  setOwnPrice,
} from './edit-model.ts'
import { mergeEdits } from './merge-edits.ts'

const day = (key: string, over: Partial<DraftPlan> = {}): DraftPlan => ({
  key,
  intervals: [
    { fromQuarter: 0, toQuarter: 40, period: 'G', electricity: '0.3', service: '0.2' },
    { fromQuarter: 40, toQuarter: 96, period: 'P', electricity: '0.7', service: '0.2' },
  ],
  ...over,
})
const STORED = [day('weekend', { when: { weekdays: [6, 7] } }), day('default')]
const idOf = (edit: Edit, key: string): number => edit.plans.find(plan => plan.key === key)?.id ?? 0
/** What a colleague saved, as it is read again. */
const stored = (edit: Edit): Edit => editOf(draftPlansOf(edit))

test('changes of different prices, quarters and days are all kept', () => {
  const base = editOf(STORED)
  const mine = paint(setBasePrice(base, 'P', 'electricity', '0.9'), idOf(base, 'default'), { from: 0, to: 4 }, 'P')
  const theirs = stored(
    changePlan(setBasePrice(base, 'G', 'service', '0.3'), idOf(base, 'weekend'), { when: { weekdays: [7] } }),
  )
  const { merged, conflicts } = mergeEdits({ base, mine, theirs })
  expect(conflicts).toEqual([])
  expect(merged.base).toMatchObject({
    P: { electricity: '0.9', service: '0.2' },
    G: { electricity: '0.3', service: '0.3' },
  })
  expect(merged.plans.map(({ key, when }) => [key, when])).toEqual([
    ['weekend', { weekdays: [7] }],
    ['default', null],
  ])
  expect(merged.plans[1]?.cells.slice(3, 5)).toEqual([
    { period: 'P', own: null },
    { period: 'G', own: null },
  ])
})

test('a price that both changed is a conflict; mine stays unless theirs is chosen', () => {
  const base = editOf(STORED)
  const mine = setBasePrice(base, 'P', 'electricity', '0.9')
  const theirs = stored(setBasePrice(base, 'P', 'electricity', '0.8'))
  const { merged, conflicts } = mergeEdits({ base, mine, theirs })
  expect(conflicts).toMatchObject([{ kind: 'price', key: 'P.electricity', mine: '0.9', theirs: '0.8' }])
  expect(merged.base.P.electricity).toBe('0.9')
  const chosen = mergeEdits({ base, mine, theirs }, { 'P.electricity': 'theirs' })
  expect(chosen.merged.base.P.electricity).toBe('0.8')
})

test('quarters that both changed are one conflict per stretch', () => {
  const base = editOf(STORED)
  const id = idOf(base, 'default')
  const mine = paint(base, id, { from: 50, to: 60 }, 'F')
  const theirs = stored(setOwnPrice(base, id, { from: 52, to: 56 }, { electricity: '0.5', service: '0.1' }))
  const { conflicts } = mergeEdits({ base, mine, theirs })
  expect(conflicts).toMatchObject([
    { kind: 'cells', plan: 'default', from: 52, to: 56, mine: { period: 'F' }, theirs: { electricity: '0.5' } },
  ])
  const chosen = mergeEdits({ base, mine, theirs }, { [conflicts[0]?.key ?? '']: 'theirs' }).merged.plans[1]?.cells
  expect(chosen?.[51]?.period).toBe('F')
  expect(chosen?.[52]).toEqual({ period: 'P', own: { electricity: '0.5', service: '0.1' } })
  expect(chosen?.[56]?.period).toBe('F')
})

test('a removed plan stays removed, unless the other side has changed it', () => {
  const base = editOf(STORED)
  const theirs = stored(removePlan(base, idOf(base, 'weekend')))
  expect(mergeEdits({ base, mine: base, theirs }).merged.plans.map(({ key }) => key)).toEqual(['default'])
  const mine = paint(base, idOf(base, 'weekend'), { from: 0, to: 96 }, 'G')
  const { merged, conflicts } = mergeEdits({ base, mine, theirs })
  expect(conflicts).toMatchObject([{ kind: 'plan', plan: 'weekend', theirs: undefined }])
  expect(merged.plans.map(({ key }) => key)).toEqual(['weekend', 'default'])
  const chosen = mergeEdits({ base, mine, theirs }, { 'weekend|plan': 'theirs' })
  expect(chosen.merged.plans.map(({ key }) => key)).toEqual(['default'])
})

test('a price typed for a period that no quarter uses yet is not lost', () => {
  const base = setBasePrice(editOf(STORED), 'J', 'electricity', '1.2')
  expect(mergeEdits({ base, mine: base, theirs: stored(base) }).merged.base.J.electricity).toBe('1.2')
})
