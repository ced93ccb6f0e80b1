import { expect, test } from 'vitest'
import { decideWord } from './decide-word.ts'

const held = { state: 'open', blocks: true, orderState: 'abnormal', can: ['assign'], orderCan: [] as string[] }

test('a held case says what this person can do about it', () => {
  expect(decideWord({ ...held, orderCan: ['waive'] })).toBe('charging.errPage.decideFirst')
  expect(decideWord({ ...held, orderCan: ['refund'] })).toBe('charging.errPage.assignToDecide')
  expect(decideWord({ ...held, can: [] })).toBe('charging.errPage.othersDecide')
})

test('a case that ends with its own commands says nothing of the order', () => {
  expect(decideWord({ ...held, blocks: false })).toBeNull()
  expect(decideWord({ ...held, orderState: 'settled' })).toBeNull()
  expect(decideWord({ ...held, state: 'handled' })).toBeNull()
})
