import { field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { shownInputs, subjectOf } from './asked-inputs.ts'

const MEMBER = '01a2015b-8cae-740e-b45a-8328e271b9bb'
const labels = { 'members.member': { [MEMBER]: 'Li Wei' } }
const keys = (asked: Omit<Parameters<typeof shownInputs>[0], 'reason'>, reason: string | null = 'twice') =>
  shownInputs({ ...asked, reason }).map(({ key }) => key)

test('the amount of the request is not repeated, the reason has its own line', () => {
  const fields = { amount: field.money(), reason: field.text() }
  const input = { reason: 'twice', amount: '3.50' }
  expect(keys({ input, amount: '3.50', asked: { fields, labels: {} } })).toEqual([])
  // That of a record whose command takes none.
  expect(keys({ input, amount: '3.50', asked: { fields, labels: {} } }, null)).toEqual(['reason'])
})

test('several amounts are all shown, in the order of the form', () => {
  const fields = { principal: field.money(), gift: field.money(), channel: field.oneOf(['cash']) }
  const input = { gift: '50.00', channel: 'cash', principal: '0.00' }
  expect(keys({ input, amount: '50.00', asked: { fields, labels: {} } })).toEqual(['principal', 'gift', 'channel'])
})

test('the amount that was asked for is not repeated beside sums of the record', () => {
  const fields = { total: field.money(), refunded: field.money(), amount: field.money(), reason: field.text() }
  const input = { total: '9.00', refunded: '0.00', amount: '9.00', reason: 'twice' }
  const asked = { fields, own: ['amount', 'reason'], labels: {} }
  expect(keys({ input, amount: '9.00', asked })).toEqual(['total', 'refunded'])
})

test('an omitted input has no line', () => {
  const fields = { fromAt: field.instant(), energy: optional(field.energy()) }
  const input = { fromAt: 1_795_319_107_039, energy: null }
  expect(keys({ input, amount: '1.00', asked: { fields, labels: {} } })).toEqual(['fromAt'])
})

test('an optional switch that is off says nothing, one that must be set does', () => {
  const fields = { replaceCurrent: optional(field.boolean()), open: field.boolean() }
  const input = { replaceCurrent: false, open: false }
  expect(keys({ input, amount: null, asked: { fields, labels: {} } })).toEqual(['open'])
  expect(keys({ input: { ...input, replaceCurrent: true }, amount: null, asked: { fields, labels: {} } })).toEqual([
    'replaceCurrent',
    'open',
  ])
})

test('a person named by a command has a line of its own and is not part of the subject', () => {
  const fields = { member: field.ref('members.member') }
  const asked = { fields, labels }
  expect(keys({ input: { member: MEMBER }, amount: '1.00', asked })).toEqual(['member'])
  expect(subjectOf({ subject: '2611 · Li Wei', asked })).toBe('2611')
  expect(subjectOf({ subject: '2611 · Li Wei', asked: { fields, labels: {} } })).toBe('2611 · Li Wei')
})

test('a request of a removed command shows its remaining data', () => {
  expect(keys({ input: { amount: '1.00' }, amount: '1.00' })).toEqual([])
})

test('a value that replaces another stands beside it, also when it is the whole amount', () => {
  const fields = { code: field.text(), creditLimitNow: field.money(), creditLimit: field.money() }
  const asked = { fields, own: ['creditLimit'], labels: {}, replaces: { creditLimit: 'creditLimitNow' } }
  const input = { code: 'M00000001', creditLimitNow: '0.00', creditLimit: '500.00' }
  expect(shownInputs({ input, amount: '500.00', reason: null, asked })).toEqual([
    { key: 'code', field: fields.code, value: 'M00000001' },
    {
      key: 'creditLimit',
      field: fields.creditLimit,
      value: '500.00',
      before: { field: fields.creditLimitNow, value: '0.00' },
    },
  ])
})
