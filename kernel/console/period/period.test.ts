import { addDays, type BusinessDay, businessDay, daysBetween } from '@wattyard/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonOf, elapsedOf, periodOf, stepPeriod } from './period.ts'

const day = businessDay
const days = fc.integer({ min: 0, max: 40_000 }).map(n => addDays(day('1960-01-01'), n))
const units = fc.constantFrom(...(['day', 'week', 'month', 'quarter', 'year'] as const))

test('periods of a unit follow each other without gap or overlap, and steps are undone', () => {
  fc.assert(
    fc.property(units, days, fc.integer({ min: -9, max: 9 }), (unit, at, steps) => {
      const period = periodOf(unit, at)
      expect(period.from <= at && at <= period.to).toBe(true)
      expect(stepPeriod(period, 1).from).toBe(addDays(period.to, 1))
      expect(stepPeriod(stepPeriod(period, steps), -steps)).toEqual(period)
    }),
  )
})

test('the compared period lies wholly before, and a running period is compared with an equal part of it', () => {
  fc.assert(
    fc.property(units, days, fc.constantFrom(...(['previous', 'lastYear'] as const)), (unit, today, compareWith) => {
      const period = periodOf(unit, today)
      const elapsed = elapsedOf(period, today)
      const other = comparisonOf(period, compareWith, today)
      if (!elapsed || !other) throw new Error('a period with today in it has begun')
      expect(other.to < period.from).toBe(true)
      expect(other.from <= other.to).toBe(true)
      const isPartOfWeek = unit === 'week' && elapsed.to !== period.to
      const most = isPartOfWeek ? daysBetween(elapsed.from, elapsed.to) : daysBetween(other.from, other.to)
      expect(daysBetween(other.from, other.to)).toBe(most)
    }),
  )
})

test.each<[string, 'previous' | 'lastYear', [string, string]]>([
  ['2026-03-30', 'previous', ['2026-02-01', '2026-02-28']],
  ['2024-03-29', 'previous', ['2024-02-01', '2024-02-29']],
  ['2026-11-15', 'previous', ['2026-10-01', '2026-10-15']],
  ['2026-11-15', 'lastYear', ['2025-11-01', '2025-11-15']],
  ['2026-02-28', 'previous', ['2026-01-01', '2026-01-31']],
  ['2025-02-28', 'lastYear', ['2024-02-01', '2024-02-29']],
])('the month that runs on %s compares by %s with %j', (today, compareWith, [from, to]) => {
  expect(comparisonOf(periodOf('month', day(today)), compareWith, day(today))).toEqual({ from, to })
})

test('29 February compares with 28 February of the year before; a future period with nothing', () => {
  const leap: BusinessDay = day('2024-02-29')
  expect(comparisonOf(periodOf('day', leap), 'lastYear', leap)?.from).toBe('2023-02-28')
  expect(comparisonOf(periodOf('day', leap), 'previous', day('2024-01-01'))).toBeNull()
})
