import { businessDay, weekdayOf } from '@wattyard/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayByKey, daysOfMonth, movedMonth, weeksOf } from './month-model.ts'

const anyMonth = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)
const go = (key: string, day: string, isShift = false, language: 'zh' | 'en' | 'es' = 'zh') =>
  dayByKey(key, businessDay(day), { language, isShift })

test('a month is shown in whole weeks with each day once, starting on the language’s first weekday', () => {
  fc.assert(
    fc.property(anyMonth, fc.constantFrom('zh', 'en', 'es'), (month, language) => {
      const weeks = weeksOf(month, language)
      const { first, last } = daysOfMonth(month)
      const days = weeks.flat()
      expect(days.filter(day => day.startsWith(month))).toHaveLength(Number(last.slice(8)))
      expect(days).toContain(first)
      expect(new Set(days).size).toBe(weeks.length * 7)
      expect(new Set(weeks.map(([monday]) => monday && weekdayOf(monday))).size).toBe(1)
    }),
  )
  expect(weeksOf('2026-11', 'zh')[0]?.[0]).toBe('2026-10-26')
  expect(weeksOf('2026-11', 'en')[0]?.[0]).toBe('2026-11-01')
})

test('months follow each other over the end of a year', () => {
  expect([movedMonth('2026-12', 1), movedMonth('2026-01', -1), movedMonth('2026-05', -12)]).toEqual([
    '2027-01',
    '2025-12',
    '2025-05',
  ])
  expect(daysOfMonth('2028-02').last).toBe('2028-02-29')
})

test('arrows go by days and weeks, Home and End to the ends of the week, Page keys by months and years', () => {
  expect(go('ArrowLeft', '2026-11-01')).toBe('2026-10-31')
  expect(go('ArrowDown', '2026-11-25')).toBe('2026-12-02')
  expect([go('Home', '2026-11-25'), go('End', '2026-11-25')]).toEqual(['2026-11-23', '2026-11-29'])
  expect(go('Home', '2026-11-25', false, 'en')).toBe('2026-11-22')
  expect(go('PageUp', '2026-03-31')).toBe('2026-02-28')
  expect(go('PageDown', '2028-02-29', true)).toBe('2029-02-28')
  expect(go('x', '2026-11-25')).toBeNull()
})
