import type { Fact, SessionStopped } from '@wattyard/gateway/contract'
import { newId } from '@wattyard/server-kit'
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

/** A message without its EVSE. */
const nowhere = (fact: Fact): Fact => ({ ...fact, connector: 0 }) as Fact // readings have one

test('an order whose first message names no connector stands at the one that a later message names', async () => {
  const session = world.session()
  const started = session.started()
  wait(world, 5)
  // An Updated of OCPP 2.0.1 may leave out its EVSE, and may arrive before the start.
  await world.tell(nowhere(session.read(10_000n)))
  expect(await world.row(session.id)).toMatchObject({ connector_number: 0 })
  await world.tell(started)
  expect(await world.row(session.id)).toMatchObject({ connector_number: 1, state: 'charging' })
  // Connector states find it there.
  wait(world, 5)
  await world.tell(nowhere(session.read(20_000n)))
  expect(await world.row(session.id)).toMatchObject({ connector_number: 1 })
})

test('an end alone keeps the id and the tag it names, and nobody pays by that tag', async () => {
  const session = world.session()
  session.started()
  wait(world, 30)
  const { tag } = world.member
  const stopped = session.stopped(100_000n) as SessionStopped // built as one
  await world.tell({ ...stopped, seqNo: 9, transactionId: 'T-77', tag })
  expect(await world.row(session.id)).toMatchObject({
    state: 'abnormal',
    transaction_id: 'T-77',
    tag,
    member_id: null,
    total_fen: 0n,
  })
})

test('what was billed by hand stays where it was billed, whatever names its connector later', async () => {
  const session = world.session()
  const started = session.started()
  wait(world, 30)
  await world.tell(nowhere(session.stopped(null)))
  const { id } = session
  const input = { id, energy: '2', reason: '现场抄表' }
  const settled = await world.server.call('/api/charging/order/settleByHand', input, { as: world.as, key: newId() })
  expect(settled.data.state).toBe('settled')
  const before = await world.row(id)
  await world.tell(session.read(50_000n), started)
  const after = await world.row(id)
  // Its leaf is in the chain of the books.
  expect(after).toMatchObject({
    connector_number: 0,
    started_at: before.started_at,
    transaction_id: before.transaction_id,
  })
})
