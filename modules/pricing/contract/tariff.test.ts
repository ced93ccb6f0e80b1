import { price } from '@wattyard/money'
import { businessDay, eachDay, PERIOD_KINDS, splitAtQuarters } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPlan, aTariff, anyTariff, SAMPLE_PRICES } from '../testing/index.ts'
import {
  checkPlan,
  checkTariff,
  type DayPlan,
  MAX_DATES_PER_PLAN,
  MAX_DAY_PLANS,
  planFor,
  PricingError,
  slotAt,
  type TariffInterval,
} from './index.ts'

const at = (text: string) => Date.parse(text)
const codes = (plan: DayPlan) => checkPlan(plan).map(problem => problem.code)
const interval = (fromQuarter: number, toQuarter: number, more: Partial<TariffInterval> = {}): TariffInterval => ({
  fromQuarter,
  toQuarter,
  period: 'P',
  ...SAMPLE_PRICES.P,
  ...more,
})
const plan = (...intervals: TariffInterval[]): DayPlan => ({ key: 'p', intervals })

describe('which plan a day has', () => {
  const tariff = aTariff({
    days: [
      aPlan({ key: 'festival', when: { dates: [businessDay('2026-02-17')] } }),
      aPlan(),
      aPlan({ key: 'summer-weekend', when: { months: [7, 8], weekdays: [6, 7] } }),
      aPlan({ key: 'summer', when: { months: [7, 8] } }),
    ],
  })
  const keyOf = (day: string) => planFor(tariff, businessDay(day)).key

  it('the first whose condition holds, the default when none does, wherever it stands', () => {
    expect(keyOf('2026-02-17')).toBe('festival')
    expect(keyOf('2026-02-18')).toBe('default')
    expect(keyOf('2026-07-03')).toBe('summer')
    expect(keyOf('2026-07-04')).toBe('summer-weekend')
    expect(keyOf('2026-09-05')).toBe('default')
  })

  it('every part of a condition must hold', () => {
    const days = eachDay(businessDay('2026-01-01'), businessDay('2026-12-31'))
    const weekends = days.filter(day => planFor(tariff, day).key === 'summer-weekend')
    expect(weekends).toHaveLength(18)
    expect(weekends.every(day => ['07', '08'].includes(day.slice(5, 7)))).toBe(true)
  })

  it('says when there is none', () => {
    const holey = aTariff({ days: [aPlan({ key: 'summer', when: { months: [7] } })] })
    expect(() => planFor(holey, businessDay('2026-01-01'))).toThrow(PricingError)
    expect(() => slotAt(aTariff({ days: [plan(interval(0, 10))] }), at('2026-01-01T12:00:00Z'))).toThrow(
      'pricing.no-price',
    )
  })
})

describe('what an instant costs', () => {
  it('follows the wall clock of the zone', () => {
    expect(slotAt(aTariff(), at('2026-01-01T23:59:59Z')).interval.period).toBe('G')
    expect(slotAt(aTariff(), at('2026-01-02T00:00:00Z')).interval.period).toBe('P')
    expect(slotAt(aTariff(), at('2026-01-01T16:00:00Z')).day).toBe('2026-01-02')
  })

  it('jumps over the missing hour and meets the doubled one twice', () => {
    // 00–02 valley, 02–03 peak, then flat: in Madrid the peak hour is missing in spring and lasts two in autumn.
    const tariff = aTariff({ zone: 'Europe/Madrid', days: [aPlan({ slots: `GGGGFF${'P'.repeat(42)}` })] })
    const period = (text: string) => slotAt(tariff, at(text)).interval.period
    expect([period('2026-03-29T00:59:59Z'), period('2026-03-29T01:00:00Z')]).toEqual(['G', 'P'])
    expect([period('2026-10-25T00:00:00Z'), period('2026-10-25T00:59:59Z')]).toEqual(['F', 'F'])
    expect([period('2026-10-25T01:00:00Z'), period('2026-10-25T01:59:59Z'), period('2026-10-25T02:00:00Z')]).toEqual([
      'F',
      'F',
      'P',
    ])
  })
})

describe('I-09: the coverage check', () => {
  it('lets through what is covered, and then every instant has exactly one price', () => {
    fc.assert(
      fc.property(
        anyTariff,
        fc.integer({ min: at('2026-03-27T00:00:00Z'), max: at('2026-10-26T00:00:00Z') }),
        (tariff, from) => {
          expect(checkTariff(tariff)).toEqual([])
          for (const piece of splitAtQuarters(from, from + 2 * 86_400_000, tariff.zone)) {
            const { plan: found, day } = slotAt(tariff, piece.from)
            expect(day).toBe(piece.day)
            const covering = found.intervals.filter(i => i.fromQuarter <= piece.quarter && piece.quarter < i.toQuarter)
            expect(covering).toHaveLength(1)
            expect(slotAt(tariff, piece.to - 1).interval).toBe(covering[0])
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('names gaps and overlaps with their place on the dial', () => {
    expect(checkPlan(plan(interval(0, 32), interval(36, 96)))).toEqual([
      { code: 'gap', plan: 'p', fromQuarter: 32, toQuarter: 36 },
    ])
    expect(checkPlan(plan(interval(0, 40), interval(36, 96), interval(95, 96)))).toEqual([
      { code: 'overlap', plan: 'p', fromQuarter: 36, toQuarter: 40 },
      { code: 'overlap', plan: 'p', fromQuarter: 95, toQuarter: 96 },
    ])
    expect(codes(plan())).toEqual(['gap'])
  })

  it('agrees with counting: any list of intervals has gaps and overlaps exactly where a quarter is not covered once', () => {
    const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(pieces, list => {
        const intervals = list.map(([from, length]) => interval(from, Math.min(96, from + length)))
        const problems = checkPlan(plan(...intervals))
        for (let q = 0; q < 96; q += 1) {
          const count = intervals.filter(i => i.fromQuarter <= q && q < i.toQuarter).length
          const named = problems.filter(p => (p.fromQuarter ?? 0) <= q && q < (p.toQuarter ?? 0)).map(p => p.code)
          expect(named).toEqual(count === 0 ? ['gap'] : count > 1 ? ['overlap'] : [])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('names what is off the grid, negative or of no price', () => {
    for (const [from, to] of [
      [0.5, 96],
      [0, 97],
      [-1, 96],
      [96, 96],
      [10, 10],
      [Number.NaN, 96],
    ] as const) {
      expect([from, to, codes(plan(interval(from, to)))]).toEqual([from, to, ['off-grid', 'gap']])
    }
    expect(codes(plan(interval(0, 96, { service: price(-1n) })))).toEqual(['negative-price'])
    expect(codes(plan(interval(0, 96, { electricity: price(0n), service: price(0n) })))).toEqual([])
    expect(codes(plan(...Array.from({ length: 97 }, () => interval(0, 96))))).toEqual(['too-many-intervals'])
  })

  it('names wrong conditions', () => {
    const withWhen = (when: DayPlan['when'] & object) => codes(aPlan({ key: 'x', when }))
    expect(withWhen({})).toEqual(['empty-condition'])
    expect(withWhen({ months: [] })).toEqual(['empty-condition'])
    expect(withWhen({ months: [0] })).toEqual(['bad-month'])
    expect(withWhen({ months: [12, 13] })).toEqual(['bad-month'])
    expect(withWhen({ weekdays: [8] })).toEqual(['bad-weekday'])
    expect(withWhen({ dates: ['2026-02-30' as ReturnType<typeof businessDay>] })).toEqual(['bad-date']) // forged on purpose
    const many = eachDay(businessDay('2026-01-01'), businessDay('2027-12-31')).slice(0, MAX_DATES_PER_PLAN + 1)
    expect(withWhen({ dates: many })).toEqual(['bad-date'])
    expect(withWhen({ dates: many.slice(1) })).toEqual([])
    expect(codes(aPlan({ key: '' }))).toEqual(['bad-plan-key'])
  })

  it('names what is wrong with the whole', () => {
    const whole = (tariff: Parameters<typeof aTariff>[0]) => checkTariff(aTariff(tariff)).map(problem => problem.code)
    expect(whole({ zone: '+08:00' })).toEqual(['unknown-zone'])
    expect(whole({ versionId: '' })).toEqual(['bad-version-id'])
    expect(whole({ days: [] })).toEqual(['missing-default-plan'])
    expect(whole({ days: [aPlan({ key: 'a', when: { months: [1] } })] })).toEqual(['missing-default-plan'])
    expect(whole({ days: [aPlan(), aPlan()] })).toEqual(['two-default-plans', 'duplicate-plan-key'])
    const named = (count: number) =>
      Array.from({ length: count }, (_, i) => aPlan({ key: `k${i}`, when: { months: [1] } }))
    expect(whole({ days: [...named(MAX_DAY_PLANS - 1), aPlan()] })).toEqual([])
    expect(whole({ days: [...named(MAX_DAY_PLANS), aPlan()] })).toEqual(['too-many-plans'])
  })

  it('finds the same problem in every period', () => {
    for (const period of PERIOD_KINDS) expect(codes(plan(interval(0, 95, { period })))).toEqual(['gap'])
  })
})
