import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, START, wait } from '../../testing/charging-world.ts'

/** Members who charge on credit: nothing of theirs is in the books until their first session is billed. */
let charging: ChargingServer
let world: ChargingWorld
let phones = 0
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())
beforeEach(async () => {
  world = await charging.world()
})

const call = (path: string, input: Record<string, unknown>) =>
  world.server.call(path, input, { as: world.as, key: newId() })
const del = (id: string) => call('/api/member/member/del', { id })

async function onCredit(): Promise<{ id: string; tag: string }> {
  const phone = `139${String(phones++).padStart(8, '0')}`
  const { id } = (await call('/api/member/member/save', { name: 'New', phone })).data
  expect((await call('/api/member/member/setCredit', { id, creditLimit: '100', reason: 'x' })).success).toBe(true)
  const { list } = (await call('/api/member/tag/list', { filter: { member: id } })).data
  return { id, tag: list[0].tag }
}

test('who charges, owes, waits for a person or has charged is blocked, not deleted', async () => {
  const { id, tag } = await onCredit()
  const session = world.session({ tag })
  await world.tell(session.started())
  expect(await del(id)).toMatchObject({ code: 'members.hasOrders' })
  wait(world, 30)
  // Its end lies before its start: a person has to look at it.
  const at = START - 3_600_000
  await world.tell({ ...session.stopped(100_000n), at, deviceAt: at })
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', member_id: id })
  expect(await del(id)).toMatchObject({ code: 'members.hasOrders' })
  const times = { id: session.id, fromAt: START, toAt: START + 1_700_000, energy: '10', reason: 'x' }
  expect((await call('/api/charging/order/enterTimes', times)).success).toBe(true)
  expect((await world.row(session.id)).receivable_fen).toBeGreaterThan(0n)
  expect(await del(id)).toMatchObject({ code: 'members.hasOrders' })
})

test('a session whose member was deleted after the start was accepted waits for a person', async () => {
  const { id, tag } = await onCredit()
  const session = world.session({ tag })
  charging.starts.accept({ tag, memberId: id, mix: 'gift-first' }, session.id, world.clock.now())
  expect((await del(id)).success).toBe(true)
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(100_000n))
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', member_id: null })
  const assigned = { id: session.id, member: world.member.memberId, reason: 'x' }
  expect((await call('/api/charging/order/assignMember', assigned)).success).toBe(true)
  expect(await world.row(session.id)).toMatchObject({ state: 'settled', member_id: world.member.memberId })
})

test('of a start and a deletion at one moment, one comes after the other', async () => {
  for (let round = 0; round < 12; round++) {
    const { id, tag } = await onCredit()
    const session = world.session({ tag, connector: 1 + (round % 2) })
    const [deleted] = await Promise.all([del(id), world.tell(session.started())])
    expect((await world.row(session.id)).member_id, `round ${round}`).toBe(deleted.success ? null : id)
    wait(world, 15)
    await world.tell(session.stopped(10_000n))
  }
})
