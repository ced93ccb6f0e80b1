import { refundsOf } from '../read/read-order.ts'
import { walletsOf } from '@wattyard/members/server'
import { verifyLedger } from '@wattyard/ledger/server'
import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  type SessionFacts,
  wait,
} from '../../testing/charging-world.ts'

let charging: ChargingServer
let world: ChargingWorld
let second: Caller
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

/** A session of 30 minutes that cost 16.15, or, with a stop below its start, one that nobody billed. */
async function session(given: { stop?: bigint; limits?: Record<string, number | null> } = {}): Promise<SessionFacts> {
  world = await charging.world()
  second = callerWith({ tenantId: world.tenantId, displayName: 'Second' })
  const { limits = { 'charging.order:refund': 1_000, 'charging.order:settleByHand': 0, 'charging.order:waive': 0 } } =
    given
  await call('/api/platform/setting/save', { key: 'platform.fourEyesLimits', value: limits })
  const own = world.session()
  await world.tell(own.started())
  wait(world, 15)
  await world.tell(own.read(50_000n))
  wait(world, 15)
  await world.tell(own.stopped(given.stop ?? 100_000n))
  return own
}

const call = (path: string, input: Record<string, unknown>, as = world.as) =>
  world.server.call(path, input, { as, key: newId() })
const command = (name: string, input: Record<string, unknown>) => call(`/api/charging/order/${name}`, input)
const approve = (id: string) => call('/api/platform/approval/approve', { id }, second)
const principal = async () => {
  const { tenantId, memberId } = world.member
  const found = await world.server.db.tenant(tenantId, tx => walletsOf(tx, [{ tenantId, memberId }]))
  return found.get(memberId)?.principal
}
async function booksAreRight(): Promise<void> {
  const { tenantId } = world
  const report = await world.server.db.platform(tx => verifyLedger(tx, { tenantId, now: world.clock.now() }))
  expect(report.findings).toEqual([])
}

describe('refund', () => {
  test('above the limit moves nothing until a second person agrees, and then says both names', async () => {
    const { id } = await session()
    const before = await principal()
    const asked = await command('refund', { id, amount: '16.15', reason: '误收' })
    expect(asked.data).toMatchObject({ waitsForApproval: true })
    const seen = await call('/api/platform/approval/get', { id: asked.data.approval }, second)
    const { member_id: member } = await world.row(id)
    expect(seen.data).toMatchObject({
      input: { member, total: '16.15', refunded: '0.00', amount: '16.15' },
      asked: { labels: { 'members.member': { [String(member)]: expect.any(String) } } },
    })
    expect(await principal()).toBe(before)
    const approved = await approve(asked.data.approval)
    expect(approved.data).toMatchObject({ state: 'approved', answer: { refunded: '16.15', left: '0.00' } })
    expect(await principal()).toBe((before ?? 0n) + 1_615n)
    expect((await approve(asked.data.approval)).success).toBe(false)
    expect((await world.row(id)).refunded_fen).toBe(1_615n)
    const { data } = await world.server.call('/api/ledger/journal/of', { type: 'charging.order', id }, { as: world.as })
    expect(data.list.at(-1)).toMatchObject({ kind: 'refund', actor: 'Tester / Second', memo: '误收' })
    await booksAreRight()
  })

  test('many small ones weigh what they come to', async () => {
    const { id } = await session()
    expect((await command('refund', { id, amount: '6', reason: '一' })).data.refunded).toBe('6.00')
    expect((await command('refund', { id, amount: '4', reason: '二' })).data.waitsForApproval).toBe(true)
  })

  test('of more than was paid is refused before anybody waits', async () => {
    const { id } = await session()
    const tooMuch = { id, amount: '16.16', reason: '误收' }
    expect(await command('refund', tooMuch)).toMatchObject({ success: false, code: 'charging.refundExceedsPaid' })
    // How much there is to give back is written as the reader writes it, at the field too.
    const path = '/api/charging/order/refund'
    const inSpanish = await world.server.call(path, tooMuch, { as: world.as, key: newId(), language: 'es' })
    expect(inSpanish.msg).toContain('¥16,15')
    expect(inSpanish.data).toMatchObject({ fields: { amount: '¥16,15 como máximo' } })
  })

  test('of which one waits tells so before it is sent: it would end the other, or may not be asked for beside it', async () => {
    const { id } = await session()
    const plan = async (amount: string, as = second) =>
      (await call('/api/charging/order/plan', { id, command: 'refund', amount }, as)).data
    expect((await plan('5')).waiting).toEqual([])
    await command('refund', { id, amount: '12', reason: '误收' })
    const waiting = { command: 'refund', askedBy: 'Tester', isOwn: false, amount: '12.00' }
    expect(await plan('5')).toMatchObject({ waiting: [waiting], second: { waits: false } })
    expect(await plan('12')).toMatchObject({ waiting: [waiting], second: { waits: true } })
    expect(await plan('12', world.as)).toMatchObject({ waiting: [{ ...waiting, isOwn: true }] })
    await command('refund', { id, amount: '5', reason: '另一笔' })
    expect((await plan('5')).waiting).toEqual([])
  })

  test('is not given when another refund came in between', async () => {
    const { id } = await session()
    const asked = await command('refund', { id, amount: '12', reason: '误收' })
    await command('refund', { id, amount: '5', reason: '另一笔' })
    expect(await approve(asked.data.approval)).toMatchObject({ code: 'platform.approvalOutdated' })
    expect((await world.row(id)).refunded_fen).toBe(500n)
    await booksAreRight()
  })
})

describe('abnormal orders', () => {
  test('settling by hand waits with the amount it comes to', async () => {
    const { id } = await session({ stop: -900_000n })
    const asked = await command('settleByHand', { id, energy: '10', reason: '现场抄表' })
    expect(asked.data.waitsForApproval).toBe(true)
    expect((await world.row(id)).state).toBe('abnormal')
    const seen = await call('/api/platform/approval/get', { id: asked.data.approval }, second)
    expect(seen.data).toMatchObject({ amount: '16.15', input: { energy: '10.0000', reason: '现场抄表' } })
    expect((await approve(asked.data.approval)).data.answer).toMatchObject({ state: 'settled', total: '16.15' })
    await booksAreRight()
  })

  test('an order that was waived meanwhile is not settled', async () => {
    const { id } = await session({ stop: -900_000n, limits: { 'charging.order:settleByHand': 0 } })
    const asked = await command('settleByHand', { id, energy: '10', reason: '现场抄表' })
    expect((await command('waive', { id, reason: '设备故障' })).data.state).toBe('closed')
    expect((await approve(asked.data.approval)).success).toBe(false)
    expect(await world.row(id)).toMatchObject({ state: 'closed', total_fen: 0n })
  })

  test('waiving can wait as well', async () => {
    const { id } = await session({ stop: -900_000n })
    const asked = await command('waive', { id, reason: '设备故障' })
    expect((await approve(asked.data.approval)).data.answer).toMatchObject({ state: 'closed' })
  })
})

test('a journal is never reversed by one person alone, and only once', async () => {
  const { id } = await session()
  await command('refund', { id, amount: '1', reason: '误收' })
  const { data } = await world.server.call('/api/ledger/journal/of', { type: 'charging.order', id }, { as: world.as })
  const refund = data.list.at(-1)
  const before = await principal()
  const asked = await call('/api/ledger/journal/reverse', { id: refund.id, reason: '记错' })
  expect(asked.data.waitsForApproval).toBe(true)
  // A journal has no name of its own: the second person is told whose it is.
  const { data: seen } = await call('/api/platform/approval/get', { id: asked.data.approval }, second)
  expect(seen.subject).toBe(`${(await world.row(id)).order_no} · ${refund.bookedOn}`)
  expect(await principal()).toBe(before)
  expect((await approve(asked.data.approval)).success).toBe(true)
  expect(await principal()).toBe((before ?? 0n) - 100n)
  const refunds = await world.server.db.tenant(world.tenantId, tx => refundsOf(tx, world.tenantId, id))
  expect(refunds).toMatchObject([{ state: 'reversed', given: 100n }])
  expect(await call('/api/ledger/journal/reverse', { id: refund.id, reason: '再来' })).toMatchObject({
    success: false,
    code: 'ledger.reversedAlready',
  })
  await booksAreRight()
})

test('gift money above the limit waits; what a member pays in does not', async () => {
  await session({ limits: {} })
  const { memberId: id } = world.member
  const topUp = (principalText: string, gift: string) =>
    call('/api/member/member/topUp', { id, principal: principalText, gift, channel: world.channels.bank })
  expect((await topUp('5000', '99.99')).data.waitsForApproval).toBeUndefined()
  expect((await topUp('1', '200')).data.waitsForApproval).toBe(true)
  const out = await call('/api/member/member/refundWallet', { id, amount: '300', reason: '销户' })
  const before = await principal()
  expect((await approve(out.data.approval)).success).toBe(true)
  expect(await principal()).toBe((before ?? 0n) - 30_000n)
  await booksAreRight()
})
