import { price } from '@wattyard/money'
import { businessDay, PERIOD_KINDS, type PeriodKind } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTariff, aPlan, SAMPLE_PRICES } from '../testing/index.ts'
import { compileForFourRatePile, type DayPlan, intervalAt, planFor, viewOf } from './index.ts'

const anyPlan = anyTariff.map(tariff => planFor(tariff, businessDay('2026-06-03')))
const pair = (electricity: bigint, service: bigint) => ({ electricity: price(electricity), service: price(service) })
const quarterly = (...rows: readonly [number, number, PeriodKind][]): DayPlan => ({
  key: 'default',
  intervals: rows.map(([fromQuarter, toQuarter, period]) => ({
    fromQuarter,
    toQuarter,
    period,
    ...SAMPLE_PRICES[period],
  })),
})

describe('views of a day', () => {
  it('names the 24 slots as the console contract does', () => {
    const view = viewOf(aPlan(), 24)
    expect(view.map(slot => slot.key)).toEqual([...Array(24).keys()].map(i => `t${i}`))
    expect([view[0]?.label, view[8]?.label, view[23]?.label]).toEqual(['00:00-01:00', '08:00-09:00', '23:00-00:00'])
    expect(view[8]).toEqual({ key: 't8', label: '08:00-09:00', mixed: false, period: 'P', ...SAMPLE_PRICES.P })
  })

  it('says when a slot is mixed, and of what', () => {
    const plan = quarterly([0, 34, 'G'], [34, 36, 'P'], [36, 96, 'F'])
    const view = viewOf(plan, 24)
    expect(view.filter(slot => slot.mixed).map(slot => slot.key)).toEqual(['t8'])
    expect(view[8]).toEqual({
      key: 't8',
      label: '08:00-09:00',
      mixed: true,
      parts: [
        { fromQuarter: 32, toQuarter: 34, period: 'G', ...SAMPLE_PRICES.G },
        { fromQuarter: 34, toQuarter: 36, period: 'P', ...SAMPLE_PRICES.P },
      ],
    })
    expect(viewOf(plan, 48).filter(slot => slot.mixed)).toEqual([])
    expect(viewOf(plan, 48)[17]).toMatchObject({ key: 'h17', label: '08:30-09:00', period: 'P' })
    expect(viewOf(plan, 96)[95]).toMatchObject({ key: 'q95', label: '23:45-00:00', period: 'F' })
  })

  it('a boundary between equals does not mix a slot; a change of period at the same price does', () => {
    expect(viewOf(quarterly([0, 1, 'P'], [1, 96, 'P']), 24)[0]?.mixed).toBe(false)
    const samePrice = aPlan({ prices: { G: SAMPLE_PRICES.P, P: SAMPLE_PRICES.P, F: SAMPLE_PRICES.P } })
    const shifted = { ...samePrice, intervals: [...quarterly([0, 2, 'G'], [2, 96, 'P']).intervals] }
    expect(viewOf(shifted, 24)[0]?.mixed).toBe(true)
  })

  it('every view shows each quarter of the plan, and 96 slots are never mixed', () => {
    fc.assert(
      fc.property(anyPlan, fc.constantFrom(24, 48, 96), (plan, size) => {
        const view = viewOf(plan, size)
        expect(view).toHaveLength(size)
        expect(size === 96 && view.some(slot => slot.mixed)).toBe(false)
        for (let quarter = 0; quarter < 96; quarter += 1) {
          const { period, electricity, service } = intervalAt(plan, quarter)
          const slot = view[Math.floor((quarter * size) / 96)]
          const parts = slot?.mixed ? slot.parts.filter(p => p.fromQuarter <= quarter && quarter < p.toQuarter) : [slot]
          expect(parts).toHaveLength(1)
          expect(parts[0]).toMatchObject({ period, electricity, service })
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('model for a four-rate pile', () => {
  it('gives each pair the number of its period', () => {
    const answer = compileForFourRatePile(aPlan({ slots: 'JJFFPPGG'.repeat(6) }))
    expect(answer.ok && answer.model.slots).toEqual('00112233'.repeat(6).split('').map(Number))
    expect(answer.ok && answer.model.rates.map(rate => rate.periods)).toEqual([['J'], ['F'], ['P'], ['G']])
  })

  it('fits five periods when two cost the same, and fills an unused rate with the dearest', () => {
    const prices = { ...SAMPLE_PRICES, S: SAMPLE_PRICES.G }
    const five = compileForFourRatePile(aPlan({ slots: `JFPGS${'P'.repeat(43)}`, prices }))
    expect(five.ok && five.model.slots.slice(0, 5)).toEqual([0, 1, 2, 3, 3])
    expect(five.ok && five.model.rates[3]?.periods).toEqual(['G', 'S'])
    const two = compileForFourRatePile(aPlan({ slots: 'G'.repeat(24) + 'P'.repeat(24) }))
    expect(two.ok && two.model.rates).toEqual([
      { ...SAMPLE_PRICES.P, periods: [] },
      { ...SAMPLE_PRICES.P, periods: [] },
      { ...SAMPLE_PRICES.P, periods: ['P'] },
      { ...SAMPLE_PRICES.G, periods: ['G'] },
    ])
  })

  it('gives deep valley a free number when valley has its own price', () => {
    const answer = compileForFourRatePile(aPlan({ slots: `FPGS${'P'.repeat(44)}` }))
    expect(answer.ok && answer.model.slots.slice(0, 4)).toEqual([1, 2, 3, 0])
  })

  it('refuses what does not fit, with the reason', () => {
    expect(compileForFourRatePile(aPlan({ slots: `JFPGS${'P'.repeat(43)}` }))).toEqual({
      ok: false,
      reason: 'too-many-rates',
      distinct: 5,
    })
    expect(compileForFourRatePile(quarterly([0, 33, 'G'], [33, 95, 'P'], [95, 96, 'F']))).toEqual({
      ok: false,
      reason: 'off-half-hour',
      slots: ['08:00-08:30', '23:30-00:00'],
    })
    const periodOnly = { G: SAMPLE_PRICES.P, P: SAMPLE_PRICES.P }
    const shifted = quarterly([0, 33, 'G'], [33, 96, 'P']).intervals.map(i => ({ ...i, ...periodOnly.P }))
    expect(compileForFourRatePile({ key: 'default', intervals: shifted }).ok).toBe(true)
  })

  it('a model always charges what the plan says, in every quarter', () => {
    const palette = [pair(40_000n, 30_000n), pair(80_000n, 30_000n), pair(120_000n, 30_000n), pair(80_000n, 50_000n)]
    const prices = fc.tuple(...PERIOD_KINDS.map(() => fc.constantFrom(...palette)))
    const slots = fc.array(fc.constantFrom(...PERIOD_KINDS), { minLength: 48, maxLength: 48 })
    fc.assert(
      fc.property(slots, prices, (letters, [J, F, P, G, S]) => {
        const chosen = {
          J: J ?? pair(0n, 0n),
          F: F ?? pair(0n, 0n),
          P: P ?? pair(0n, 0n),
          G: G ?? pair(0n, 0n),
          S: S ?? pair(0n, 0n),
        }
        const plan = aPlan({ slots: letters.join(''), prices: chosen })
        const answer = compileForFourRatePile(plan)
        expect(answer.ok).toBe(true)
        const { rates, slots: numbers } = answer.ok ? answer.model : { rates: [], slots: [] }
        expect([rates.length, numbers.length]).toEqual([4, 48])
        for (let quarter = 0; quarter < 96; quarter += 1) {
          const { electricity, service, period } = intervalAt(plan, quarter)
          const rate = rates[numbers[Math.floor(quarter / 2)] ?? -1]
          expect(rate).toMatchObject({ electricity, service })
          expect(rate?.periods).toContain(period)
        }
      }),
      { numRuns: 150 },
    )
  })
})
