import { expect, test } from 'vitest'
import { checkDraft } from '../../contract/index.ts'
import { draftPlansOf, editOf, setBasePrice, setOwnPrice } from './edit-model.ts'
import { asIfPriced, type WrongPrice, withWrong } from './wrong-prices.ts'

const EDIT = editOf([
  {
    key: 'default',
    intervals: [
      { fromQuarter: 0, toQuarter: 40, period: 'G', electricity: '0.3', service: '0.2' },
      { fromQuarter: 40, toQuarter: 96, period: 'P', electricity: '0.7', service: null },
    ],
  },
])
const problemsOf = (edit: typeof EDIT, wrong: readonly WrongPrice[]) =>
  checkDraft(draftPlansOf(asIfPriced(edit, wrong)), 'Asia/Shanghai').map(({ fromQuarter }) => fromQuarter)

test('a wrong price is not counted among the missing ones', () => {
  const edit = setBasePrice(EDIT, 'G', 'electricity', null)
  expect(problemsOf(edit, [])).toEqual([0, 40])
  expect(problemsOf(edit, [{ key: 'G.electricity', period: 'G', part: 'electricity' }])).toEqual([40])
})

test('nor is a wrong price of a stretch', () => {
  const id = EDIT.plans[0]?.id ?? 0
  const range = { from: 0, to: 4 }
  const edit = setOwnPrice(setBasePrice(EDIT, 'P', 'service', '0.1'), id, range, { electricity: null, service: '0.2' })
  expect(problemsOf(edit, [])).toEqual([0])
  expect(problemsOf(edit, [{ key: 'own', planId: id, range, part: 'electricity' }])).toEqual([])
})

test('a price is wrong once, until it is mended', () => {
  const one: WrongPrice = { key: 'P.service', period: 'P', part: 'service' }
  const two = withWrong(withWrong([], one, true), { ...one }, true)
  expect(two).toHaveLength(1)
  expect(withWrong(two, one, false)).toEqual([])
})
