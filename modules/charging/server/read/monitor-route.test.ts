import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, START, wait } from '../../testing/charging-world.ts'
import { READING_HOLDS_MS, type WallConnector, type WallPile } from '../../contract/index.ts'
import { thin } from './charging-curve-route.ts'
import { runningNow } from './read-today.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

const monitor = async (as = world.as, input: Record<string, unknown> = {}) =>
  (await world.server.call('/api/charging/monitor', input, { as })).data

describe('monitor', () => {
  test('shows a running session with names, live figures and what it has cost so far', async () => {
    world = await charging.world()
    const session = world.session()
    await world.tell(session.started())
    expect((await monitor()).list).toMatchObject([{ energy: null, amount: null }])
    wait(world, 15)
    await world.tell(session.read(100_000n, { powerW: 58_000, socPermille: 423 }))
    const { list, total, asOf } = await monitor()
    expect({ total, asOf }).toEqual({ total: 1, asOf: world.clock.now() })
    expect(list).toMatchObject([
      {
        id: session.id,
        state: 'charging',
        pile: { id: world.pile.id, code: world.pile.code },
        connector: 1,
        ratedPower: 120_000,
        startedAt: START,
        power: 58_000,
        soc: 423,
        energy: '10.0000',
        electricity: '11.15',
        service: '5.00',
        amount: '16.15',
        held: '100.00',
        cases: [],
        canStop: true,
        offlineSince: null,
      },
    ])
    expect(list[0].station.name).toMatch(/^测试站/)
    // People read states of charge in percent, in details as in exports.
    const { data: record } = await world.server.call('/api/charging/order/get', { id: session.id }, { as: world.as })
    expect(record).toMatchObject({ liveSoc: '42.3000', socStart: '42.3000' })
    // The list of orders says the same about it as the monitoring, long before there is a bill.
    expect(record).toMatchObject({ total: '0.00', soFar: { electricity: '11.15', service: '5.00', total: '16.15' } })
  })

  test('power and state of charge of a silent session are not now, here as on the wall and in the sums', async () => {
    world = await charging.world()
    const session = world.session()
    await world.tell(session.started())
    wait(world, 5)
    await world.tell(session.read(50_000n, { powerW: 58_000, socPermille: 423 }))
    const sums = () =>
      world.server.db.tenant(world.tenantId, tx =>
        runningNow(tx, { tenantId: world.tenantId, scope: world.as.scope }, world.clock.now()),
      )
    wait(world, READING_HOLDS_MS / 60_000)
    expect((await monitor()).list).toMatchObject([{ power: 58_000, soc: 423, isStale: false }])
    expect(await sums()).toMatchObject({ sessions: 1, silent: 0, power_w: 58_000 })
    wait(world, 1)
    expect((await monitor()).list).toMatchObject([{ power: null, soc: null, isStale: true, energy: '5.0000' }])
    expect(await sums()).toMatchObject({ sessions: 1, silent: 1, power_w: 0 })
    const { data: wall } = await world.server.call('/api/charging/wall', {}, { as: world.as })
    const connectors = wall.piles.flatMap((one: WallPile) => one.connectors)
    expect(connectors.map((one: WallConnector) => one.order).filter(Boolean)).toMatchObject([
      { power: null, soc: null },
    ])
    // One message and it is known again.
    await world.tell(session.read(60_000n, { powerW: 41_000, socPermille: 500 }))
    expect((await monitor()).list).toMatchObject([{ power: 41_000, soc: 500, isStale: false }])
  })

  test('shows only what the caller may see, and offers only what the caller may do', async () => {
    world = await charging.world()
    await world.tell(world.session().started())
    const scope = { operators: null, stations: [newId()], investors: null }
    expect((await monitor(callerWith({ tenantId: world.tenantId, scope }))).list).toEqual([])
    expect((await monitor(callerWith({ tenantId: newId() }))).list).toEqual([])
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['charging.order:read'] })
    expect((await monitor(reader)).list).toMatchObject([{ canStop: false }])
    expect((await monitor(world.as, { atStation: newId() })).list).toEqual([])
    expect((await monitor(world.as, { atStation: world.pile.stationId })).list).toHaveLength(1)
    const refused = await world.server.call(
      '/api/charging/monitor',
      {},
      { as: callerWith({ tenantId: world.tenantId, permissions: [] }) },
    )
    expect(refused.status).toBe(403)
  })

  test('a settled session has left; one that was given up stays until its stop comes', async () => {
    world = await charging.world()
    const one = world.session()
    const other = world.session({ connector: 2, tag: null })
    await world.tell(one.started(), other.started())
    await world.server.db.platform(tx =>
      tx.execute("update charging_order set state = 'abnormal' where id = $1", [other.id]),
    )
    wait(world, 30)
    await world.tell(one.stopped(100_000n))
    const { list } = await monitor()
    expect(list.map((row: { id: string }) => row.id)).toEqual([other.id])
    const orders = await world.server.call('/api/charging/order/list', {}, { as: world.as })
    const soFar = new Map(
      orders.data.list.map((row: { id: string }) => [row.id, 'soFar' in row ? row.soFar : 'billed']),
    )
    // One has its bill; of the other no energy was ever reported, which is not the same as nothing to pay.
    expect([soFar.get(one.id), soFar.get(other.id)]).toEqual(['billed', null])
  })

  test('three thousand running sessions are answered quickly', async () => {
    world = await charging.world()
    const first = world.session()
    await world.tell(first.started())
    wait(world, 15)
    await world.tell(first.read(100_000n))
    const columns = `operator_id, station_id, pile_id, connector_number, transaction_id, start_method, state, started_at, last_fact_at, live_energy, live_power_w, price_hash, price_version_id`
    await world.server.db.platform(tx =>
      tx.execute(
        `insert into charging_order (tenant_id, id, order_no, ${columns})
         select tenant_id, gen_random_uuid(), 'N' || n, ${columns} from charging_order, generate_series(1, 2999) as n where id = $1`,
        [first.id],
      ),
    )
    await monitor()
    const started = performance.now()
    const { list } = await monitor()
    const took = performance.now() - started
    expect(list).toHaveLength(3_000)
    // A generous bound for a loaded machine: it is about 150 ms on an idle one.
    expect(took).toBeLessThan(2_000)
  })
})

describe('course', () => {
  test('gives the readings of a session over time and what the rule book says of them', async () => {
    world = await charging.world()
    const session = world.session()
    await world.tell(session.started())
    for (let i = 1; i <= 4; i++) {
      wait(world, 5)
      await world.tell(session.read(BigInt(i) * 25_000n, { powerW: 30_000, socPermille: 200 + i * 50 }))
    }
    wait(world, 1)
    await world.tell(session.stopped(100_000n))
    const { data } = await world.server.call('/api/charging/order/course', { id: session.id }, { as: world.as })
    expect(data).toMatchObject({
      state: 'settled',
      meterStart: '100.0000',
      meterStop: '110.0000',
      readings: 4,
      setAside: 0,
      energy: '10.0000',
    })
    expect(data.points.map((point: { energy: string }) => point.energy)).toEqual([
      '2.5000',
      '5.0000',
      '7.5000',
      '10.0000',
    ])
    expect(data.points[0]).toMatchObject({ at: START + 300_000, power: 30_000, soc: 250, register: '102.5000' })
    expect(data.flags[0]).toMatchObject({ effect: 'basis' })
    // The order's own price has peak all the time.
    expect(data.notCounted).toEqual([])
    expect(data.periods).toEqual([{ from: START, to: START + 21 * 60_000, period: 'F' }])
  })

  test('is nobody’s who may not see the order', async () => {
    const session = world.session()
    const stranger = callerWith({ tenantId: newId() })
    expect((await world.server.call('/api/charging/order/course', { id: session.id }, { as: stranger })).status).toBe(
      404,
    )
  })

  test('a long curve is thinned and keeps its ends and its peak', () => {
    const readings = Array.from(
      { length: 5_000 },
      (_, i) => ({ at: i, powerW: i === 3_333 ? 99_999 : 1_000 + (i % 7) }) as never,
    )
    const kept = thin(readings, 600)
    expect(kept).toHaveLength(600)
    expect(kept[0]).toBe(readings[0])
    expect(kept.at(-1)).toBe(readings.at(-1))
    expect(kept).toContain(readings[3_333])
    expect(thin(readings.slice(0, 600), 600)).toHaveLength(600)
    const turned = readings.map(
      (reading, i) => ({ ...(reading as object), register: BigInt(i === 1_234 ? 5 : 10 + i) }) as never,
    )
    expect(thin(turned, 600)).toContain(turned[1_234])
  })
})

describe('wall', () => {
  test('shows every pile with its connectors, what runs on them, and only in the caller’s scope', async () => {
    world = await charging.world()
    const session = world.session({ connector: 2 })
    await world.tell(session.started())
    const { data } = await world.server.call('/api/charging/wall', {}, { as: world.as })
    expect(data).toMatchObject({ capped: false, stations: [{ id: world.pile.stationId, zone: 'Asia/Shanghai' }] })
    expect(data.piles).toMatchObject([
      {
        id: world.pile.id,
        online: false,
        live: 'never',
        liveSince: null,
        connectors: [
          { number: 1, state: 'never', at: null, order: null },
          { number: 2, state: 'never', order: { id: session.id, state: 'charging' } },
        ],
      },
    ])
    const scope = { operators: null, stations: [newId()], investors: null }
    const stranger = callerWith({ tenantId: world.tenantId, scope })
    expect((await world.server.call('/api/charging/wall', {}, { as: stranger })).data).toMatchObject({
      piles: [],
      stations: [],
    })
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['assets.pile:read'] })
    expect(
      (await world.server.call('/api/charging/wall', {}, { as: reader })).data.piles[0].connectors[1].order,
    ).toBeNull()
  })
})

describe('counts of cases', () => {
  test('by rule, open ones only, in the caller’s scope', async () => {
    world = await charging.world()
    const session = world.session()
    await world.tell(session.started())
    wait(world, 30)
    await world.tell(session.stopped(1_000_000n))
    const counts = async (as = world.as) => (await world.server.call('/api/charging/abnormal/counts', {}, { as })).data
    const before = await counts()
    expect(before.total).toBeGreaterThan(0)
    expect(before.blocking).toBeGreaterThan(0)
    expect(before.list[0]).toMatchObject({ count: 1, rule: expect.stringMatching(/^A-/) })
    const scope = { operators: null, stations: [newId()], investors: null }
    expect((await counts(callerWith({ tenantId: world.tenantId, scope }))).total).toBe(0)
    await world.server.call(
      '/api/charging/order/waive',
      { id: session.id, reason: '设备故障' },
      { as: world.as, key: newId() },
    )
    expect((await counts()).total).toBe(0)
  })
})
