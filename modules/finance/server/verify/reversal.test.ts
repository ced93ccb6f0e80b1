import { wait } from '@wattyard/charging/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { financeServer, type FinanceServer, type FinanceWorld } from '../../testing/finance-world.ts'
import { billDifferences } from '../close/gate-facts.ts'
import { traceOrder } from '../trace/trace-order.ts'

// What is reversed in the books is no longer said by the order, and the bill of the day shows it.

const ZONE = 'Asia/Shanghai'
let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 0n })
  await plant('update members_member set credit_limit_fen = 100000 where id = $1', [world.member.memberId])
})

const call = (path: string, input: Record<string, unknown>, as = world.as) =>
  world.server.call(path, input, { as, key: newId() })
const second = () => callerWith({ tenantId: world.tenantId, displayName: 'Second' })
const journalOf = async (id: string, kind: string): Promise<string> => {
  const { data } = await call('/api/ledger/journal/of', { type: 'charging.order', id })
  return data.list.find((one: { kind: string }) => one.kind === kind).id
}
const askReversal = (id: string) => call('/api/ledger/journal/reverse', { id, reason: '记错' })
async function reverse(journalId: string): Promise<string> {
  const asked = await askReversal(journalId)
  const done = await call('/api/platform/approval/approve', { id: asked.data.approval }, second())
  expect(done.success, done.msg).toBe(true)
  return done.data.answer.bookedOn
}
const today = () => ({ tenantId: world.tenantId, zone: ZONE, since: null, day: '2999-12-31' as never }) // all there is
const differences = () => world.server.db.tenant(world.tenantId, tx => billDifferences(tx, today()))
/** A session on credit: no money is set aside for it, so its settlement can be reversed. */
async function charge(): Promise<string> {
  const id = await world.charge()
  expect(await world.row(id)).toMatchObject({ state: 'settled', hold_id: null })
  return id
}
/** The member pays a part of the debt, which makes a refund possible; then 5.00 of the order is given back. */
async function payAndRefund(id: string): Promise<void> {
  const pays = { id: world.member.memberId, principal: '1.00', gift: '0', channel: world.channels.bank }
  expect((await call('/api/member/member/topUp', pays)).success).toBe(true)
  expect(await call('/api/charging/order/refund', { id, amount: '5', reason: '误收' })).toMatchObject({ success: true })
}
async function plant(statement: string, values: unknown[]): Promise<void> {
  await world.server.db.platform(tx => tx.execute(statement, values))
}
const billOf = async (day: string) => {
  const { data } = await world.ask('/api/finance/dailyBill/get', { id: `${day}_${world.pile.stationId}` })
  return data
}

describe('a settlement', () => {
  test('that is reversed leaves an order that says so, a bill that shows it and a gate that agrees', async () => {
    const id = await charge()
    const before = await world.row(id)
    const day = await reverse(await journalOf(id, 'settle'))
    expect(await world.row(id)).toMatchObject({ state: 'reversed', reversed_on: day, total_fen: before.total_fen })
    expect(await billOf(day)).toMatchObject({ reversed: '16.15', refunded: '0.00' })
    expect(await billOf(String(before.booked_on))).toMatchObject({ total: '16.15', orders: 1 })
    expect(await differences()).toEqual({})
    const { proof } = await world.server.db.tenant(world.tenantId, tx => traceOrder(tx, world.tenantId, id, Date.now()))
    expect(proof.filter(one => one.result === 'wrong')).toEqual([])
    expect(await call('/api/charging/order/refund', { id, amount: '1', reason: '误收' })).toMatchObject({
      success: false,
      code: 'kernel.notAllowedNow',
    })
  })

  test('of which money was given back is reversed only after the refund is', async () => {
    const id = await charge()
    await payAndRefund(id)
    const settled = await journalOf(id, 'settle')
    expect(await askReversal(settled)).toMatchObject({ success: false, code: 'charging.refundedFirst' })
    await reverse(await journalOf(id, 'refund'))
    expect(await world.row(id)).toMatchObject({ state: 'settled', refunded_fen: 0n })
    expect(await differences()).toEqual({})
    // What stands in the way now is only the part of the debt that the member has paid.
    expect((await askReversal(settled)).code).not.toBe('charging.refundedFirst')
  })
})

describe('the gate sees', () => {
  test('an order that goes on saying settled', async () => {
    const id = await charge()
    await reverse(await journalOf(id, 'settle'))
    await plant("update charging_order set state = 'settled', reversed_on = null where id = $1", [id])
    expect(await differences()).toEqual({ reversed: '0.00 / 16.15' })
  })

  test('an order that says reversed without the books', async () => {
    const id = await charge()
    await plant("update charging_order set state = 'reversed', reversed_on = booked_on where id = $1", [id])
    expect(await differences()).toEqual({ reversed: '16.15 / 0.00' })
  })

  test('a refund that only the order or only the books know', async () => {
    const id = await charge()
    await payAndRefund(id)
    expect(await differences()).toEqual({})
    await plant("update charging_refund set state = 'void' where order_id = $1", [id])
    expect(await differences()).toEqual({ refunded: '0.00 / 5.00' })
  })
})

test('notices are no orders that wait: the gate and the bill count what a person has to look at', async () => {
  const session = world.session()
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(-900_000n))
  expect(await world.row(session.id)).toMatchObject({ state: 'abnormal' })
  const abnormal = async () => {
    const { data } = await world.ask('/api/finance/dayClose/gate', { day: '2026-11-20' })
    const item = data.gate.find((one: { check: string }) => one.check === 'abnormal')
    return [item.count, data.totals.abnormalOpen]
  }
  expect(await abnormal()).toEqual([1, 1])
  await plant("update charging_abnormal set severity = 'notice' where order_id = $1", [session.id])
  expect(await abnormal()).toEqual([0, 0])
})
