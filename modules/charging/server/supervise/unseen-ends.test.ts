import { col } from '@wattyard/server-kit'
import type { Fact } from '@wattyard/gateway/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  type SessionFacts,
  wait,
} from '../../testing/charging-world.ts'
import { Directory } from '../start/directory.ts'
import { superviseOrders } from './supervise-orders.ts'

let charging: ChargingServer
let world: ChargingWorld
let session: SessionFacts
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
  await world.server.db.platform(tx =>
    tx.execute("update charging_order set state = 'closed' where tenant_id <> $1 and state <> 'settled'", [
      world.tenantId,
    ]),
  )
  session = world.session()
})
afterAll(() => charging.close())

const supervise = () => world.server.db.platform(tx => superviseOrders(tx, world.ports, new Directory()))
const openCases = (id: string) =>
  world.server.db.platform(tx =>
    tx.query(
      { code: col.text, evidence: col.json<Record<string, string>>() },
      "select code, evidence from charging_finding where order_id = $1 and state = 'open'",
      [id],
    ),
  )
const holds = () =>
  world.server.db.tenant(world.tenantId, tx =>
    tx.query({ state: col.text }, 'select state from ledger_hold where source_id = $1', [session.id]),
  )
/** Time passes, and the supervisor looks every minute. */
async function live(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    wait(world, 1)
    await supervise()
  }
}
const says = (state: 'idle' | 'charging' | 'unavailable', connector = 1) =>
  world.ports.piles.says(world.pile.id, connector, { state, at: world.clock.now() })

/** What a pile can do instead of telling the stop, and why the order is closed by it. */
const SIGNS: Record<string, () => Promise<void>> = {
  'pile-idle': async () => says('idle'),
  'pile-began-another': () => world.tell(world.session({ tag: 'SOMEBODY' }).started()),
  'pile-knows-nothing': async () => {
    world.ports.piles.refuseStops(world.clock.now())
    const answer = await world.server.call(
      '/api/charging/order/stop',
      { id: session.id },
      { as: world.as, headers: { 'idempotency-key': session.id } },
    )
    expect(answer.success).toBe(true)
  },
  'pile-restarted': async () => {
    world.ports.piles.boots(world.pile.id, world.clock.now())
    says('unavailable')
  },
}

describe.each(Object.entries(SIGNS))('a stop that never came, %s', (reason, show) => {
  test('and nothing on the meter: closed after a minute, what was held goes back, nobody is called', async () => {
    await world.tell(session.started())
    wait(world, 1)
    await world.tell(session.read(0n))
    wait(world, 1)
    await show()
    expect((await supervise()).map(action => action.code)).not.toContain('ended-unseen')
    await live(2)
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', close_reason: reason, total_fen: 0n })
    expect(await openCases(session.id)).toEqual([])
    expect(await holds()).toEqual([{ state: 'voided' }])
  })

  test('and energy on the meter: a person looks at one order with its estimate, and the stop that comes after all is billed', async () => {
    await world.tell(session.started())
    wait(world, 30)
    await world.tell(session.read(100_000n))
    wait(world, 1)
    await show()
    await live(6)
    const row = await world.row(session.id)
    expect(row).toMatchObject({ state: 'abnormal', energy: 100_000n })
    expect(row.estimate_fen).toBeGreaterThan(0n)
    expect((await openCases(session.id)).find(one => one.code === 'ended-unseen')?.evidence.sign).toBe(reason)
    const late = { ...session.stopped(120_000n), at: row.started_at + 32 * 60_000 } as Fact // a stop at another time is a stop
    await world.tell(late)
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', energy: 120_000n })
    expect(await openCases(session.id)).toEqual([])
  })

  test('closed, and then told by a pile that had it in its queue: billed once, without a person', async () => {
    await world.tell(session.started(), session.read(0n))
    const { started_at } = await world.row(session.id)
    wait(world, 2)
    await show()
    await live(6)
    expect((await world.row(session.id)).state).toBe('closed')
    wait(world, 24 * 60)
    const late = { ...session.stopped(80_000n), at: started_at + 20 * 60_000 } as Fact // as above
    await world.tell(late)
    await world.tell(late)
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', energy: 80_000n, close_reason: null })
    expect(await openCases(session.id)).toEqual([])
    const journals = await world.server.db.tenant(world.tenantId, tx =>
      tx.query("select id from ledger_journal where source_id = $1 and idem_key like 'charging.settle:%'", [
        session.id,
      ]),
    )
    expect(journals).toHaveLength(1)
  })
})

test('where the next session begins says what was taken, although no reading ever came', async () => {
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(world.session({ tag: 'SOMEBODY', meterStart: 1_050_000n }).started())
  await live(6)
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal' })
  const told = (await openCases(session.id)).find(one => one.code === 'ended-unseen')
  expect(told?.evidence).toMatchObject({ sign: 'pile-began-another', taken: '5.0000' })
})

test('an earlier session that a queue tells late ends nothing', async () => {
  const earlier = world.session({ tag: 'SOMEBODY' }).started()
  wait(world, 5)
  await world.tell(session.started())
  await world.tell(earlier)
  wait(world, 1)
  await world.tell(session.read(1_000n))
  await live(6)
  expect((await world.row(session.id)).state).toBe('charging')
})

test('a stop of a session that never began here ends no other one', async () => {
  await world.tell(session.started(), session.read(0n))
  wait(world, 1)
  const junk = world.session({ tag: null })
  await world.tell({ ...junk.stopped(10n), transactionId: 'of-another-pile' } as Fact) // a stop with its id
  await live(5)
  expect(await world.row(session.id)).toMatchObject({ state: 'charging', close_reason: null })
  expect((await world.row(junk.id)).state).not.toBe('settled')
})

test('a pile that says it charges is believed, whatever it answered or how often it booted', async () => {
  await world.tell(session.started())
  wait(world, 1)
  await world.tell(session.read(1_000n))
  world.ports.piles.boots(world.pile.id, world.clock.now())
  says('charging')
  await live(10)
  expect((await world.row(session.id)).state).toBe('charging')
})

test('what a pile says before the start, and what it said before it was cut off, proves nothing', async () => {
  says('idle')
  wait(world, 1)
  await world.tell(session.started())
  await live(10)
  expect((await world.row(session.id)).state).toBe('charging')
  world.ports.piles.cut(world.pile.id, world.clock.now())
  world.ports.piles.says(world.pile.id, 1, { state: 'offline', at: world.clock.now() })
  await live(10)
  expect((await world.row(session.id)).state).toBe('charging')
})

test('what a connector says while the start waits in its pile’s queue proves nothing, whatever it is dated', async () => {
  // Begins now, and is heard ten minutes later; the connector speaks in between.
  const started = session.started()
  wait(world, 3)
  says('idle')
  wait(world, 7)
  await world.tell({ ...started, receivedAt: world.clock.now() })
  await live(10)
  expect(await world.row(session.id)).toMatchObject({ state: 'charging', started_at: started.at })
  says('idle')
  await live(6)
  expect((await world.row(session.id)).state).toBe('abnormal')
  expect((await openCases(session.id)).find(one => one.code === 'ended-unseen')?.evidence.sign).toBe('pile-idle')
})

test('idle is idle also when the next driver has plugged in since, until the session is heard of again', async () => {
  await world.tell(session.started())
  wait(world, 1)
  await world.tell(session.read(0n))
  wait(world, 1)
  says('idle')
  wait(world, 1)
  world.ports.piles.says(world.pile.id, 1, { state: 'plugged', at: world.clock.now() })
  const other = world.session({ tag: 'SOMEBODY', connector: 2 })
  await world.tell(other.started())
  wait(world, 1)
  says('idle', 2)
  wait(world, 1)
  world.ports.piles.says(world.pile.id, 2, { state: 'plugged', at: world.clock.now() })
  await world.tell(other.read(1_000n))
  await live(3)
  expect((await world.row(session.id)).close_reason).toBe('pile-idle')
  await live(10)
  expect((await world.row(other.id)).state).toBe('charging')
})

describe('readings under a transaction that no start was told of', () => {
  test('with energy: a person looks after five minutes, and its own start and stop clear the case', async () => {
    const started = session.started()
    wait(world, 1)
    await world.tell(session.read(0n))
    wait(world, 1)
    await world.tell(session.read(20_000n))
    await live(2)
    expect((await world.row(session.id)).state).toBe('charging')
    await live(2)
    expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', energy: 20_000n, total_fen: 0n })
    expect((await openCases(session.id)).map(one => one.code)).toContain('start-unknown')
    expect(world.ports.piles.stops).toEqual([])
    await world.tell({ ...started, receivedAt: world.clock.now() }, session.stopped(30_000n))
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', energy: 30_000n })
    expect(await openCases(session.id)).toEqual([])
  })

  test('without energy: closed after five minutes, nobody is called; energy brings a person', async () => {
    wait(world, 1)
    await world.tell(session.read(0n))
    wait(world, 1)
    await world.tell(session.read(0n))
    await live(5)
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', close_reason: 'pile-without-start' })
    await world.tell(session.read(20_000n))
    expect((await world.row(session.id)).state).toBe('charging')
    await live(1)
    expect((await openCases(session.id)).map(one => one.code)).toContain('start-unknown')
  })
})
