import { describe, expect, test } from 'vitest'
import { type RunningOrder } from '../../contract/calls/live.ts'
import { READING_HOLDS_MS } from '../../contract/live.ts'
import { falls, filterFrom, isFlagged, listed, stationsOf, sumsOf } from './monitor-list.ts'
import { scatterOf } from './scatter-of.ts'

const NOW = 1_800_000_000_000

function running(over: Partial<RunningOrder> & { orderNo: string }): RunningOrder {
  return {
    id: over.orderNo,
    version: 1,
    state: 'charging',
    station: { id: 's', name: '南山科技园站' },
    pile: { id: 'p', code: 'NS-07', name: '7号桩' },
    connector: 1,
    connectorName: '1',
    connectorState: 'charging',
    offlineSince: null,
    ratedPower: 120_000,
    startedAt: NOW - 600_000,
    lastFactAt: NOW - 10_000,
    startMethod: 'tag',
    power: 60_000,
    maxPower: 61_000,
    soc: 450,
    isStale: false,
    socStart: 200,
    energy: '10.0000',
    electricity: '11.15',
    service: '5.00',
    amount: '16.15',
    held: '100.00',
    hasMember: true,
    wish: null,
    cases: [],
    canStop: true,
    ...over,
  }
}

const filter = { text: '', station: '', flagged: false, sort: 'startedAt', descending: true } as const

test('the sign of a head says how its figures go: the latest start has the shortest duration', () => {
  expect(falls({ sort: 'startedAt', descending: true })).toBe(false)
  expect(falls({ sort: 'startedAt', descending: false })).toBe(true)
  expect(falls({ sort: 'power', descending: true })).toBe(true)
})

describe('charging now', () => {
  test('a silent, disconnected, abnormal or reported session needs attention', () => {
    const flagged = (over: Partial<RunningOrder>) => isFlagged(running({ orderNo: 'a', ...over }), NOW)
    expect(flagged({})).toBe(false)
    expect(flagged({ lastFactAt: NOW - READING_HOLDS_MS - 1 })).toBe(true)
    expect(flagged({ offlineSince: NOW })).toBe(true)
    expect(flagged({ state: 'abnormal' })).toBe(true)
    expect(flagged({ cases: [{ rule: 'S-02', code: 'no-data', severity: 'warning' }] })).toBe(true)
  })

  test('is found by order, station and pile, in any case of letters', () => {
    const list = [
      running({ orderNo: 'A1' }),
      running({ orderNo: 'B2', pile: { id: 'q', code: 'FT-01', name: '1号桩' } }),
    ]
    const numbers = (text: string) => listed(list, { ...filter, text }, NOW).map(order => order.orderNo)
    expect(numbers('ft-')).toEqual(['B2'])
    expect(numbers(' a1 ')).toEqual(['A1'])
    expect(numbers('南山')).toHaveLength(2)
    expect(numbers('x')).toEqual([])
  })

  test('is sorted by figures, not by their texts, and missing figures come last', () => {
    const list = [
      running({ orderNo: 'a', energy: '9.5000', amount: '9.00' }),
      running({ orderNo: 'b', energy: '10.2500', amount: '10.00' }),
      running({ orderNo: 'c', energy: null, amount: null }),
    ]
    expect(listed(list, { ...filter, sort: 'energy' }, NOW).map(one => one.orderNo)).toEqual(['b', 'a', 'c'])
    expect(listed(list, { ...filter, sort: 'amount', descending: false }, NOW).map(one => one.orderNo)).toEqual([
      'c',
      'a',
      'b',
    ])
  })

  test('is narrowed to a station, and the stations are counted', () => {
    const other = { id: 't', name: '福田站' }
    const list = [running({ orderNo: 'a' }), running({ orderNo: 'b', station: other }), running({ orderNo: 'c' })]
    expect(listed(list, { ...filter, station: 't' }, NOW).map(one => one.orderNo)).toEqual(['b'])
    expect(stationsOf(list)).toEqual([
      { id: 't', name: '福田站', count: 1 },
      { id: 's', name: '南山科技园站', count: 2 },
    ])
  })

  test('places are in natural number order', () => {
    const at = (code: string) => running({ orderNo: code, pile: { id: code, code, name: code } })
    const sorted = listed([at('NS-10'), at('NS-9')], { ...filter, sort: 'place', descending: false }, NOW)
    expect(sorted.map(one => one.pile.code)).toEqual(['NS-9', 'NS-10'])
  })

  test('sums are exact', () => {
    const list = Array.from({ length: 300 }, (_, i) =>
      running({ orderNo: String(i), energy: '0.1000', amount: '0.10', power: 333 }),
    )
    expect(sumsOf(list, NOW)).toEqual({
      count: 300,
      power: 99_900,
      rated: 120_000,
      energy: '30.0000',
      amount: '30.00',
      flagged: 0,
      silent: 0,
    })
    // Power of an outdated reading no longer counts; its energy does.
    expect(sumsOf(list, NOW + READING_HOLDS_MS)).toMatchObject({ power: 0, silent: 300, energy: '30.0000' })
    expect(sumsOf([], NOW)).toMatchObject({ energy: '0.0000', amount: '0.00' })
  })
})

test('as points: minutes and energy so far, those that want to be looked at apart, and none without a reading', () => {
  const { data, orders } = scatterOf(
    [
      running({ orderNo: 'A' }),
      running({ orderNo: 'B', energy: null }),
      running({ orderNo: 'C', state: 'abnormal', energy: '0.5000', startedAt: NOW - 3_661_000 }),
    ],
    NOW,
    key => key.split('.').at(-1) ?? '',
  )
  expect(data).toMatchObject({
    series: [
      { name: 'inOrder', points: [{ name: 'A · NS-07 · 1', x: 10, y: '10.0000' }] },
      { name: 'flagged', points: [{ x: 61, y: '0.5000' }] },
    ],
  })
  expect(orders.get('flagged')?.map(order => order.id)).toEqual(['C'])
})

test('the page’s own station is no filter while one is chosen for all pages', () => {
  const search = new URLSearchParams('station=s1&q=NS&sort=power')
  expect(filterFrom(search, null)).toMatchObject({ station: 's1', text: 'NS', sort: 'power', descending: false })
  expect(filterFrom(search, 's2')).toMatchObject({ station: '', text: 'NS' })
  expect(filterFrom(new URLSearchParams(), null)).toMatchObject({ sort: 'startedAt', descending: true })
})
