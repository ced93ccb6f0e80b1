import { payFromWallets } from '@wattyard/members/server'
import { aPayment } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { MINUTE_MS } from '@wattyard/time'
import { col, newId } from '@wattyard/server-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

const LIFE_S = 15 * 60

let world: PaymentWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterEach(() => world.faults({}))
afterAll(() => world.close())

/** What the journals say of a payment: each credit is one. */
const creditsOf = (id: string) =>
  world.in(tx =>
    tx.query(
      { n: col.integer },
      "select count(*)::int as n from ledger_journal where tenant_id = $1 and kind = 'deposit' and source_id = $2",
      [world.tenantId, id],
    ),
  )

describe('a payment by code', () => {
  test('is written down first, gets its code, and is credited once when the channel tells of it', async () => {
    const member = await world.member()
    const asked = await world.collect(member, '50')
    expect(await world.codeOf(asked.data.id)).toMatchObject({ state: 'created', code: null, amount: '50.00' })
    await world.ask()
    const open = await world.codeOf(asked.data.id)
    expect(open).toMatchObject({ state: 'open', code: expect.stringMatching(/^weixin:/) })
    expect(await world.pay(open.code)).toBe(200)
    // The notification comes a second later, and nothing of ours asked.
    await world.wait(2)
    expect(await world.codeOf(asked.data.id)).toMatchObject({ state: 'paid', code: null, late: false, finding: null })
    expect(await world.principalOf(member)).toBe(5_000n)
    expect(await world.topUps()).toMatchObject([{ id: asked.data.id, number: asked.data.number, amount: '50.00' }])
    await world.pass(3_600, 600)
    expect(await creditsOf(asked.data.id)).toEqual([{ n: 1 }])
    expect(await world.findings()).toEqual([])
  })

  test('asked for twice with one key is one payment; with other content it is refused', async () => {
    const member = await world.member()
    const key = newId()
    const first = await world.collect(member, '7', key)
    expect((await world.collect(member, '7', key)).data).toEqual(first.data)
    expect((await world.collect(member, '8', key)).success).toBe(false)
  })

  test('is found by a query when no notification comes', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    await world.faults({ notices: { never: 1 } })
    await world.pay(code)
    await world.wait(4)
    expect(await world.codeOf(id)).toMatchObject({ state: 'open' })
    await world.pass(10)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid' })
    expect(await world.principalOf(member)).toBe(5_000n)
  })

  test('is closed at the channel when its time is over, and nobody can pay it', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    await world.pass(LIFE_S + 30, 30)
    expect(await world.codeOf(id)).toMatchObject({ state: 'closed', code: null })
    expect(await world.pay(code)).toBe(409)
    const cancelled = await world.call('/api/payments/codePayment/cancel', { id })
    expect(cancelled).toMatchObject({ success: false, code: 'payments.alreadyEnded' })
  })

  test('that was cancelled is closed at once; paid a moment before, it is credited', async () => {
    const member = await world.member()
    const first = await world.openCode(member)
    await world.call('/api/payments/codePayment/cancel', { id: first.id })
    await world.ask()
    expect(await world.codeOf(first.id)).toMatchObject({ state: 'closed' })
    expect(await world.pay(first.code)).toBe(409)

    const second = await world.openCode(member)
    await world.faults({ notices: { never: 1 } })
    await world.pay(second.code)
    expect((await world.call('/api/payments/codePayment/cancel', { id: second.id })).success).toBe(true)
    await world.pass(10)
    expect(await world.codeOf(second.id)).toMatchObject({ state: 'paid', late: false })
    expect(await world.principalOf(member)).toBe(5_000n)
  })

  test('paid after it had ended for us is credited all the same, and marked', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    // Whoever closes is told that it is closed, and the channel has it open still: as after a restore.
    await world.in(tx =>
      tx.execute(
        `update payments_code_payment set state = 'closed', code = null, task = null, due_at = null, given_up_at = now() where tenant_id = $1 and id = $2`,
        [world.tenantId, id],
      ),
    )
    await world.pay(code)
    await world.wait(2)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid', late: true })
    expect(await world.principalOf(member)).toBe(5_000n)
    expect(await world.findings()).toEqual([])
  })

  test('of which only a late notification tells after its end is credited', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    await world.faults({ notices: { late: 1 } })
    await world.pass(LIFE_S - 60, 60)
    await world.pay(code)
    // Nothing of ours runs while its time ends.
    await world.wait((40 * MINUTE_MS) / 1_000)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid' })
    await world.pass(60)
    expect(await creditsOf(id)).toEqual([{ n: 1 }])
  })

  test('of another payer’s failure stays open; one that failed for good is refused', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    await world.pay(code, 'fails')
    await world.pass(20)
    expect(await world.codeOf(id)).toMatchObject({ state: 'open' })
    await world.pay(code, 'fails-for-good')
    await world.pass(60)
    expect(await world.codeOf(id)).toMatchObject({ state: 'refused', code: null })
  })
})

describe('a request for a code', () => {
  test('that was limited, failed or met a proxy is repeated with the same number', async () => {
    const member = await world.member()
    for (const fault of ['limited', 'failed', 'bad-gateway', 'lost', 'wrong-signature', 'failed-after'] as const) {
      await world.faults({ answers: { [fault]: 1 } })
      const { data } = await world.collect(member)
      await world.ask()
      expect(await world.codeOf(data.id), fault).toMatchObject({ code: null })
      await world.faults({})
      await world.pass(150, 10)
      const open = await world.codeOf(data.id)
      expect(open, fault).toMatchObject({ state: 'open', code: expect.stringMatching(/^weixin:/) })
      await world.call('/api/payments/codePayment/cancel', { id: data.id })
      await world.ask()
    }
    const orders = (await world.wechat.show('/orders')) as { out_trade_no: string }[]
    expect(new Set(orders.map(one => one.out_trade_no)).size).toBe(orders.length)
  })

  test('whose process ended before the answer is not taken for undone', async () => {
    const member = await world.member()
    const { data } = await world.collect(member)
    // As a process leaves it that dies while the channel works.
    await world.in(tx =>
      tx.execute(
        `update payments_code_payment set claim = $3, sent_at = $4, due_at = $4 where tenant_id = $1 and id = $2`,
        [world.tenantId, data.id, newId(), new Date(world.wechat.clock.now())],
      ),
    )
    await world.ask()
    expect(await world.codeOf(data.id)).toMatchObject({ state: 'unclear' })
    await world.pass(150, 10)
    expect(await world.codeOf(data.id)).toMatchObject({ state: 'open' })
  })

  test('that the channel refuses ends, with the channel’s word for it', async () => {
    const member = await world.member()
    await world.failures('createNative', 'NO_AUTH')
    const { data } = await world.collect(member)
    await world.ask()
    expect(await world.codeOf(data.id)).toMatchObject({ state: 'refused', answer: 'NO_AUTH', code: null })
  })

  test('is not taken for a paused channel, for none, and for another company’s member', async () => {
    const member = await world.member()
    await world.call('/api/payments/channel/pause', { id: world.channel })
    expect((await world.collect(member)).success).toBe(false)
    await world.call('/api/payments/channel/open', { id: world.channel })
    expect((await world.collect(member, '5', newId(), newId())).success).toBe(false)
    expect((await world.collect(newId())).success).toBe(false)
    for (const amount of ['0', '-1', '0.001', '50000.01'])
      expect((await world.collect(member, amount)).success, amount).toBe(false)
  })

  test('of a blocked member is taken as a top-up that a person records, and pays what the member owes', async () => {
    const { tenantId } = world
    const member = await world.member()
    const debt = aPayment({ tenantId, memberId: member }, { electricity: fen(3_000n), receivable: fen(3_000n) })
    await world.in(tx => payFromWallets(tx, [debt]))
    expect((await world.call('/api/member/member/block', { ids: [member], reason: 'unpaid' })).success).toBe(true)
    const { id, code } = await world.openCode(member, '20')
    expect(await world.codeOf(id)).toMatchObject({ paidDebt: null, toWallet: null })
    await world.pay(code)
    await world.wait(2)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid', paidDebt: '20.00', toWallet: '0.00' })
    const made = await world.call('/api/payments/channel/save', { code: 'BLOCKED', name: '银行', kind: 'bank' })
    await world.call('/api/payments/channel/open', { id: made.data.id })
    const recorded = { id: member, principal: '15', gift: '0', channel: made.data.id, receipt: newId() }
    expect(await world.call('/api/member/member/topUp', recorded)).toMatchObject({ data: { paidDebt: '10.00' } })
    expect(await world.principalOf(member)).toBe(500n)
  })

  test('closing that is refused, lost or limited is made again', async () => {
    const member = await world.member()
    for (const fault of ['limited', 'lost', 'bad-gateway'] as const) {
      const { id, code } = await world.openCode(member)
      await world.faults({ answers: { [fault]: 1 } })
      await world.call('/api/payments/codePayment/cancel', { id })
      await world.ask()
      await world.faults({})
      await world.pass(60)
      expect(await world.codeOf(id), fault).toMatchObject({ state: 'closed' })
      expect(await world.pay(code)).toBe(409)
    }
  })

  test('a refused query is told and does not end the payment', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    await world.failures('queryByOutTradeNo', 'NO_AUTH')
    await world.pass(5)
    expect(await world.codeOf(id)).toMatchObject({ state: 'open', finding: 'queryRefused', answer: 'NO_AUTH' })
    await world.pass(20)
    expect(await world.codeOf(id)).toMatchObject({ state: 'open', finding: null })
    await world.pay(code)
    await world.wait(2)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid' })
  })
})
