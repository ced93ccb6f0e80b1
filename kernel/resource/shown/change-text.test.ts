import { field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { changedField, changeText } from './change-text.ts'

const WORDS: Record<string, string> = {
  'test.thing.stateValue.open': 'Abierto',
  'test.thing.payInput.stateValue.paid': 'Pagado',
  'shared.yes': 'Sí',
}
const context = {
  t: (key: string) => WORDS[key] ?? `?${key}`,
  has: (key: string) => key in WORDS,
  language: 'es' as const,
  zone: 'Asia/Shanghai',
  labels: { 'test.place': { p1: 'Patio' } },
}
const fields = {
  record: {
    name: 'test.thing',
    fields: {
      state: field.oneOf(['open', 'closed']),
      total: field.money(),
      power: field.power(),
      place: optional(field.ref('test.place')),
      at: field.instant(),
      extra: field.json(),
    },
  },
  input: { name: 'test.thing.payInput', fields: { state: field.oneOf(['paid']) } },
}
const say = (key: string, value: unknown) => changeText(value, changedField(fields, key), context)

test('each kind has its format, with its unit and in the user’s zone and language', () => {
  expect(say('total', '1234.50')).toBe('¥1.234,50')
  expect(say('power', 120_000)).toBe('120,00 kW')
  expect(say('place', 'p1')).toBe('Patio')
  expect(say('at', Date.UTC(2026, 0, 1))).toContain('2026-01-01 08:00')
  expect(say('extra', { a: 1 })).toBe('{"a":1}')
})

test('an input of a command takes precedence over the field of that name', () => {
  expect(say('state', 'paid')).toBe('Pagado')
  expect(changeText('open', changedField({ record: fields.record }, 'state'), context)).toBe('Abierto')
})

test('an unknown value is shown as stored', () => {
  expect(changeText('gone', changedField({ record: fields.record }, 'state'), context)).toBe('gone')
  expect(say('former', true)).toBe('Sí')
  expect(say('former', ['a'])).toBe('["a"]')
  expect(say('total', null)).toBe('')
})
