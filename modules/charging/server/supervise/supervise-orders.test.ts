import { newId, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  type SessionFacts,
  START,
  wait,
  type WorldWishes,
} from '../../testing/charging-world.ts'
import { Directory } from '../start/directory.ts'
import { superviseAll, superviseOrders } from './supervise-orders.ts'

let charging: ChargingServer
let world: ChargingWorld
let directory = new Directory()
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

async function begin(wishes: WorldWishes = {}): Promise<SessionFacts> {
  world = await charging.world(wishes)
  directory = new Directory()
  // Other tests' orders are not this one's business.
  await world.server.db.platform(tx =>
    tx.execute("update charging_order set state = 'closed' where tenant_id <> $1 and state <> 'settled'", [
      world.tenantId,
    ]),
  )
  return world.session()
}

const run = () => world.server.db.platform(tx => superviseOrders(tx, world.ports, directory))
const codes = async () => (await run()).map(action => action.code)
interface Finding {
  code: string
  rule: string
  blocks: boolean
  remedies: string[]
  evidence: Record<string, string>
}
const abnormal = async () =>
  (await world.server.call('/api/charging/abnormal/list', { sort: 'createdAt' }, { as: world.as })).data.list as {
    findings: Finding[]
    estimate: string | null
  }[]
const cases = async () => (await abnormal()).flatMap(one => one.findings)

/** An order in a state that no fact makes in this slice. */
async function force(id: string, state: string): Promise<void> {
  await world.server.db.platform(tx => tx.execute('update charging_order set state = $2 where id = $1', [id, state]))
}

/** An order whose pile never began, 91 seconds ago. */
async function neverBegun(session: SessionFacts): Promise<string> {
  await world.tell(session.started())
  await force(session.id, 'starting')
  await world.server.db.platform(tx =>
    tx.execute('update charging_order set transaction_id = null, created_at = $2 where id = $1', [
      session.id,
      new Date(world.clock.now() - 91_000),
    ]),
  )
  return session.id
}

test('a tenant whose orders cannot be looked after holds nobody else’s up', async () => {
  const broken = await neverBegun(await begin())
  const { tenantId, pile } = world
  world = await charging.world()
  const sound = await neverBegun(world.session())
  const { piles } = world.ports
  const lives: typeof piles.lives = (tx, pileIds) =>
    pileIds.includes(pile.id) ? Promise.reject(new Error('no pile to be asked')) : piles.lives(tx, pileIds)
  const ports = { ...world.ports, piles: { ...piles, lives } }
  await expect(superviseAll(world.server.db, ports, new Directory())).rejects.toThrow(
    `1 of 2 failed: ${tenantId}: Error: no pile to be asked`,
  )
  expect((await world.row(sound)).state).toBe('closed')
  expect((await world.row(broken)).state).toBe('starting')
})

describe('supervisor', () => {
  test('a session that goes as it should is left alone', async () => {
    const session = await begin()
    await world.tell(session.started())
    for (let i = 1; i <= 10; i++) {
      wait(world, 1)
      await world.tell(session.read(BigInt(i) * 10_000n))
      expect(await codes()).toEqual([])
    }
    expect(world.ports.piles.stops).toEqual([])
    expect(await cases()).toEqual([])
  })

  test('no start within 90 s: closed, stopped all the same, hold released', async () => {
    const session = await begin()
    await world.tell(session.started())
    await force(session.id, 'starting')
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set transaction_id = null, created_at = $2 where id = $1', [
        session.id,
        new Date(START),
      ]),
    )
    world.clock.set(START + 89_999)
    expect(await codes()).toEqual([])
    world.clock.set(START + 90_000)
    expect(await codes()).toEqual(['no-start'])
    expect(await world.row(session.id)).toMatchObject({ state: 'closed' })
    const [hold] = await world.server.db.platform(tx =>
      tx.query({ state: col.text }, 'select state from ledger_hold where source_id = $1', [session.id]),
    )
    expect(hold?.state).toBe('voided')
  })

  test('a start that was reported is never closed for free by a timeout', async () => {
    const session = await begin()
    await world.tell(session.started())
    await force(session.id, 'starting')
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set created_at = $2 where id = $1', [session.id, new Date(START)]),
    )
    wait(world, 2)
    expect(await codes()).toEqual(['no-start'])
    expect(await world.row(session.id)).toMatchObject({ state: 'abnormal' })
    expect(world.ports.piles.stops).toHaveLength(1)
    expect(await cases()).toMatchObject([{ code: 'no-start', rule: 'S-01', blocks: true }])
  })

  test('no data for 15 minutes while connected: the meter is asked, people are told once', async () => {
    const session = await begin()
    await world.tell(session.started())
    wait(world, 14)
    expect(await codes()).toEqual([])
    wait(world, 1)
    expect(await codes()).toEqual(['no-data'])
    expect(world.ports.piles.asked).toMatchObject([{ pileId: world.pile.id }])
    expect(await cases()).toMatchObject([{ code: 'no-data', blocks: false, evidence: { waited_s: '900' } }])
    wait(world, 1)
    expect(await codes()).toEqual([])
    expect((await world.row(session.id)).state).toBe('charging')
  })

  test('no progress although the pile reports: the driver is told', async () => {
    const session = await begin()
    await world.tell(session.started())
    wait(world, 1)
    await world.tell(session.read(5_000n))
    for (let i = 0; i < 19; i++) {
      expect(await codes()).toEqual([])
      wait(world, 1)
      await world.tell(session.read(5_000n, { powerW: 0 }))
    }
    wait(world, 1)
    expect(await codes()).toEqual(['no-progress'])
    const events = await world.server.db.platform(tx =>
      tx.query(
        { body: col.json<unknown>() },
        "select body from kernel_outbox where topic = 'charging.order-noticed' and key = $1",
        [session.id],
      ),
    )
    expect(events).toMatchObject([{ body: { code: 'no-progress', tells: 'driver' } }])
  })

  test('eternal: a warning at 6 h, a stop at 24 h', async () => {
    const session = await begin()
    await world.tell(session.started())
    let energy = 0n
    const chargeFor = async (hours: number) => {
      for (let i = 0; i < hours * 6; i++) {
        wait(world, 10)
        energy += 10_000n
        await world.tell(session.read(energy))
      }
    }
    await chargeFor(5)
    expect(await codes()).toEqual([])
    await chargeFor(1)
    expect(await codes()).toEqual(['eternal-warning'])
    expect((await world.row(session.id)).state).toBe('charging')
    await chargeFor(18)
    expect(await codes()).toContain('eternal-stop')
    expect((await world.row(session.id)).state).toBe('stopping')
    expect(world.ports.piles.stops).toHaveLength(1)
  })

  test('no bill 30 s after the end: a person has to look', async () => {
    const session = await begin()
    await world.tell(session.started())
    wait(world, 10)
    await world.tell(session.read(50_000n))
    await force(session.id, 'ended')
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set ended_at = $2 where id = $1', [session.id, new Date(world.clock.now())]),
    )
    world.clock.advance(29_000)
    expect(await codes()).toEqual([])
    world.clock.advance(1_000)
    expect(await codes()).toEqual(['no-bill'])
    expect((await world.row(session.id)).state).toBe('abnormal')
    expect(await cases()).toMatchObject([
      { code: 'no-bill', blocks: true, remedies: expect.arrayContaining(['settle-by-hand']) },
    ])
  })

  test('a lost pile: people are told after 10 minutes, after a day the order is given up with an estimate', async () => {
    const session = await begin()
    await world.tell(session.started())
    wait(world, 5)
    await world.tell(session.read(50_000n))
    wait(world, 5)
    await world.tell(session.read(100_000n))
    world.ports.piles.cut(world.pile.id, world.clock.now())
    wait(world, 9)
    expect(await codes()).toEqual([])
    wait(world, 1)
    expect(await codes()).toEqual(['pile-offline'])
    wait(world, 24 * 60)
    // A day after its start it is stopped, which nobody hears; a day after its last word it is given up.
    expect(await codes()).toContain('eternal-stop')
    expect(await codes()).toContain('session-lost')
    const row = await world.row(session.id)
    expect(row).toMatchObject({ state: 'abnormal', estimate_fen: 1_615n })
    const lost = (await cases()).find(one => one.code === 'session-lost')
    expect(lost).toMatchObject({
      rule: 'S-10',
      blocks: true,
      remedies: expect.arrayContaining(['accept-estimate']),
    })
    expect(await abnormal()).toMatchObject([{ estimate: '16.15' }])
    const accepted = await world.server.call(
      '/api/charging/order/acceptEstimate',
      { id: session.id, reason: '桩已损毁' },
      { as: world.as, key: newId() },
    )
    expect(accepted.data).toMatchObject({ state: 'settled', total: '16.15' })
  })

  test('two reports "idle" in a row while charging: lost', async () => {
    const session = await begin()
    await world.tell(session.started())
    wait(world, 1)
    world.ports.piles.says(world.pile.id, 1, { state: 'idle', at: world.clock.now() })
    expect(await codes()).toEqual([])
    expect(await codes()).toEqual([])
    wait(world, 1)
    world.ports.piles.says(world.pile.id, 1, { state: 'idle', at: world.clock.now() })
    expect(await codes()).toEqual(['idle-while-charging'])
    expect((await world.row(session.id)).state).toBe('abnormal')
  })

  test('a stop that nobody confirms is repeated three times, then a person looks', async () => {
    const session = await begin()
    await world.tell(session.started())
    await world.server.call('/api/charging/order/stop', { id: session.id }, { as: world.as, key: newId() })
    const seen: string[] = []
    for (let i = 0; i < 16; i++) {
      world.clock.advance(10_000)
      seen.push(...(await codes()))
    }
    expect(seen).toEqual(['stop-repeated', 'stop-repeated', 'no-stop'])
    expect(world.ports.piles.stops).toHaveLength(4)
    expect((await world.row(session.id)).state).toBe('abnormal')
  })

  test('money nearly used: stopped early enough for what flows until the stop takes effect', async () => {
    // 20.00 CNY at 1.6145 a kWh: 12.38 kWh. At 120 kW a minute of reaction costs 3.23.
    const session = await begin({ principal: 2_000n })
    await world.tell(session.started())
    wait(world, 1)
    await world.tell(session.read(90_000n, { powerW: 120_000 }))
    expect(await codes()).toEqual([])
    wait(world, 1)
    await world.tell(session.read(104_000n, { powerW: 120_000 }))
    expect(await codes()).toEqual(['balance-used'])
    expect(world.ports.piles.stops).toHaveLength(1)
    expect((await world.row(session.id)).state).toBe('stopping')
  })

  test('a wallet with more than its hold charges on', async () => {
    const session = await begin({ principal: 100_000n })
    await world.tell(session.started())
    for (let i = 1; i <= 6; i++) {
      wait(world, 10)
      await world.tell(session.read(BigInt(i) * 200_000n, { powerW: 120_000 }))
      expect(await codes()).toEqual([])
    }
  })

  test('a tenant may set its own limits', async () => {
    const session = await begin()
    await world.tell(session.started())
    const { list } = (await world.server.call('/api/platform/setting/list', {}, { as: world.as })).data
    const { value } = list.find((one: { key: string }) => one.key === 'charging.supervision')
    const saved = await world.server.call(
      '/api/platform/setting/save',
      { key: 'charging.supervision', value: { ...value, noData_s: 120 } },
      { as: world.as },
    )
    expect(saved.success).toBe(true)
    wait(world, 2)
    expect(await codes()).toEqual(['no-data'])
  })

  test('what is done is forgotten', async () => {
    const session = await begin()
    await world.tell(session.started())
    await run()
    const watched = () =>
      world.server.db.platform(tx => tx.query('select 1 from charging_watch where order_id = $1', [session.id]))
    expect(await watched()).toHaveLength(1)
    wait(world, 30)
    await world.tell(session.stopped(100_000n))
    await run()
    expect(await watched()).toEqual([])
  })
})
