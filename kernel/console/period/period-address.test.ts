import { addDays, businessDay } from '@wattyard/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  daysOf,
  fittingUnits,
  movedEnd,
  paramsOfPeriod,
  type PeriodRules,
  readPeriod,
  unitOf,
} from './period-address.ts'
import { presetPeriods } from './period-presets.ts'
import { periodOf, type PeriodUnit } from './period.ts'

const UNITS: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year', 'range']
const KEYS = { from: 'f.day.from', to: 'f.day.to', unit: 'period', compare: 'compare' }
const today = businessDay('2026-11-25')
const rules: PeriodRules = { today, start: periodOf('month', today), units: fittingUnits(UNITS, 92), maxDays: 92 }
const read = (query: string, own = rules) => readPeriod(new URLSearchParams(query), KEYS, own)
const thisMonth = { unit: 'month', from: '2026-11-01', to: '2026-11-30' }

test.each<[query: string, period: object]>([
  ['', thisMonth],
  // Addresses from before there were units.
  ['f.day.from=2026-11-01&f.day.to=2026-11-25', { unit: 'range', from: '2026-11-01', to: '2026-11-25' }],
  ['f.day.from=2026-10-01&f.day.to=2026-10-31', { unit: 'month', from: '2026-10-01', to: '2026-10-31' }],
  ['f.day.from=2026-11-20&f.day.to=2026-11-20', { unit: 'day', from: '2026-11-20', to: '2026-11-20' }],
  ['f.day.from=2026-11-03', { unit: 'range', from: '2026-11-03', to: '2026-11-25' }],
  ['f.day.to=2026-11-03', { unit: 'range', from: '2026-11-01', to: '2026-11-03' }],
  ['f.day.from=2026-12-03', { unit: 'day', from: '2026-12-03', to: '2026-12-03' }],
  // A unit takes precedence over days that do not fit it; alone it means its current period.
  ['period=week&f.day.from=2026-11-25', { unit: 'week', from: '2026-11-23', to: '2026-11-29' }],
  ['period=quarter', { unit: 'quarter', from: '2026-10-01', to: '2026-12-31' }],
  ['period=range', { unit: 'range', from: '2026-11-01', to: '2026-11-25' }],
  ['period=range&f.day.from=2026-10-01&f.day.to=2026-10-31', { unit: 'range', from: '2026-10-01', to: '2026-10-31' }],
  // Invalid values.
  ['f.day.from=2026-11-20&f.day.to=2026-11-10', { unit: 'range', from: '2026-11-10', to: '2026-11-20' }],
  ['f.day.from=2026-02-30&f.day.to=yesterday', thisMonth],
  ['f.day.from=1900-01-01', thisMonth],
  ['period=century&compare=rival', thisMonth],
  // A unit that the page does not offer is ignored.
  ['period=year', thisMonth],
])('%j shows %j', (query, period) => {
  expect(read(query)).toEqual({ period, compareWith: 'none', isCut: false })
})

test('a period over the limit is cut to its last days that have begun, and reported as cut', () => {
  expect(read('f.day.from=2026-01-01&f.day.to=2026-06-30&compare=lastYear')).toEqual({
    period: { unit: 'range', from: '2026-03-31', to: '2026-06-30' },
    compareWith: 'lastYear',
    isCut: true,
  })
  expect(read('f.day.from=2026-01-01&f.day.to=2026-12-31').period).toEqual({
    unit: 'range',
    from: '2026-08-26',
    to: '2026-11-25',
  })
})

test('a written period is read back, whatever the address had before', () => {
  const days = fc.integer({ min: 0, max: 70_000 }).map(n => addDays(businessDay('1975-01-01'), n))
  fc.assert(
    fc.property(fc.constantFrom(...UNITS), days, fc.nat(91), (unit, at, more) => {
      const own = { ...rules, units: fittingUnits(UNITS, 366), maxDays: 366 }
      const period = unit === 'range' ? { unit, from: at, to: addDays(at, more) } : periodOf(unit, at)
      const params = paramsOfPeriod(period, KEYS, own.units)
      expect(readPeriod(new URLSearchParams(params), KEYS, own)).toEqual({ period, compareWith: 'none', isCut: false })
    }),
  )
})

test('any text in the address gives a period within the limit', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('2026-11-31', '2199-12-31', '1969-12-31', '2024-02-29', '-1'))
  fc.assert(
    fc.property(text, text, text, text, (from, to, unit, compare) => {
      const query = new URLSearchParams({
        [KEYS.from]: from,
        [KEYS.to]: to,
        [KEYS.unit]: unit,
        [KEYS.compare]: compare,
      })
      const { period } = readPeriod(query, KEYS, rules)
      expect(period.from <= period.to).toBe(true)
      expect(daysOf(period)).toBeLessThanOrEqual(92)
    }),
  )
})

test('units that may be too long are not offered, and no preset is', () => {
  expect(fittingUnits(UNITS, 31)).toEqual(['day', 'week', 'month', 'range'])
  expect(unitOf(periodOf('quarter', today), fittingUnits(UNITS, 31))).toBe('range')
  expect(presetPeriods(today, 31).map(({ word }) => word)).toEqual([
    'yesterday',
    'last7',
    'last30',
    'lastWeek',
    'lastMonth',
  ])
  const presets = presetPeriods(today, 366)
  expect(presets.filter(({ period }) => period.to > today)).toEqual([])
  expect(presets.filter(({ word }) => /^last\d/.test(word)).map(({ word, period }) => [word, daysOf(period)])).toEqual([
    ['last7', 7],
    ['last30', 30],
    ['last90', 90],
  ])
})

test('an end that passes the other one moves it too', () => {
  const span = { from: businessDay('2026-11-05'), to: businessDay('2026-11-10') }
  expect(movedEnd(span, 'from', '2026-11-12')).toEqual({ from: '2026-11-12', to: '2026-11-12' })
  expect(movedEnd(span, 'to', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' })
  expect(movedEnd(span, 'to', '2026-11-20')).toEqual({ from: '2026-11-05', to: '2026-11-20' })
})
