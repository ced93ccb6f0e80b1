import { describe, expect, test } from 'vitest'
import { type RunningOrder, type WallAnswer, type WallPile } from '../../contract/calls/live.ts'
import { READING_HOLDS_MS } from '../../contract/live.ts'
import {
  byStation,
  countLives,
  liveOf,
  passes,
  powerOf,
  STATE_MARK,
  withConnection,
  withConnector,
  withLive,
  withStationLive,
} from './wall-data.ts'

const NOW = 1_800_000_000_000

const pile = (id: string, over: Partial<WallPile> = {}): WallPile => ({
  id,
  code: `P-${id}`,
  name: `${id}号桩`,
  stationId: 's1',
  currentType: 'dc',
  power: 120_000,
  protocol: 'ocpp16',
  status: 'normal',
  live: 'idle',
  reported: 'idle',
  liveSince: 1,
  online: true,
  connectors: [
    {
      number: 1,
      name: '1',
      kind: 'gb-dc',
      bay: 'A01',
      state: 'idle',
      at: 100,
      error: null,
      vendorError: null,
      info: null,
      order: null,
    },
    {
      number: 2,
      name: '2',
      kind: 'gb-dc',
      bay: null,
      state: 'unavailable',
      at: 100,
      error: null,
      vendorError: null,
      info: null,
      order: null,
    },
  ],
  ...over,
})
const wall: WallAnswer = {
  stations: [
    { id: 's2', name: '福田站', zone: 'Asia/Shanghai', live: 'idle' },
    { id: 's1', name: '南山站', zone: 'Asia/Shanghai', live: 'idle' },
  ],
  piles: [pile('a'), pile('b', { stationId: 's2', currentType: 'ac' })],
  capped: false,
  asOf: 200,
}
const news = {
  id: 'a:1',
  pileId: 'a',
  connector: 1,
  state: 'charging',
  error: null,
  vendorError: null,
  info: null,
  at: 150,
} as const

describe('wall', () => {
  test('every state has its own sign', () => {
    expect(new Set(Object.values(STATE_MARK)).size).toBe(Object.keys(STATE_MARK).length)
  })

  test('news changes one connector and leaves every other pile the same object', () => {
    const next = withConnector(wall, news)
    expect(next.piles[0]?.connectors[0]).toMatchObject({ state: 'charging', at: 150 })
    expect(next.piles[1]).toBe(wall.piles[1])
    expect(next.piles[0]?.connectors[1]).toBe(wall.piles[0]?.connectors[1])
  })

  test('old news, unknown piles and connectors out of service change nothing', () => {
    expect(withConnector(wall, { ...news, at: 99 }).piles[0]).toBe(wall.piles[0])
    expect(withConnector(wall, { ...news, pileId: 'x' })).toBe(wall)
    expect(withConnector(wall, { ...news, connector: 2 }).piles[0]).toBe(wall.piles[0])
    expect(withConnector(wall, { ...news, connector: 9 }).piles[0]).toBe(wall.piles[0])
  })

  test('a removed pile takes its connectors along; an out-of-service connector stays so', () => {
    const gone = withConnection(wall, { id: 'a', online: false, at: 300 })
    expect(gone.piles[0]).toMatchObject({ online: false })
    expect(gone.piles[0]?.connectors.map(one => one.state)).toEqual(['offline', 'unavailable'])
    const back = withConnection(gone, { id: 'a', online: true, at: 400 })
    expect(back.piles[0]).toMatchObject({ online: true })
  })

  test('filters by text, state and type; groups in the order of stations', () => {
    const all = { text: '', state: '', type: '' }
    expect(wall.piles.filter(one => passes(one, { ...all, text: 'a0' }))).toHaveLength(2)
    expect(wall.piles.filter(one => passes(one, { ...all, text: 'p-B ' })).map(one => one.id)).toEqual(['b'])
    expect(wall.piles.filter(one => passes(one, { ...all, type: 'ac' })).map(one => one.id)).toEqual(['b'])
    expect(wall.piles.filter(one => passes(one, { ...all, state: 'charging' }))).toEqual([])
    expect(byStation(wall, wall.piles).map(group => group.station.name)).toEqual(['福田站', '南山站'])
    expect(byStation(wall, wall.piles.slice(0, 1)).map(group => group.station.id)).toEqual(['s1'])
  })

  test('a new live status changes one pile or one station', () => {
    const next = withLive(wall, { id: 'a', live: 'fault', reported: 'fault', liveSince: 7 })
    expect(next.piles[0]).toMatchObject({ live: 'fault', liveSince: 7 })
    expect(next.piles[1]).toBe(wall.piles[1])
    expect(withStationLive(wall, 's2', 'partly').stations.map(one => one.live)).toEqual(['partly', 'idle'])
  })

  test('filters and counts piles by live status; an unknown word in the address narrows nothing', () => {
    const piles = [pile('a', { live: 'fault' }), pile('b', { live: 'offline' }), pile('c', { live: 'fault' })]
    expect(countLives(piles)).toEqual({ fault: 2, offline: 1 })
    const inFault = piles.filter(one => passes(one, { text: '', type: '', state: liveOf('fault') }))
    expect(inFault.map(one => one.id)).toEqual(['a', 'c'])
    expect(liveOf('plugged')).toBe('')
  })

  test('adds the power of the sessions under way', () => {
    expect(powerOf(wall.piles, NOW)).toEqual({ watts: 0, silent: 0 })
    const flows = (state: 'charging' | 'idle', order: Partial<RunningOrder>): WallPile =>
      pile('x', {
        connectors: [
          {
            number: 1,
            name: String(1),
            kind: 'gb-dc',
            bay: null,
            state,
            at: NOW,
            error: null,
            vendorError: null,
            info: null,
            // the sum of power reads no other fields
            order: { power: 60_000, lastFactAt: NOW - READING_HOLDS_MS, isStale: false, ...order } as RunningOrder,
          },
        ],
      })
    const piles = [
      flows('charging', {}),
      // Outdated on the screen, outdated according to the server, and a connector that no longer delivers.
      flows('charging', { lastFactAt: NOW - READING_HOLDS_MS - 1 }),
      flows('charging', { isStale: true }),
      flows('idle', { lastFactAt: NOW }),
    ]
    expect(powerOf(piles, NOW)).toEqual({ watts: 60_000, silent: 3 })
  })
})
