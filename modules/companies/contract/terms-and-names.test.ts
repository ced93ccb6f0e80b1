import { addDays, businessDay, daysBetween } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueDay } from './due-day.ts'
import { likeness, plainName, SIMILAR_FROM } from './similar-name.ts'

const due = (issued: string, days: number, monthDay: number | null) => dueDay(businessDay(issued), { days, monthDay })

describe('the day on which a document is due', () => {
  test.each([
    ['2026-01-15', 30, null, '2026-02-14'],
    ['2026-01-15', 0, null, '2026-01-15'],
    ['2026-01-15', 30, 25, '2026-02-25'],
    ['2026-01-30', 30, 25, '2026-03-25'],
    ['2026-01-15', 10, 25, '2026-01-25'],
    ['2026-12-20', 15, 1, '2027-02-01'],
    ['2026-01-31', 0, 31, '2026-01-31'],
    ['2026-02-01', 0, 31, '2026-02-28'],
    ['2028-02-01', 0, 31, '2028-02-29'],
    ['2026-11-30', 1, 31, '2026-12-31'],
    ['2026-12-31', 1, 30, '2027-01-30'],
  ])('%s, %i days, day %s: %s', (issued, days, monthDay, expected) =>
    expect(due(issued, days, monthDay)).toBe(expected),
  )

  test('is the first day of payment that is not before the end of the term', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map(after => addDays(businessDay('2000-01-01'), after))
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 365 }), fc.integer({ min: 1, max: 31 }), (issued, days, monthDay) => {
        const found = dueDay(issued, { days, monthDay })
        let expected = addDays(issued, days)
        const isPayDay = () => {
          const isLast = addDays(expected, 1).slice(5, 7) !== expected.slice(5, 7)
          const number = Number(expected.slice(8))
          return number === monthDay || (isLast && number < monthDay)
        }
        while (!isPayDay()) expected = addDays(expected, 1)
        expect(found).toBe(expected)
        expect(daysBetween(addDays(issued, days), found)).toBeLessThanOrEqual(31)
      }),
    )
  })
})

describe('names', () => {
  test('are compared without legal form, width and signs', () => {
    expect(plainName('深圳速达城市配送有限公司')).toBe('深圳速达城市配送')
    expect(plainName('Ｉｂｅｒｉａ Movilidad, S.L.')).toBe('iberiamovilidad')
  })
  test.each([
    ['深圳速达城市配送有限公司', '深圳市速达城市配送有限责任公司'],
    ['深圳湾创产业园管理有限公司', '深圳湾创产业园管理（集团）有限公司'],
    ['Iberia Movilidad Cargadores S.L.', 'IBERIA MOVILIDAD CARGADORES SLU'],
  ])('%s is like %s', (one, other) => expect(likeness(one, other)).toBeGreaterThanOrEqual(SIMILAR_FROM))
  test.each([
    ['深圳速达城市配送有限公司', '深圳鹏行出租汽车股份有限公司'],
    ['有限公司', '集团'],
    ['', ''],
  ])('%s is not like %s', (one, other) => expect(likeness(one, other)).toBeLessThan(SIMILAR_FROM))
})
