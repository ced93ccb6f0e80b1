import { field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { flawOf, lengthNearLimit, messagesOf } from './field-flaws.ts'

const title = field.text({ max: 100 })
const words = { t: (key: string) => key, language: 'zh' } as const

test('a text that is too long is said to be, with the number of characters over', () => {
  expect(flawOf(title, 'x'.repeat(100), 'zh')).toBeUndefined()
  expect(flawOf(title, 'x'.repeat(10_000), 'zh')).toEqual({
    key: 'kit.flaw.tooLong',
    params: { max: 100, over: 9_900 },
  })
  expect(flawOf(field.url(), `https://${'x'.repeat(1_993)}`, 'zh')).toMatchObject({ params: { max: 2000, over: 1 } })
  expect(flawOf(field.note(), 'x'.repeat(2_001), 'zh')).toMatchObject({ params: { max: 2000 } })
})

test('the length is shown near the limit only', () => {
  expect(lengthNearLimit(title, 'x'.repeat(79))).toBeUndefined()
  expect(lengthNearLimit(title, 'x'.repeat(80))).toEqual({ length: 80, max: 100 })
  expect(lengthNearLimit(field.oneOf(['a']), 'a')).toBeUndefined()
})

test('a text that is no number, or a negative one, is marked beside what is missing', () => {
  const fields = [
    ['energy', field.energy({ min: 0, max: 100 })],
    ['amount', field.money({ min: 0.01 })],
    ['change', field.percent()],
    ['reason', field.text()],
  ] as const
  expect(messagesOf(fields, { energy: '核对功率曲线', amount: '-1', change: '一', reason: '' }, words)).toEqual({
    energy: 'kit.flaw.number',
    amount: 'kit.flaw.number',
    change: 'kit.flaw.number',
    reason: 'kit.requiredField',
  })
  expect(messagesOf(fields, { energy: '12.5', amount: '1000', change: '-3', reason: 'x' }, words)).toEqual({})
})

test('a typed date that could not be read keeps the form from being sent', () => {
  const fields = [
    ['name', title],
    ['from', optional(field.instant())],
    ['until', optional(field.instant())],
    ['on', optional(field.businessDay())],
  ] as const
  const values = { name: '', from: 'tomorrow', until: 1_700_000_000_000, on: '2026-02-30' }
  expect(messagesOf(fields, values, words)).toEqual({
    name: 'kit.requiredField',
    from: 'kit.flaw.instant',
    on: 'kit.flaw.day',
  })
  expect(messagesOf(fields, { name: 'A', from: null, until: null, on: '2026-02-28' }, words)).toEqual({})
})

test('numbers out of bounds are marked together with what is missing, each in the unit that people type', () => {
  const fields = [
    ['amount', field.money({ min: 0.01 })],
    ['reason', field.text()],
    ['bays', field.integer({ min: 0, max: 500 })],
    ['power', field.power({ min: 1, max: 2_000_000 })],
    ['rate', field.percent({ min: 0, max: 100 })],
  ] as const
  const say = (key: string, params: object = {}) => [key, ...Object.values(params)].join(' ')
  const told = (values: object, language: 'zh' | 'es' = 'zh') =>
    messagesOf(fields, { amount: '1', reason: 'x', bays: '1', power: 1000, rate: '1', ...values }, { t: say, language })
  expect(told({ amount: '0', reason: '', bays: '501', power: 0, rate: '12.34567' })).toEqual({
    amount: 'kit.flaw.least 0.01',
    reason: 'kit.requiredField',
    bays: 'kit.flaw.most 500',
    power: 'kit.flaw.least 0.001',
    rate: 'kit.flaw.decimals 4',
  })
  expect(told({ amount: '2.345', bays: '1.5', power: '60.5555', rate: '100.5' }, 'es')).toEqual({
    amount: 'kit.flaw.decimals 2',
    bays: 'kit.flaw.whole',
    power: 'kit.flaw.decimals 3',
    rate: 'kit.flaw.most 100',
  })
  expect(told({ amount: '0' }, 'es')).toEqual({ amount: 'kit.flaw.least 0,01' })
  expect(told({ bays: '-3', power: 'abc', amount: '12.' })).toEqual({
    bays: 'kit.flaw.number',
    power: 'kit.flaw.number',
    amount: 'kit.flaw.number',
  })
  expect(told({ bays: '007', power: 2_000_000, amount: '100000000', rate: '100' })).toEqual({})
})

test('while a number is typed, nothing is said that more typing may mend', () => {
  const amount = field.money({ min: 0.01, max: 1_000 })
  for (const typed of ['0', '0.', '0.0']) expect(flawOf(amount, typed, 'zh'), typed).toBeUndefined()
  expect(flawOf(amount, '2.345', 'es')).toEqual({ key: 'kit.flaw.decimals', params: { max: '2' } })
  expect(flawOf(amount, '1000.01', 'es')).toEqual({ key: 'kit.flaw.most', params: { max: '1.000' } })
})
