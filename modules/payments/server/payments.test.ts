import { execFileSync } from 'node:child_process'
import { aTenant } from '@wattyard/identity/testing'
import { lastVerification, verifyEveryTenant, verifyLedger } from '@wattyard/ledger/server'
import { payFromWallets, refundOrders, walletsOf } from '@wattyard/members/server'
import { anEntry, aPayment } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { type Caller, col, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNumber } from '../contract/index.ts'
import { aChannel, aPayingMember } from '../testing/index.ts'
import { paymentsServer } from '../testing/payments-server.ts'
import { LOT_CHECKS, walletLots } from './index.ts'
import { membersWithPayments } from './lots/members-with-payments.ts'

let server: TestServer
let tenantId: string
let as: Caller
let bank: string
let cash: string

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = (await aTenant(server.db)).tenantId
  as = callerWith({ tenantId })
  await inTenant(async tx => {
    bank = await aChannel(tx, tenantId, 'bank', '招商银行')
    cash = await aChannel(tx, tenantId, 'cash', '前台')
  })
})

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => server.db.tenant(tenantId, work)

const call = (path: string, input: Record<string, unknown>, key: string = newId(), who: Caller = as) =>
  server.call(path, input, { as: who, language: 'en', key })
const read = (path: string, input: Record<string, unknown> = {}, who: Caller = as) =>
  server.call(path, input, { as: who, language: 'en', method: 'GET' })

const member = async (wishes: Parameters<typeof aPayingMember>[2] = {}) =>
  (await inTenant(tx => aPayingMember(tx, tenantId, wishes))).memberId
const topUp = (id: string, principal: string, more: Record<string, unknown> = {}, key?: string) =>
  call('/api/member/member/topUp', { id, principal, gift: '0', channel: bank, ...more }, key)
const listed = async (input: Record<string, unknown> = {}) =>
  (await call('/api/wallet/buyBill/list', { sort: 'paidAt', ...input })).data
const use = (memberId: string, amount: bigint) =>
  inTenant(tx =>
    payFromWallets(tx, [
      aPayment(
        { tenantId, memberId },
        { electricity: fen(amount), fromAvailable: { principal: fen(amount), gift: fen(0n) } },
      ),
    ]),
  )
const findings = async () => (await inTenant(tx => verifyLedger(tx, { tenantId, now: 0, checks: LOT_CHECKS }))).findings
/** Whether the reversal of each top-up is offered, oldest first. */
const mayReverse = async () => {
  const { list } = await listed()
  const usages = await Promise.all(list.map(({ id }: { id: string }) => read('/api/wallet/buyBill/usage', { id })))
  return usages.map(({ data }) => data.canReverse)
}
const second = () => callerWith({ tenantId })
async function reverse(journalId: string) {
  const asked = await call('/api/ledger/journal/reverse', { id: journalId, reason: '记错' })
  if (!asked.data?.approval) return asked
  return call('/api/platform/approval/approve', { id: asked.data.approval }, newId(), second())
}

describe('a top-up', () => {
  test('has one payment with its number, one lot and one journal that names it', async () => {
    const id = await member()
    const paid = await topUp(id, '200', { gift: '15', receipt: 'HT-88 01' })
    expect(paid.success, paid.msg).toBe(true)
    const { list } = await listed()
    expect(list).toMatchObject([
      {
        member: id,
        channel: bank,
        state: 'paid',
        amount: '200.00',
        gift: '15.00',
        paidDebt: '0.00',
        rest: '200.00',
        giftRest: '15.00',
        refunded: '0.00',
        receipt: 'HT-88 01',
      },
    ])
    expect(readNumber(list[0].number)).toEqual({ kind: 'payment', id: list[0].id })
    const journals = await read('/api/ledger/journal/of', { type: 'payments.payment', id: list[0].id })
    expect(journals.data.list).toMatchObject([{ id: paid.data.journalId, kind: 'deposit' }])
    expect(journals.data.list[0].postings.map((p: { debit: { code: string } }) => p.debit.code)).toEqual([
      'bank',
      'marketing_cost',
    ])
    expect(await findings()).toEqual([])
  })

  test('of cash stands in the till, and bonus money alone is a lot without a payment', async () => {
    const id = await member()
    await topUp(id, '30', { channel: cash, receipt: '1' })
    await topUp(id, '0', { gift: '9' })
    const { list } = await listed()
    expect(list).toHaveLength(1)
    const lots = await inTenant(tx => walletLots(tx, [{ tenantId, memberId: id }]))
    expect(lots.get(id)?.lots.map(lot => [lot.credited.principal, lot.credited.gift])).toEqual([
      [3_000n, 0n],
      [0n, 900n],
    ])
    expect(await findings()).toEqual([])
  })

  test('is the same payment when it is asked for again, and another with another content is refused', async () => {
    const id = await member()
    const key = newId()
    const first = await topUp(id, '20', {}, key)
    expect((await topUp(id, '20', {}, key)).data).toEqual(first.data)
    expect(await topUp(id, '21', {}, key)).toMatchObject({ success: false, code: 'kernel.keyReused' })
    // After the kernel has forgotten the key, the payment knows it still.
    await server.db.platform(tx => tx.execute('delete from kernel_idempotency where tenant_id = $1', [tenantId]))
    expect((await topUp(id, '20', {}, key)).data).toEqual(first.data)
    await server.db.platform(tx => tx.execute('delete from kernel_idempotency where tenant_id = $1', [tenantId]))
    expect(await topUp(id, '21', {}, key)).toMatchObject({ success: false, code: 'ledger.keyReused' })
    expect((await listed()).total).toBe(1)
  })

  test('comes once however many ask at the same time; a receipt stands for one of 32', async () => {
    const id = await member()
    const key = newId()
    await Promise.all(Array.from({ length: 32 }, () => topUp(id, '1', {}, key)))
    expect((await listed()).total).toBe(1)
    const spelled = ['A-7', 'a7', ' A 7 ', 'Ａ７']
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => topUp(id, '2', { receipt: spelled[i % spelled.length] })),
    )
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(answers.find(answer => !answer.success)?.data.fields).toEqual({
      receipt: expect.stringMatching(/^Already used by P\w+$/),
    })
    const many = await Promise.all(Array.from({ length: 32 }, () => topUp(id, '0.50')))
    expect(many.every(answer => answer.success)).toBe(true)
    expect((await listed({ pageSize: 100 })).total).toBe(34)
    const wallet = await inTenant(tx => walletsOf(tx, [{ tenantId, memberId: id }]))
    expect(wallet.get(id)?.principal).toBe(1_900n)
    expect(await findings()).toEqual([])
  })

  test('takes an open channel of the tenant that people enter payments for', async () => {
    const id = await member()
    const [foreign, wechat] = await inTenant(async tx => [newId(), await aChannel(tx, tenantId, 'wechat')])
    expect(await topUp(id, '1', { channel: foreign })).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect((await topUp(id, '1', { channel: wechat })).data.fields).toHaveProperty('channel')
    expect((await call('/api/payments/channel/pause', { id: bank })).success).toBe(true)
    expect((await topUp(id, '1')).success).toBe(false)
    expect((await listed()).total).toBe(0)
  })

  test('pays the debt first and says how much', async () => {
    const id = await member()
    await inTenant(tx =>
      payFromWallets(tx, [aPayment({ tenantId, memberId: id }, { electricity: fen(700n), receivable: fen(700n) })]),
    )
    expect((await topUp(id, '10')).data.paidDebt).toBe('7.00')
    expect((await listed()).list).toMatchObject([{ amount: '10.00', paidDebt: '7.00', rest: '3.00' }])
    expect(await findings()).toEqual([])
  })

  test('keeps its member, whose record can no longer be deleted', async () => {
    const id = await member()
    await topUp(id, '1')
    const paid = await inTenant(tx => membersWithPayments(tx, [id]))
    expect(paid).toEqual(new Set([id]))
    expect(await call('/api/member/member/del', { id })).toMatchObject({ success: false, code: 'members.hasWallet' })
  })
})

describe('the usage of a top-up', () => {
  test('names what it paid for whoever may read that, and says what is left', async () => {
    const id = await member()
    await topUp(id, '10', { gift: '2' })
    await call('/api/member/member/refundWallet', { id, amount: '4', reason: '销户' })
    await use(id, 150n)
    const { list } = await listed()
    const usage = async (who: Caller) => (await read('/api/wallet/buyBill/usage', { id: list[0].id }, who)).data
    const uses = [{ kind: 'order', source: { type: 'charging.order' }, label: null, principal: '1.50', gift: '0.00' }]
    const rest = { principal: '4.50', gift: '1.20' }
    // A refund is no use: two fifths of the gift fell with two fifths of the principal.
    const refunded = { principal: '4.00', gift: '0.80' }
    expect(await usage(as)).toMatchObject({ uses, rest, refunded, isFollowed: true, journals: [expect.any(String)] })
    const reader = callerWith({ tenantId, permissions: ['payments.payment:read'] })
    expect((await usage(reader)).uses.map((one: { label: string | null }) => one.label)).toEqual([null])
  })
})

describe('who may', () => {
  test('needs the permission, the tenant and the whole company', async () => {
    const id = await member()
    await topUp(id, '1')
    const { list } = await listed()
    const stranger = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
    const usage = (who: Caller) => read('/api/wallet/buyBill/usage', { id: list[0].id }, who)
    expect((await usage(as)).status).toBe(200)
    expect((await usage(stranger)).status).toBe(404)
    expect((await usage(callerWith({ tenantId, permissions: ['members.member:read'] }))).status).toBe(403)
    const reader = callerWith({ tenantId, permissions: ['payments.channel:read', 'payments.payment:read'] })
    for (const command of ['open', 'pause', 'del', 'save'])
      expect(
        (
          await call(
            `/api/payments/channel/${command}`,
            { id: bank, code: 'X', name: 'X', kind: 'cash' },
            newId(),
            reader,
          )
        ).status,
      ).toBe(403)
    expect((await call('/api/payments/channel/pause', { id: bank }, newId(), stranger)).status).toBe(404)
    expect((await topUp(id, '1')).success).toBe(true)
    const foreign = callerWith({ tenantId: stranger.tenantId })
    expect(
      await call('/api/member/member/topUp', { id, principal: '1', gift: '0', channel: bank }, newId(), foreign),
    ).toMatchObject({ success: false })
  })
})

describe('a channel', () => {
  const save = (input: Record<string, unknown>) =>
    call('/api/payments/channel/save', { code: 'N1', name: '新渠道', ...input })

  test('of bank or cash is created, opened and paused; one of WeChat Pay stays off without keys', async () => {
    const { data } = await save({ kind: 'cash' })
    expect(data).toMatchObject({ state: 'off' })
    const { id } = data
    expect((await call('/api/payments/channel/open', { id })).success).toBe(true)
    expect(await call('/api/payments/channel/open', { id })).toMatchObject({ code: 'kernel.notAllowedNow' })
    expect((await call('/api/payments/channel/pause', { id })).success).toBe(true)
    expect((await call('/api/payments/channel/open', { id })).success).toBe(true)
    const wechat = (await save({ code: 'N2', kind: 'wechat', merchantNo: '1900000001', appNo: 'wx0123456789abcdef' }))
      .data
    expect(await call('/api/payments/channel/open', { id: wechat.id })).toMatchObject({
      success: false,
      code: 'payments.noKeys',
    })
    expect(wechat.can).not.toContain('open')
    // Keys are entered for a merchant: without one that is the first step, and what is said.
    const nameless = (await save({ code: 'N4', kind: 'wechat' })).data
    for (const what of ['open', 'connect'])
      expect((await call(`/api/payments/channel/${what}`, { id: nameless.id })).code, what).not.toBe('payments.noKeys')
    expect((await call('/api/payments/channel/open', { id: nameless.id })).code).toBe('payments.noMerchant')
    const alipay = (
      await save({ code: 'N3', kind: 'alipay', merchantNo: '2088531891668739', appNo: '2021004100000001' })
    ).data
    for (const what of ['open', 'connect']) expect(alipay.can, what).not.toContain(what)
  })

  test('has one merchant, which a desk has not', async () => {
    const merchant = { kind: 'alipay', merchantNo: '2088531891668739', appNo: '2021004100000001' }
    expect((await save(merchant)).success).toBe(true)
    expect((await save({ ...merchant, code: 'N2' })).data.fields).toEqual({ merchantNo: 'Already in use' })
    expect((await save({ ...merchant, code: 'N3', appNo: '2021004100000002' })).success).toBe(true)
    expect((await save({ code: 'N4', kind: 'cash', merchantNo: '1' })).data.fields).toHaveProperty('merchantNo')
  })

  test('of Alipay has numbers as its platform gives them out', async () => {
    const alipay = { code: 'N6', kind: 'alipay', merchantNo: '2088531891668739', appNo: '2021004100000001' }
    for (const merchantNo of ['2088', '1900000000000001', '２０８８５３１８９１６６８７３９', '20885318916687390', 'x'])
      expect(Object.keys((await save({ ...alipay, merchantNo })).data.fields ?? {}), merchantNo).toEqual(['merchantNo'])
    for (const appNo of ['a1', '202100410000000', 'wx0123456789abcdef'])
      expect(Object.keys((await save({ ...alipay, appNo })).data.fields ?? {}), appNo).toEqual(['appNo'])
    expect((await save(alipay)).success).toBe(true)
  })

  test('of WeChat Pay has numbers as its platform gives them out', async () => {
    const wechat = { code: 'N5', kind: 'wechat', merchantNo: '19000x', appNo: '!!' }
    expect(Object.keys((await save(wechat)).data.fields)).toEqual(['merchantNo', 'appNo'])
    const zeros = await save({ ...wechat, merchantNo: '0000000000', appNo: 'wx0123456789abcdef' })
    expect(Object.keys(zeros.data.fields)).toEqual(['merchantNo'])
    const numbers = { merchantNo: '1900000005', appNo: 'wx0123456789abcdef' }
    const { id, version } = (await save({ ...wechat, ...numbers })).data
    expect(Object.keys((await save({ id, version, appNo: 'wx1' })).data.fields)).toEqual(['appNo'])
  })

  test('is deleted only while nothing was paid by it', async () => {
    const id = await member()
    await topUp(id, '1')
    expect(await call('/api/payments/channel/del', { id: bank })).toMatchObject({ code: 'payments.channelHasPayments' })
    expect((await call('/api/payments/channel/del', { id: cash })).success).toBe(true)
  })
})

describe('a reversal', () => {
  test('takes back a whole top-up, which frees its receipt', async () => {
    const id = await member({ principal: 500n })
    const wrong = await topUp(id, '20', { gift: '2', receipt: 'R-1' })
    expect((await reverse(wrong.data.journalId)).success).toBe(true)
    const { list } = await listed({ filter: { state: 'reversed' } })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      state: 'reversed',
      rest: '0.00',
      giftRest: '0.00',
      reversedOn: expect.any(String),
    })
    expect((await read('/api/wallet/buyBill/totals')).data).toMatchObject({
      totals: { amount: '5.00', gift: '0.00' },
      left: 1,
    })
    const paper = await read('/api/wallet/buyBill/export', { format: 'pdf', columns: 'number,paidAt,amount,gift' })
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: paper.bytes, encoding: 'utf8' })
    expect(text).toMatch(/Total of 1 row\s+5\.00\s+0\.00\s+1 reversed, left out/)
    expect((await topUp(id, '2', { receipt: 'r1' })).success).toBe(true)
    expect(await findings()).toEqual([])
  })

  test('of a used one is refused in words, of a newer whole one not', async () => {
    const id = await member()
    const old = await topUp(id, '10')
    await use(id, 100n)
    const newer = await topUp(id, '5')
    expect(await mayReverse()).toEqual([false, true])
    expect(await reverse(old.data.journalId)).toMatchObject({ success: false, code: 'payments.refundFirst' })
    expect((await reverse(newer.data.journalId)).success).toBe(true)
    expect((await listed()).list.map((one: { state: string; rest: string }) => [one.state, one.rest])).toEqual([
      ['paid', '9.00'],
      ['reversed', '0.00'],
    ])
    expect(await findings()).toEqual([])
  })

  test('brings back the debt that was paid at once', async () => {
    const id = await member()
    await inTenant(tx =>
      payFromWallets(tx, [aPayment({ tenantId, memberId: id }, { electricity: fen(700n), receivable: fen(700n) })]),
    )
    const paid = await topUp(id, '10')
    expect(await mayReverse()).toEqual([true])
    const asked = await call('/api/ledger/journal/reverse', { id: paid.data.journalId, reason: '记错' })
    const [request] = (await call('/api/platform/approval/list', {})).data.list
    expect(request).toMatchObject({
      amount: '10.00',
      input: { member: id, channel: bank, amount: '10.00', gift: '0.00' },
      asked: { labels: { 'members.member': { [id]: expect.any(String) }, 'payments.channel': expect.anything() } },
    })
    const agreed = await call('/api/platform/approval/approve', { id: asked.data.approval }, newId(), second())
    expect(agreed.success, agreed.msg).toBe(true)
    const wallet = await inTenant(tx => walletsOf(tx, [{ tenantId, memberId: id }]))
    expect(wallet.get(id)).toMatchObject({ principal: 0n, owed: 700n })
    expect(await findings()).toEqual([])
  })

  test('brings back no debt of an order that was refunded since, and the others as far as they are owed', async () => {
    const id = await member()
    const source = { type: 'charging.order', id: newId() }
    const owing = { source, electricity: fen(5_000n), receivable: fen(5_000n) }
    await inTenant(tx => payFromWallets(tx, [aPayment({ tenantId, memberId: id }, owing)]))
    const [first, later] = [await topUp(id, '30'), await topUp(id, '20')]
    const back = { principal: fen(2_000n), gift: fen(0n), channel: fen(0n) }
    const parts = { back, waived: fen(0n), electricity: fen(2_000n), service: fen(0n) }
    const refunded = await inTenant(tx =>
      refundOrders(tx, [{ ...anEntry(tenantId, { source }), memberId: id, ...parts }]),
    )
    expect(refunded).toMatchObject([{ outcome: 'posted' }])
    expect((await call('/api/member/member/refundWallet', { id, amount: '20', reason: '退款' })).success).toBe(true)
    // The other top-up still covers what went back.
    expect((await reverse(first.data.journalId)).success).toBe(true)
    expect(await reverse(later.data.journalId)).toMatchObject({ success: false, code: 'payments.refundFirst' })
    const wallet = await inTenant(tx => walletsOf(tx, [{ tenantId, memberId: id }]))
    expect(wallet.get(id)).toMatchObject({ principal: 0n, owed: 3_000n })
    expect(await findings()).toEqual([])
  })

  test('that would take money of a channel is refused: it goes back by a refund', async () => {
    const id = await member()
    const paid = await topUp(id, '10')
    const wechat = await inTenant(tx => aChannel(tx, tenantId, 'wechat'))
    // As history has it: payments by WeChat Pay that somebody had entered.
    await replant('payments_payment', 'channel_id', wechat)
    expect(await mayReverse()).toEqual([false])
    expect(await reverse(paid.data.journalId)).toMatchObject({ success: false, code: 'payments.refundInstead' })
  })

  test('of bonus money takes its lot back', async () => {
    const id = await member()
    const given = await topUp(id, '0', { gift: '9' })
    expect((await reverse(given.data.journalId)).success).toBe(true)
    expect(await findings()).toEqual([])
  })
})

/** Changes a column past its guard, as an attacker or a fault would. */
async function replant(table: string, column: string, value: unknown): Promise<void> {
  await server.db.platform(async tx => {
    await tx.execute('reset role')
    await tx.execute('set local session_replication_role = replica')
    await tx.execute(`update ${table} set ${column} = $2 where tenant_id = $1`, [tenantId, value])
  })
}

describe('the verifier', () => {
  test('finds a lot that was changed, a payment without its lot and a deposit without either', async () => {
    const id = await member()
    await topUp(id, '10', { gift: '1' })
    expect(await findings()).toEqual([])
    await replant('payments_lot', 'principal_fen', 900)
    expect((await findings()).map(one => one.check).toSorted()).toEqual([
      'payments.lotOfDeposit',
      'payments.lotOfPayment',
      'payments.lotsDiffer',
    ])
    const { wrong } = await verifyEveryTenant(server.db, 1, new AbortController().signal, LOT_CHECKS)
    expect(wrong).toContain(tenantId)
    expect(await inTenant(tx => lastVerification(tx, tenantId))).toMatchObject({ ok: false })
  })

  test('and the database refuses what would change a payment', async () => {
    const id = await member()
    await topUp(id, '10')
    const change = (statement: string) => inTenant(tx => tx.execute(statement, [tenantId]))
    for (const statement of [
      'update payments_payment set amount_fen = 2 where tenant_id = $1',
      "update payments_payment set number = 'P1' where tenant_id = $1",
      'delete from payments_payment where tenant_id = $1',
      'update payments_lot set gift_fen = 1 where tenant_id = $1',
      'delete from payments_lot where tenant_id = $1',
      "update payments_channel set kind = 'cash', clearing_owner = 'x' where tenant_id = $1",
    ])
      await expect(change(statement), statement).rejects.toThrow(/permission denied|cannot be changed/)
    expect(
      await inTenant(tx =>
        tx.query({ n: col.integer }, 'select count(*)::int as n from payments_payment where tenant_id = $1', [
          tenantId,
        ]),
      ),
    ).toEqual([{ n: 1 }])
  })
})
