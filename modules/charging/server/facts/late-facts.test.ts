import { col } from '@wattyard/server-kit'
import type { Fact } from '@wattyard/gateway/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'
import { Directory } from '../start/directory.ts'
import { superviseOrders } from '../supervise/supervise-orders.ts'

let charging: ChargingServer
let world: ChargingWorld

beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
})
afterAll(() => charging.close())

const supervise = () => world.server.db.platform(tx => superviseOrders(tx, world.ports, new Directory()))
const openCases = async (id: string) => {
  const rows = await world.server.db.platform(tx =>
    tx.query({ code: col.text }, "select code from charging_finding where order_id = $1 and state = 'open'", [id]),
  )
  return rows.map(row => row.code)
}

test('a stop that comes before its start waits for it, and both together are billed', async () => {
  const session = world.session()
  const started = session.started()
  wait(world, 30)
  await world.tell(session.stopped(100_000n))
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', total_fen: 0n })
  expect(await openCases(session.id)).toContain('member-missing')
  await world.tell(started)
  expect(await world.row(session.id)).toMatchObject({
    state: 'settled',
    energy: 100_000n,
    member_id: world.member.memberId,
  })
  expect(await openCases(session.id)).not.toContain('member-missing')
})

test('a stop that comes after the supervisor gave the session up is billed, and the case is answered', async () => {
  const session = world.session()
  await world.tell(session.started())
  wait(world, 25 * 60)
  // It tries to stop the session first, a few times.
  for (let tries = 0; tries < 5; tries++) {
    await supervise()
    wait(world, 10)
  }
  expect((await world.row(session.id)).state).toBe('abnormal')
  const stopped: Fact = { ...session.stopped(100_000n), at: (await world.row(session.id)).started_at + 1_800_000 }
  await world.tell(stopped)
  expect(await world.row(session.id)).toMatchObject({ state: 'settled', energy: 100_000n })
  expect(await openCases(session.id)).toEqual([])
})

test('what a person decided while the order was in memory is not overwritten', async () => {
  const session = world.session()
  await world.tell(session.started())
  await world.server.db.platform(tx =>
    tx.execute("update charging_order set state = 'closed', version = version + 1 where id = $1", [session.id]),
  )
  wait(world, 30)
  await world.tell(session.stopped(100_000n))
  // Energy on a closed order: a person looks again, nothing is billed.
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', total_fen: 0n, settled_at: null })
  expect(await openCases(session.id)).toContain('energy-on-closed-order')
})

/** A session as a pile tells it that was cut off: its own times, received when the line is back. */
function toldLate(minutes: number, days: number, takes: bigint): { start: Fact; readings: Fact[]; stop: Fact } {
  const session = world.session()
  const from = world.clock.now()
  const told: Fact[] = [session.started()]
  for (const part of [1n, 2n, 3n]) {
    world.clock.set(from + (minutes * 60_000 * Number(part)) / 4)
    told.push(session.read((takes * part) / 4n, { powerW: Number((takes * 60n) / 10n) / minutes }))
  }
  world.clock.set(from + minutes * 60_000)
  told.push(session.stopped(takes))
  wait(world, days * 24 * 60)
  const receivedAt = world.clock.now()
  const [start, ...rest] = told.map(fact => ({ ...fact, receivedAt, offline: true }) as Fact) // told later, and nothing else
  return { start: start!, readings: rest.slice(0, 3), stop: rest[3]! } // made above
}

test.each([
  [1, 1],
  [1, 10],
  [30, 1],
  [30, 3],
  [180, 10],
])('a session of %i minutes that is told %i days late is billed by its own times', async (minutes, days) => {
  const { start, readings, stop } = toldLate(minutes, days, BigInt(minutes) * 10_000n)
  // Each in a batch of its own: between start and stop it looks like a session of days.
  await world.tell(start)
  await supervise()
  await world.tell(...readings)
  await supervise()
  await world.tell(stop)
  const sessionId = (start as { sessionId: string }).sessionId // of a session fact
  const row = await world.row(sessionId)
  expect(row).toMatchObject({ state: 'settled', energy: BigInt(minutes) * 10_000n })
  expect((row.ended_at ?? 0) - row.started_at).toBe(minutes * 60_000)
  const holds = await world.server.db.tenant(world.tenantId, tx =>
    tx.query({ state: col.text }, 'select state from ledger_hold where source_id = $1', [sessionId]),
  )
  expect(holds.map(hold => hold.state)).not.toContain('open')
  // Little was taken in a minute, which is worth a notice.
  expect(await openCases(sessionId)).toEqual(minutes === 1 ? ['little-energy'] : [])
  expect(world.ports.piles.stops).toEqual([])
})
