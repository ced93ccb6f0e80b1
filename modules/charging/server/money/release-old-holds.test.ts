import { walletsOf } from '@wattyard/members/server'
import { callerWith } from '@wattyard/testing'
import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  type SessionFacts,
  wait,
} from '../../testing/charging-world.ts'
import { releaseHoldsJob } from './release-old-holds.ts'

const DAY = 24 * 60

let charging: ChargingServer
let world: ChargingWorld
let session: SessionFacts
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
  session = world.session()
  // A stop below its start: a person has to look, and 100.00 are set aside until then.
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(-1_000n))
})
afterAll(() => charging.close())

const run = () =>
  releaseHoldsJob(world.ports).run({
    db: world.server.db,
    now: world.clock.now(),
    signal: new AbortController().signal,
  })
const wallet = async () => {
  const { tenantId, memberId } = world.member
  return (await world.server.db.tenant(tenantId, tx => walletsOf(tx, [{ tenantId, memberId }]))).get(memberId)
}
const held = async (as = world.as) =>
  (await world.server.call('/api/charging/abnormal/counts', {}, { as })).data.held as Record<string, unknown>

test('money set aside for orders that wait is a figure with its age, in the caller’s scope', async () => {
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', hold_principal_fen: 10_000n })
  const since = world.clock.now()
  expect(await held()).toEqual({ orders: 1, amount: '100.00', olderThanDay: '0.00', since, goesBackAfter_d: 7 })
  wait(world, DAY + 1)
  expect(await held()).toMatchObject({ orders: 1, amount: '100.00', olderThanDay: '100.00', since })
  const scope = { operators: null, stations: [newId()], investors: null }
  expect(await held(callerWith({ tenantId: world.tenantId, scope }))).toMatchObject({ orders: 0, amount: '0.00' })
})

test('after seven days it goes back to the wallet, once; the order waits on and a case says what went back', async () => {
  wait(world, 7 * DAY - 1)
  await run()
  expect(await wallet()).toMatchObject({ principal: 10_000n, frozenPrincipal: 10_000n })
  wait(world, 2)
  await run()
  await run()
  expect(await wallet()).toMatchObject({ principal: 20_000n, frozenPrincipal: 0n })
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', hold_id: null, hold_principal_fen: 0n })
  const { data } = await world.server.call('/api/charging/abnormal/list', {}, { as: world.as })
  const list = data.list.flatMap((one: { findings: unknown[] }) => one.findings)
  expect(list.filter((one: { code: string }) => one.code === 'hold-released')).toHaveLength(1)
  expect(list.find((one: { code: string }) => one.code === 'hold-released')).toMatchObject({
    state: 'open',
    evidence: { amount: '100.00', waited_s: String((7 * DAY + 1) * 60) },
  })
  expect(await held()).toMatchObject({ orders: 0, amount: '0.00', since: null })
})

test('what a person decides afterwards is taken from the wallet', async () => {
  wait(world, 8 * DAY)
  await run()
  const answer = await world.server.call(
    '/api/charging/order/settleByHand',
    { id: session.id, energy: '10', reason: '按电表' },
    { as: world.as, key: newId() },
  )
  expect(answer.success).toBe(true)
  const row = await world.row(session.id)
  expect(row).toMatchObject({ state: 'settled', receivable_fen: 0n })
  expect(await wallet()).toMatchObject({ principal: 20_000n - row.total_fen, frozenPrincipal: 0n })
})

test('a pile that goes on speaking of the session keeps the money where it is', async () => {
  wait(world, 6 * DAY)
  await world.tell(session.read(500n))
  wait(world, 2 * DAY)
  await run()
  expect(await wallet()).toMatchObject({ frozenPrincipal: 10_000n })
})
