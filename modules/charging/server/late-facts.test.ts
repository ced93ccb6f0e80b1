import type { Fact } from '@wattyard/gateway/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../testing/charging-world.ts'
import { Directory } from './directory.ts'
import { superviseOrders } from './supervise-orders.ts'

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
    tx.query<{ code: string }>("select code from charging_abnormal where order_id = $1 and state = 'open'", [id]),
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
