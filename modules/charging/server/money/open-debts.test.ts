import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderTotals } from '../read/order-totals.ts'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

/** Every charge of these tests costs 16.15, and the wallet is empty. */
let charging: ChargingServer
let world: ChargingWorld
let made: number
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())
beforeEach(async () => {
  made = 0
  world = await charging.world({ principal: 0n, gift: 0n })
})

const call = (path: string, input: Record<string, unknown>) =>
  world.server.call(path, input, { as: world.as, key: newId() })
const order = async (id: string) => (await call('/api/charging/order/get', { id })).data
const owed = async () => (await call('/api/member/member/get', { id: world.member.memberId })).data.owed
const topUp = (principal: string) =>
  call('/api/member/member/topUp', { id: world.member.memberId, principal, gift: '0', channel: world.channels.bank })
const sums = async () => {
  const totals = await world.server.db.tenant(world.tenantId, tx => orderTotals(tx, world.as, { filter: {}, q: '' }))
  return totals && [totals.receivable_fen, totals.open_debt_fen, totals.paid_fen]
}

async function charge(): Promise<string> {
  const session = world.session({ meterStart: 1_000_000n + 100_000n * BigInt(made++) })
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(100_000n))
  wait(world, 5)
  return session.id
}

test('orders, their sums and the wallet agree on what is still owed after top-ups', async () => {
  const [first, second] = [await charge(), await charge()]
  const open = async () => [(await order(first)).openDebt, (await order(second)).openDebt]
  expect(await open()).toEqual(['16.15', '16.15'])
  expect(await sums()).toEqual([3_230n, 3_230n, 0n])
  // The oldest is paid first; one that is paid in part is owed for the rest.
  await topUp('20.00')
  expect(await open()).toEqual(['0.00', '12.30'])
  expect(await owed()).toBe('12.30')
  expect(await sums()).toEqual([3_230n, 1_230n, 2_000n])
  // What the bill said stays: it is in the books of its day.
  expect((await order(first)).receivable).toBe('16.15')
  await topUp('12.30')
  expect(await open()).toEqual(['0.00', '0.00'])
  expect(await sums()).toEqual([3_230n, 0n, 3_230n])
})

test('a waived debt is not owed, and lists say the same as single orders', async () => {
  const id = await charge()
  await topUp('6.15')
  expect((await call('/api/charging/order/refund', { id, amount: '4.00', reason: 'x' })).success).toBe(true)
  expect([(await order(id)).openDebt, await owed()]).toEqual(['6.00', '6.00'])
  const { list } = (await call('/api/charging/order/list', {})).data
  expect(list.map((one: { openDebt: string }) => one.openDebt)).toEqual(['6.00'])
  expect(await sums()).toEqual([1_615n, 600n, 615n])
})
