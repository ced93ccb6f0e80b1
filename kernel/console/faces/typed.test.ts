import { expect, test } from 'vitest'
import { typedDay, typedDuration, typedInstant, typedInteger, typedPower } from './typed.ts'

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

test.each([
  ['2026-12-10 08:00:30', 'zh', '2026-12-10T00:00:30Z'],
  ['2026-12-10 08:00', 'zh', '2026-12-10T00:00:00Z'],
  ['2026-12-10T8:00', 'en', '2026-12-10T00:00:00Z'],
  ['２０２６／１２／１０ ８：００', 'zh', '2026-12-10T00:00:00Z'],
  ['2026年12月10日 8时30分', 'zh', '2026-12-10T00:30:00Z'],
  ['10/12/2026 08:00', 'es', '2026-12-10T00:00:00Z'],
  ['2026-12-10', 'zh', '2026-12-09T16:00:00Z'],
] as const)('moment %s (%s) is %s', (typed, language, at) =>
  expect(typedInstant(typed, 'Asia/Shanghai', language)).toBe(Date.parse(at)),
)

test.each(['2026-12-10 25:00', '2026-02-30 08:00', '2026-12-10 08', '10/12/2026 08:00', 'tomorrow'])(
  '%s is no moment and comes back',
  typed => expect(typedInstant(typed, 'Asia/Shanghai', 'zh')).toBe(typed),
)

test('a typed day is read or comes back', () => {
  expect(['2026/1/5', '2026年1月5日', '20260105', '5/1/2026'].map(one => typedDay(one, 'zh'))).toEqual([
    '2026-01-05',
    '2026-01-05',
    '2026-01-05',
    '5/1/2026',
  ])
  expect(typedDay('5/1/2026', 'es')).toBe('2026-01-05')
  expect(typedDay('2026-13-01', 'zh')).toBe('2026-13-01')
})
