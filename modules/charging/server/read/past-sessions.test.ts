import { callerWith } from '@wattyard/testing'
import { newId } from '@wattyard/server-kit'
import { DAY_MS } from '@wattyard/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, START, wait } from '../../testing/charging-world.ts'
import { pastSessions } from './past-sessions.ts'
import { orderFile } from './read-order.ts'

let charging: ChargingServer
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

test('under its own price a past order comes out as it was billed, across a change of period', async () => {
  const world = await charging.world()
  world.clock.set(START + 90 * 60_000)
  const session = world.session()
  await world.tell(session.started())
  wait(world, 60)
  await world.tell(session.stopped(200_000n))
  const row = await world.row(session.id)
  const { price_version_id } = row
  const answer = await world.server.call(
    '/api/pricing/whatIf',
    { version: price_version_id, from: START, to: START + DAY_MS },
    { as: world.as },
  )
  expect(answer.data).toMatchObject({
    count: { matching: 1, rated: 1 },
    unchanged: 1,
    total: { energy: '20.0000', difference: { total: '0.00' } },
  })
  const billed = answer.data.periods.filter((one: { before: { energy: string } }) => one.before.energy !== '0.0000')
  expect(billed).toHaveLength(2)
  for (const one of billed) expect(one.before).toEqual(one.after)
})

test('orders of others, of other stations, days and prices are left out', async () => {
  const world = await charging.world()
  const session = world.session()
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(100_000n))
  const ask = (
    filter: { from?: number; to?: number; stationIds?: string[] | null; versionIds?: string[] | null },
    caller = world.as,
  ) =>
    world.server.db.tenant(caller.tenantId, tx =>
      pastSessions(tx, caller, {
        from: START,
        to: START + DAY_MS,
        stationIds: null,
        versionIds: null,
        limit: 10,
        ...filter,
      }),
    )
  expect(await ask({})).toMatchObject({
    total: 1,
    list: [{ id: session.id, stationId: world.pile.stationId, billed: { totalFen: 1_615n } }],
  })
  expect((await ask({ from: START + 1 })).total).toBe(0)
  expect((await ask({ stationIds: [newId()] })).total).toBe(0)
  expect((await ask({ versionIds: [newId()] })).total).toBe(0)
  const { price_version_id: own } = await world.row(session.id)
  expect(await ask({ versionIds: [own ?? ''] })).toMatchObject({ total: 1, list: [{ versionId: own }] })
  const scope = { operators: null, stations: [newId()], investors: null }
  expect((await ask({}, callerWith({ tenantId: world.tenantId, scope }))).total).toBe(0)
})

test('an order’s file holds its lines, facts, hold, cases and refunds', async () => {
  const world = await charging.world()
  const session = world.session()
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(100_000n))
  await world.server.call(
    '/api/charging/order/refund',
    { id: session.id, amount: '1.15', reason: '补偿' },
    { as: world.as, key: newId() },
  )
  const file = await world.server.db.tenant(world.tenantId, tx =>
    orderFile(tx, world.tenantId, session.id, world.clock.now()),
  )
  expect(file?.lines).toHaveLength(1)
  expect(file?.facts.map(fact => fact.kind)).toEqual(['session-started', 'session-stopped'])
  expect(file?.holds).toMatchObject([{ state: 'posted', principal_fen: 10_000n, posted_principal_fen: 1_615n }])
  expect(file?.refunds).toMatchObject([{ state: 'done', given: 115n, principal: 115n, reason: '补偿' }])
  expect(await world.server.db.tenant(world.tenantId, tx => orderFile(tx, world.tenantId, newId(), 0))).toBeNull()
})
