import { field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { flawOf, lengthNearLimit, messagesOf } from './field-flaws.ts'

const title = field.text({ max: 100 })

test('a text that is too long is said to be, with the number of characters over', () => {
  expect(flawOf(title, 'x'.repeat(100))).toBeUndefined()
  expect(flawOf(title, 'x'.repeat(10_000))).toEqual({ key: 'kit.flaw.tooLong', params: { max: 100, over: 9_900 } })
  expect(flawOf(field.url(), `https://${'x'.repeat(1_993)}`)).toMatchObject({ params: { max: 2000, over: 1 } })
  expect(flawOf(field.note(), 'x'.repeat(2_001))).toMatchObject({ params: { max: 2000 } })
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
  const say = (key: string) => key
  expect(messagesOf(fields, { energy: '核对功率曲线', amount: '-1', change: '一', reason: '' }, say)).toEqual({
    energy: 'kit.flaw.number',
    amount: 'kit.flaw.number',
    change: 'kit.flaw.number',
    reason: 'kit.requiredField',
  })
  expect(messagesOf(fields, { energy: '12.5', amount: '1000', change: '-3', reason: 'x' }, say)).toEqual({})
})

test('a typed date that could not be read keeps the form from being sent', () => {
  const fields = [
    ['name', title],
    ['from', optional(field.instant())],
    ['until', optional(field.instant())],
    ['on', optional(field.businessDay())],
  ] as const
  const say = (key: string) => key
  const values = { name: '', from: 'tomorrow', until: 1_700_000_000_000, on: '2026-02-30' }
  expect(messagesOf(fields, values, say)).toEqual({
    name: 'kit.requiredField',
    from: 'kit.flaw.instant',
    on: 'kit.flaw.day',
  })
  expect(messagesOf(fields, { name: 'A', from: null, until: null, on: '2026-02-28' }, say)).toEqual({})
})
