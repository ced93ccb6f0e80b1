import type { PileLiveStatus } from '@wattyard/assets/contract'
import { connectorsInService } from '@wattyard/assets/server'
import { aPile, aStation } from '@wattyard/assets/testing'
import type { WallAnswer } from '@wattyard/charging/contract'
import { OFFLINE_AFTER_MS } from '@wattyard/gateway/contract'
import { refreshLive } from '@wattyard/gateway/server'
import type { Tx } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure, Todo } from '../../contract/index.ts'
import { type FinanceServer, financeServer } from '../../testing/index.ts'

let server: FinanceServer
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())

interface Kind {
  /** State of connector 1; null for a pile that never reported. */
  readonly state: string | null
  /** Null for a pile that never connected. */
  readonly online: boolean | null
  readonly status?: 'normal' | 'maintenance' | 'retired'
  readonly stationStatus?: 'open' | 'building'
}

/** One pile of each kind, by the status that every screen must give it. Each stands at a station of its own. */
const KINDS: readonly (readonly [PileLiveStatus, Kind])[] = [
  ['fault', { state: 'fault', online: true }],
  ['charging', { state: 'charging', online: true }],
  ['occupied', { state: 'plugged', online: true }],
  ['idle', { state: 'idle', online: true }],
  ['unavailable', { state: 'unavailable', online: true }],
  ['offline', { state: 'fault', online: false }],
  ['never', { state: null, online: null }],
  ['out', { state: 'fault', online: true, status: 'maintenance' }],
  ['out', { state: 'fault', online: true, stationStatus: 'building' }],
  ['out', { state: null, online: false, stationStatus: 'building' }],
  ['out', { state: null, online: null, status: 'maintenance' }],
  ['out', { state: null, online: null, stationStatus: 'building' }],
  ['retired', { state: null, online: null, status: 'retired' }],
  // Energy that flows is counted wherever it does.
  ['charging', { state: 'charging', online: true, stationStatus: 'building' }],
  ['retired', { state: 'idle', online: false, status: 'retired' }],
]

async function add(
  tx: Tx,
  tenantId: string,
  { state, online, status, stationStatus }: Kind,
  gone: number,
): Promise<string> {
  const station = await aStation(tx, { tenantId, status: stationStatus ?? 'open' })
  const pile = await aPile(tx, station, { status: status ?? 'normal' })
  if (online !== null)
    await tx.execute(
      `insert into gateway_pile_state (tenant_id, pile_id, station_id, online, connected_at, disconnected_at) values ($1, $2, $3, $4, $5, $6)`,
      [tenantId, pile.id, station.id, online, new Date(gone), online ? null : new Date(gone)],
    )
  if (state !== null)
    await tx.execute(
      'insert into gateway_connector_state (tenant_id, pile_id, connector, state, at) values ($1, $2, 1, $3, $4)',
      [tenantId, pile.id, state, new Date(gone)],
    )
  return station.id
}

test('home, wall, the list of piles and the list of stations give the same numbers', async () => {
  const world = await server.world()
  const { tenantId, as } = world
  const gone = world.clock.now() - OFFLINE_AFTER_MS
  await world.server.db.platform(async tx => {
    // The world has a pile already: it is the one that never connected.
    const stations = [world.pile.stationId]
    for (const [live, kind] of KINDS) if (live !== 'never') stations.push(await add(tx, tenantId, kind, gone))
    await refreshLive(tx, { piles: [], stations })
  })
  const ask = async (path: string, input: Record<string, unknown> = {}) => {
    const { data, success, msg } = await world.server.call(path, input, { as })
    expect(success, msg).toBe(true)
    return data
  }
  const figures = new Map<string, Figure>()
  for (const figure of (await world.ask('/api/home/figures')).data.list) figures.set(figure.key, figure)
  const wall: WallAnswer = await ask('/api/charging/wall')
  const stations: { lives: Partial<Record<PileLiveStatus, number>> }[] = (await ask('/api/device/station/list')).list
  const listed = async (live: string): Promise<number> =>
    (await ask('/api/device/devicePole/list', { filter: { live } })).total

  for (const live of new Set(KINDS.map(([one]) => one))) {
    const expected = KINDS.filter(([one]) => one === live).length
    expect(await listed(live), `list: ${live}`).toBe(expected)
    expect(
      stations.reduce((sum, { lives }) => sum + (lives[live] ?? 0), 0),
      `stations: ${live}`,
    ).toBe(expected)
    // The wall leaves retired piles out altogether.
    const onWall = live === 'retired' ? 0 : expected
    expect(wall.piles.filter(pile => pile.live === live).length, `wall: ${live}`).toBe(onWall)
  }
  const figure = { faults: 'fault', offline: 'offline', out: 'out' } as const
  for (const [key, live] of Object.entries(figure)) {
    expect(figures.get(key)?.value, key).toBe(await listed(live))
    expect(figures.get(key)?.link.query).toEqual(
      key in { faults: 0, offline: 0 } ? { state: live } : { 'f.live': live },
    )
  }
  // Piles that never connected wait for somebody wherever they stand, unless they are retired.
  const never = figures.get('never')
  expect(never?.value).toBe(3)
  const { 'f.reported': reported, 'f.live': lives, ...rest } = never?.link.query ?? {}
  expect(rest).toEqual({})
  const filter = { reported: reported?.split(','), live: lives?.split(',') }
  expect((await ask('/api/device/devicePole/list', { filter })).total).toBe(3)

  // Connectors of a pile that has not connected yet are no outage: neither on the wall nor in the figures of their station.
  const waiting = wall.piles.filter(pile => pile.live === 'never')
  const states = waiting.flatMap(pile => pile.connectors.map(one => one.state))
  expect(states).toEqual(states.map(() => 'never'))
  expect(states.length).toBeGreaterThan(0)
  const { data: ofStation } = await world.server.call(
    '/api/device/station/portInfo',
    { id: world.pile.stationId },
    { as, method: 'GET' },
  )
  expect(ofStation.counts).toEqual({ never: states.length })
  const piles = figures.get('piles')
  expect(piles?.value).toBe(8)
  expect(await listed(piles?.link.query['f.live'] ?? '')).toBe(8)
  expect(wall.piles).toHaveLength(13)
  // The base of a share of time follows the register: it must not move with the cars of a building site.
  const bases = await world.server.db.tenant(tenantId, tx => connectorsInService(tx, as))
  expect(bases.size).toBe(7)
  const todos: Todo[] = (await world.ask('/api/home/todo')).data.list
  const inTodos = Object.fromEntries(todos.map(({ kind, count }) => [kind, count]))
  expect(inTodos).toMatchObject({ fault: 1, offline: 1 })
})
