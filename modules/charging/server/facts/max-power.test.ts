import type { Fact } from '@wattyard/gateway/contract'
import { allMigrations } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

let charging: ChargingServer
let world: ChargingWorld

beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
})
afterAll(() => charging.close())

test('the maximum power of an order is unknown, not zero, until a reading states one', async () => {
  const session = world.session()
  await world.tell(session.started())
  expect((await world.row(session.id)).max_power_w).toBeNull()
  wait(world, 30)
  await world.tell(session.stopped(100_000n))
  expect((await world.row(session.id)).max_power_w).toBeNull()
})

test('readings that arrive together with the stop raise the maximum power', async () => {
  const session = world.session()
  await world.tell(session.started())
  const late: Fact[] = []
  for (const powerW of [26_000, 27_400, 25_800]) {
    wait(world, 10)
    late.push(session.read(BigInt(late.length + 1) * 30_000n, { powerW }))
  }
  await world.tell(...late, session.stopped(100_000n))
  expect((await world.row(session.id)).max_power_w).toBe(27_400)
})

test('the state of charge of an ended order is the last one of its session, also when it came with the stop', async () => {
  const session = world.session()
  await world.tell(session.started())
  wait(world, 10)
  await world.tell(session.read(30_000n, { socPermille: 704 }))
  wait(world, 10)
  const last = session.read(60_000n, { socPermille: 820 })
  await world.tell(last, session.stopped(100_000n))
  expect((await world.row(session.id)).live_soc_ppm).toBe(820_000n)
})

/** What no writer of today stores. */
const ODD_BODIES = [
  'null',
  '[]',
  '{"samples":null}',
  '{"samples":{}}',
  '{"samples":[5,{"powerW":12.5},{"powerW":99999999999},{"powerW":"7"}]}',
  String.raw`{"samples":[{"text":"\u0000"}]}`,
]

test('a maximum that was stored as 0 becomes what the facts say: none, zero, or the greatest reading', async () => {
  const correction = allMigrations().find(({ id }) => id === '0394_charging_unknown_power')?.sql ?? ''
  const ids: string[] = []
  for (const powers of [[], [0, 0], [26_000, 27_400]]) {
    const session = world.session()
    ids.push(session.id)
    const told = powers.map((powerW, index) => session.read(BigInt(index + 1) * 30_000n, { powerW }))
    await world.tell(session.started(), ...told, session.stopped(100_000n))
  }
  await world.server.db.platform(async tx => {
    // Facts are what was written once: an odd one must not keep the product from starting.
    for (const [at, body] of ODD_BODIES.entries())
      await tx.execute(
        `insert into charging_fact (tenant_id, session_id, frame, kind, at, body)
         select tenant_id, id, $2, 'meter-read', now(), $3::json from charging_order where id = $1`,
        [ids[0], `odd ${at}`, body],
      )
    await tx.execute('update charging_order set max_power_w = 0 where id = any($1::uuid[])', [ids])
    await tx.execute(correction)
  })
  const rows = await Promise.all(ids.map(id => world.row(id)))
  expect(rows.map(row => row.max_power_w)).toEqual([null, 0, 27_400])
})
