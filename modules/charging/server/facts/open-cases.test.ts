import { col } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/index.ts'
import { CHARGING_MESSAGES } from '../messages.ts'
import { CASE_OPENED } from './open-cases.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

/** What people are told of an order, by its id. */
const told = () =>
  world.server.db.platform(tx =>
    tx.query(
      { tenantId: col.uuid, key: col.text, body: col.json<Record<string, unknown>>() },
      'select tenant_id as "tenantId", key, body from kernel_outbox where topic = $1 and tenant_id = $2 order by id',
      [CASE_OPENED, world.tenantId],
    ),
  )

test('an order that cannot be settled is told to those who may decide on it, once', async () => {
  world = await charging.world()
  const session = world.session()
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  const stop = session.stopped(-900_000n)
  await world.tell(stop)
  // The pile repeats its stop.
  await world.tell(stop)
  const events = await told()
  expect(events.map(event => event.key)).toContain(session.id)
  expect(new Set(events.map(event => `${event.key} ${String(event.body.code)}`)).size).toBe(events.length)
  const [event] = events
  const kind = CHARGING_MESSAGES.find(one => one.topic === CASE_OPENED)
  const { order_no: orderNo } = await world.row(session.id)
  expect(event && kind?.draft({ ...event, topic: CASE_OPENED })).toMatchObject({
    about: session.id,
    may: ['charging.abnormal:read'],
    stationId: world.pile.stationId,
    params: { order: orderNo, code: { word: expect.stringMatching(/^charging\.abnormalRule\./) } },
    link: `/cwdata2/errOrderDetail?f.orderNo=${orderNo}`,
  })
})

test('a finding that keeps nothing back waits in the list, and nobody is disturbed', async () => {
  world = await charging.world()
  const session = world.session()
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(1_000n))
  const { data } = await world.server.call('/api/charging/abnormal/list', {}, { as: world.as })
  expect(data.list).toMatchObject([{ code: 'little-energy', blocks: false }])
  expect(await told()).toEqual([])
})
