import { expect, test } from 'vitest'
import { typedDuration, typedInteger, typedPower } from './typed.ts'

test.each([
  ['7', 'zh', 7000],
  ['60.5', 'en', 60_500],
  ['60,5', 'es', 60_500],
  ['0.001', 'zh', 1],
  ['0.0001', 'zh', '0.0001'],
  ['', 'zh', null],
  ['seven', 'zh', 'seven'],
  ['-7', 'zh', '-7'],
] as const)('power %s (%s) is %o', (typed, language, watts) => expect(typedPower(typed, language)).toBe(watts))

test.each([
  ['1:02:03', 3723],
  ['1:30', 90],
  ['45', 45],
  ['', null],
  ['1:99', '1:99'],
  ['soon', 'soon'],
])('duration %s is %o', (typed, seconds) => expect(typedDuration(typed)).toBe(seconds))

test('whole numbers', () => {
  expect(typedInteger('1,234', 'en')).toBe('1234')
  expect(typedInteger('１２', 'zh')).toBe('12')
  expect(typedInteger(' ', 'zh')).toBe(null)
})
