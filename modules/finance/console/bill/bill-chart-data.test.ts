import { PERIOD_COLOURS } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import type { DayOfBills, OperatorOfBills, Sums } from '../../contract/index.ts'
import { courseChart, daysOfSpan, moneyChart, periodChart, wholeDays } from './bill-chart-data.ts'

const SUMS: Sums = {
  orders: 2,
  energy: '14.0000',
  energyJ: '0.0000',
  energyF: '12.0000',
  energyP: '2.0000',
  energyG: '0.0000',
  energyS: '0.0000',
  electricity: '10.10',
  service: '4.20',
  discount: '1.30',
  total: '13.00',
  paidPrincipal: '10.00',
  paidGift: '2.00',
  receivable: '1.00',
  refunded: '0.50',
  reversed: '0.00',
  abnormalOpen: 0,
  abnormalSealed: 0,
}
const day = (text: string, sums: Partial<Sums> = {}): DayOfBills => ({
  ...SUMS,
  ...sums,
  day: text,
  state: 'open',
  closing: null,
  stations: 1,
})
const operator = (name: string, sums: Partial<Sums> = {}): OperatorOfBills => ({
  ...SUMS,
  ...sums,
  operator: name,
  name,
})
const say = (key: string): string => key.split('.').at(-1) ?? ''
const week = { days: [day('2026-11-03'), day('2026-11-01')], from: '2026-11-01', to: '2026-11-03' }

test('every day has its place; one without orders has zero income', () => {
  expect(daysOfSpan(week).map(one => [one.day, one.sums?.total])).toEqual([
    ['2026-11-01', '13.00'],
    ['2026-11-02', undefined],
    ['2026-11-03', '13.00'],
  ])
})

test('the small line of a figure ends with the last whole day', () => {
  expect(wholeDays(week, '2026-11-03').map(one => one.day)).toEqual(['2026-11-01', '2026-11-02'])
  expect(wholeDays(week, '2026-11-04')).toHaveLength(3)
})

test('compared days are aligned by position; a missing day is a gap, not a zero', () => {
  const before = {
    days: [day('2026-10-30', { electricity: '0.10', service: '0.20' })],
    from: '2026-10-30',
    to: '2026-10-31',
  }
  const chart = courseChart({ bills: week, before, quiet: '#888' }, say)
  expect(chart).toMatchObject({
    labels: ['2026-11-01', '2026-11-02', '2026-11-03'],
    zoom: false,
    series: [
      { name: 'electricity', values: ['10.10', '0.00', '10.10'], stack: 'fees' },
      { name: 'service', values: ['4.20', '0.00', '4.20'], stack: 'fees' },
      { name: 'energy', values: ['14.0000', '0', '14.0000'], axis: 'right' },
      { name: 'comparedFees', values: ['0.30', '0.00', null], colour: '#888' },
    ],
  })
})

test('the money flow is equally wide on both sides of an operator', () => {
  const chart = moneyChart([operator('A', { paidGift: '0.00', paidPrincipal: '12.00' }), operator('A')], say)
  if (chart.kind !== 'sankey') throw new Error('it is a Sankey')
  expect(chart.links.filter(({ from, to }) => from === 'A' || to === 'A')).toEqual([
    { from: 'paidPrincipal', to: 'A', value: '12.00' },
    { from: 'receivable', to: 'A', value: '1.00' },
    { from: 'discount', to: 'A', value: '1.30' },
    { from: 'A', to: 'electricity', value: '10.10' },
    { from: 'A', to: 'service', value: '4.20' },
  ])
  expect(chart.links.some(({ to }) => to === 'A (2)')).toBe(true)
  // An operator with the name of a kind of money must not close a cycle.
  const named = moneyChart([operator('electricity')], say)
  expect(named.kind === 'sankey' && named.links.every(({ from, to }) => from !== to)).toBe(true)
})

test('tariff periods without energy are left out; the others keep the colours of the price editor', () => {
  expect(periodChart(SUMS, say)).toMatchObject({
    slices: [
      { name: 'F', value: '12.0000', colour: PERIOD_COLOURS.F },
      { name: 'P', value: '2.0000', colour: PERIOD_COLOURS.P },
    ],
  })
})

test('days before the first order are left out, and the compared days keep their places', () => {
  const late = { days: [day('2026-11-03')], from: '2026-11-01', to: '2026-11-03', firstDay: '2026-11-03' }
  expect(daysOfSpan(late).map(one => one.day)).toEqual(['2026-11-03'])
  const before = {
    days: [day('2026-10-31', { electricity: '0.10', service: '0.20' })],
    from: '2026-10-29',
    to: '2026-10-31',
    firstDay: '2026-10-31',
  }
  const chart = courseChart({ bills: late, before, quiet: '#888' }, say)
  expect(chart).toMatchObject({ labels: ['2026-11-03'] })
  expect('series' in chart && chart.series.at(-1)).toMatchObject({ values: ['0.30'] })
  expect(daysOfSpan({ ...late, days: [], firstDay: '2026-12-01' })).toHaveLength(3)
})
