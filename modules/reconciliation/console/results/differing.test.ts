import { expect, test } from 'vitest'
import type { ShownItem } from '../../contract/calls/read-items.ts'
import { differingIn } from './differing.ts'

const item = (change: Partial<ShownItem> = {}): ShownItem => ({
  id: 'a',
  kind: 'payment',
  state: 'done',
  number: 'P1',
  channelNo: '4200',
  amount: '50.00',
  fee: null,
  at: null,
  day: '2026-11-20',
  party: null,
  text: null,
  record: { resource: 'payments.payment', id: 'a' },
  place: null,
  ...change,
})

test('of three sides the one that stands alone is marked', () => {
  const marked = differingIn({
    order: [item()],
    ledger: [item({ amount: '49.00', channelNo: null })],
    channel: [item()],
  })
  expect([...marked]).toEqual(['ledger amount'])
})

test('of two sides both are marked, and of three that all differ all', () => {
  expect([...differingIn({ order: [item()], ledger: [], channel: [item({ day: '2026-11-21' })] })]).toEqual([
    'order day',
    'channel day',
  ])
  const three = { order: [item()], ledger: [item({ amount: '1.00' })], channel: [item({ amount: '2.00' })] }
  expect([...differingIn(three)]).toEqual(['order amount', 'ledger amount', 'channel amount'])
})

test('what a side does not tell differs from nothing, and neither does one of several items', () => {
  expect([...differingIn({ order: [item({ fee: null })], ledger: [], channel: [item({ fee: '0.30' })] })]).toEqual([])
  const twice = [item(), item({ amount: '70.00' })]
  expect([...differingIn({ order: [item()], ledger: [item()], channel: twice })]).toEqual([])
  expect([...differingIn({ order: [], ledger: [], channel: [] })]).toEqual([])
})

test('the receipt of a company’s payment may be another than the bank’s number of its row', () => {
  const record = { resource: 'payables.document', id: 'a' }
  const paid = { order: [item({ record })], ledger: [item({ channelNo: null })], channel: [item({ channelNo: 'BK1' })] }
  expect([...differingIn(paid)]).toEqual([])
  expect([...differingIn({ ...paid, channel: [item({ amount: '1.00' })] })]).toEqual(['channel amount'])
})
