import { expect, test } from 'vitest'
import type { ChargingCurveAnswer } from '../../contract/calls/live.ts'
import { contradict, curveCharts, gapOf } from './curve-charts.ts'

const MINUTE_MS = 60_000
const said = { t: (key: string) => key.split('.').at(-1) ?? key, clock: String, most_W: 60_000 }
const point = (minute: number, register: string | null, power: number | null = 30_000) => ({
  at: minute * MINUTE_MS,
  power,
  soc: null,
  register,
  energy: register,
})
const curve: ChargingCurveAnswer = {
  orderNo: 'A-1',
  state: 'settled',
  startedAt: 0,
  endedAt: 10 * MINUTE_MS,
  meterStart: '100.0000',
  meterStop: '105.0000',
  energy: '5.0000',
  method: null,
  confidence: null,
  readings: 2,
  setAside: 0,
  notCounted: [],
  points: [point(2, '101.0000'), point(4, '102.0000')],
  periods: [
    { from: 0, to: 5 * MINUTE_MS, period: 'G' },
    { from: 5 * MINUTE_MS, to: 10 * MINUTE_MS, period: 'F' },
  ],
  flags: [],
}

test('all curves are over the same true time, with the tariff periods behind them', () => {
  const { flow, energy, register } = curveCharts(curve, said)
  for (const chart of [flow, energy]) {
    expect(chart?.at).toEqual([0, 2 * MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS])
    expect(chart?.bands?.list.map(({ name, to }) => [name, to / MINUTE_MS])).toEqual([
      ['G', 5],
      ['F', 10],
    ])
  }
  expect(flow).toMatchObject({ thresholds: [{ value: 60 }], series: [{ values: [null, 30, 30, null] }] })
  expect(energy).toMatchObject({ series: [{ values: ['0', '101.0000', '102.0000', '5.0000'] }] })
  expect(register).toBeNull()
})

test('what was not reported is not drawn', () => {
  const silent = { ...curve, points: [point(2, null, null)], periods: [] }
  expect(curveCharts(silent, said)).toEqual({ flow: null, energy: null, register: null })
})

test('registers that contradict each other are drawn with the two that were stated at start and stop', () => {
  const backwards = { ...curve, meterStop: '99.5000', points: [point(2, '101.0000'), point(4, '99.0000')] }
  expect([contradict(curve), contradict(backwards)]).toEqual([false, true])
  expect(curveCharts(backwards, said).register).toMatchObject({
    at: [0, 2 * MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS],
    left: { cropped: true },
    series: [{ values: ['100.0000', '101.0000', '99.0000', '99.5000'] }],
    thresholds: [{ value: '100.0000' }, { value: '99.5000' }],
  })
})

test('readings that count nowhere stand beside the line, in the order of time', () => {
  const twice = { ...curve, setAside: 1, notCounted: [{ at: 3 * MINUTE_MS, register: '300.0000' }] }
  const register = curveCharts(twice, said).register
  expect(register?.at?.map(at => at / MINUTE_MS)).toEqual([0, 2, 3, 4, 10])
  expect(register?.series.map(({ values }) => values)).toEqual([
    ['100.0000', '101.0000', null, '102.0000', '105.0000'],
    [null, null, '300.0000', null, null],
  ])
})

test('energy that a rule held impossible is drawn against what was possible', () => {
  const flags = [{ code: 'over-power', effect: 'block', evidence: { possible: '4.0000' } }]
  expect(curveCharts({ ...curve, flags }, said).energy).toMatchObject({ thresholds: [{ value: '4.0000' }] })
})

test('a gap is three usual steps, and never less than two minutes', () => {
  expect(gapOf([0, 10_000, 20_000])).toBe(2 * MINUTE_MS)
  expect(gapOf([0, 300_000, 600_000, 4_000_000])).toBe(900_000)
  expect(gapOf([])).toBe(2 * MINUTE_MS)
})
