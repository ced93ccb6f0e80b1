import { randomBytes } from 'node:crypto'
import { fen } from '@wattyard/money'
import { aTenant } from '@wattyard/identity/testing'
import { col, newId } from '@wattyard/server-kit'
import { type Notification, PROBE_PREFIX, signBody, writeNotification } from '@wattyard/wechat-pay'
import { APPID } from '@wattyard/app-simulator/wechat-pay/testing/merchant'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { API_V3_KEY, MCHID, PaymentWorld } from './channel-world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterEach(() => world.faults({}))
afterAll(() => world.close())

let serial = 0
/** A notification of a payment of 50.00, as the channel writes it. */
const aPaid = (number: string, change: { total?: bigint; mchid?: string; channelNo?: string } = {}): Notification => ({
  id: `EV-${++serial}-${randomBytes(4).toString('hex')}`,
  create_time: world.wechat.clock.now(),
  summary: '支付成功',
  event_type: 'TRANSACTION.SUCCESS',
  transaction: {
    appid: APPID,
    mchid: change.mchid ?? MCHID,
    out_trade_no: number,
    transaction_id: change.channelNo ?? `4200${randomBytes(6).toString('hex')}`,
    trade_type: 'NATIVE',
    trade_state: 'SUCCESS',
    trade_state_desc: '支付成功',
    success_time: world.wechat.clock.now(),
    amount: { total: fen(change.total ?? 5_000n), payer_total: fen(change.total ?? 5_000n), currency: 'CNY' },
  },
})

interface Sent {
  /** Signs something else, at another time, or with another beginning. */
  signed?: (body: string) => string
  at?: number
  prefix?: string
  headers?: Record<string, string | undefined>
  tenant?: string
  channel?: string
  body?: string
}

/** Sends a notification as the channel does, and returns the status of the answer. */
async function send(notice: Notification, sent: Sent = {}): Promise<number> {
  const { at = world.wechat.clock.now(), tenant = world.tenantId, channel = world.channel, prefix = '' } = sent
  const body = sent.body ?? writeNotification(notice, API_V3_KEY, randomBytes(6).toString('hex'))
  const signer = world.wechat.standIn.keys.signerFor('certificate')
  const nonce = randomBytes(16).toString('hex')
  const signature = signBody(sent.signed?.(body) ?? body, signer, { at, nonce })
  const answer = await world.server.app.fastify.inject({
    method: 'POST',
    url: `/chg/pubapi/payments/notice/${tenant}/${channel}`,
    headers: {
      'content-type': 'application/json',
      ...signature,
      'Wechatpay-Signature': `${prefix}${signature['Wechatpay-Signature']}`,
      ...sent.headers,
    },
    payload: body,
  })
  return answer.statusCode
}

const noticesOf = (number: string) =>
  world.in(tx =>
    tx.query(
      { outcome: col.text, times: col.integer },
      'select outcome, times from payments_notice where tenant_id = $1 and number = $2 order by first_at, notice_no',
      [world.tenantId, number],
    ),
  )

describe('a notification', () => {
  test('that comes five times, in any order, credits once, and each is counted', async () => {
    const member = await world.member()
    const { id, number } = await world.openCode(member)
    const notice = aPaid(number)
    const again = await Promise.all(Array.from({ length: 5 }, () => send(notice)))
    expect(again).toEqual([204, 204, 204, 204, 204])
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid' })
    expect(await world.principalOf(member)).toBe(5_000n)
    const [first] = await noticesOf(number)
    expect(first).toMatchObject({ times: 5 })
    expect(await world.findings()).toEqual([])
  })

  test('of the channel’s own making is credited once, doubled, delayed or overtaken', async () => {
    const member = await world.member()
    for (const fault of ['twice', 'late', 'overtaken', 'probe', 'wrong-signature'] as const) {
      const { id, code } = await world.openCode(member)
      await world.faults({ notices: { [fault]: 1 } })
      await world.pay(code)
      await world.wait(2 * 3_600)
      expect(await world.codeOf(id), fault).toMatchObject({ state: 'paid', finding: null })
    }
    expect(await world.principalOf(member)).toBe(5n * 5_000n)
  })

  test('with another amount or merchant credits nothing and is told; the right one that follows is credited', async () => {
    const member = await world.member()
    for (const fault of ['other-amount', 'other-merchant'] as const) {
      const { id, number, code } = await world.openCode(member)
      await world.faults({ notices: { [fault]: 1 } })
      await world.pay(code)
      await world.wait(2)
      expect(await world.codeOf(id), fault).toMatchObject({ state: 'paid', finding: null })
      expect((await noticesOf(number)).map(one => one.outcome).toSorted()).toEqual(['applied', 'otherwise'])
    }
    expect(await world.principalOf(member)).toBe(2n * 5_000n)
    const { id, number } = await world.openCode(member)
    expect(await send(aPaid(number, { total: 4_999n }))).toBe(204)
    expect(await world.codeOf(id)).toMatchObject({ state: 'open', finding: 'paidOtherwise', answer: 'amount' })
    expect(await world.principalOf(member)).toBe(2n * 5_000n)
    const told = await world.in(tx =>
      tx.query(
        { key: col.text },
        "select key from kernel_outbox where tenant_id = $1 and topic = 'payments.code-troubled' and key = $2",
        [world.tenantId, id],
      ),
    )
    expect(told).toHaveLength(1)
  })

  test('of a second payment of the channel for a paid one credits nothing, and is told', async () => {
    const member = await world.member()
    const { id, number } = await world.openCode(member)
    expect(await send(aPaid(number))).toBe(204)
    expect(await send(aPaid(number))).toBe(204)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid', finding: 'paidOtherwise', answer: 'channelNo' })
    expect(await world.principalOf(member)).toBe(5_000n)
  })

  test('of a payment that has paid another code is told, accepted and credited once', async () => {
    const member = await world.member()
    const [first, second] = [await world.openCode(member), await world.openCode(member)]
    const channelNo = `4200${randomBytes(6).toString('hex')}`
    expect(await send(aPaid(first.number, { channelNo }))).toBe(204)
    expect(await send(aPaid(second.number, { channelNo }))).toBe(204)
    expect(await world.codeOf(second.id)).toMatchObject({ finding: 'paidOtherwise', answer: 'channelNo' })
    expect((await noticesOf(second.number)).map(one => one.outcome)).toEqual(['otherwise'])
    expect(await world.principalOf(member)).toBe(5_000n)
  })

  test('that repeats the right one keeps what a finding says', async () => {
    const { id, number } = await world.openCode(await world.member())
    const right = aPaid(number)
    expect(await send(right)).toBe(204)
    expect(await send(aPaid(number))).toBe(204)
    expect(await send({ ...right, id: `${right.id}-again` })).toBe(204)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid', finding: 'paidOtherwise', answer: 'channelNo' })
    expect((await noticesOf(number)).map(one => one.outcome).toSorted()).toEqual(['applied', 'known', 'otherwise'])
  })

  test('with another amount does not keep a code open beyond its time', async () => {
    const { id, number } = await world.openCode(await world.member())
    expect(await send(aPaid(number, { total: 4_999n }))).toBe(204)
    await world.pass(16 * 60, 30)
    expect(await world.codeOf(id)).toMatchObject({ state: 'closed', finding: 'paidOtherwise', code: null })
  })

  test('of an order that nobody asked for is written down, told once, and accepted', async () => {
    const strange = 'ORDER-OF-ANOTHER-SHOP'
    const notice = aPaid(strange)
    expect(await send(notice)).toBe(204)
    expect(await send(notice)).toBe(204)
    expect(await noticesOf(strange)).toEqual([{ outcome: 'unknown', times: 2 }])
    const told = await world.in(tx =>
      tx.query(
        { key: col.text },
        "select key from kernel_outbox where tenant_id = $1 and topic = 'payments.notice-unknown'",
        [world.tenantId],
      ),
    )
    expect(told).toHaveLength(1)
  })

  test('that is not signed rightly is refused, whatever it says, and is not written down', async () => {
    const member = await world.member()
    const { id, number } = await world.openCode(member)
    const notice = aPaid(number)
    const wrong: [string, Sent][] = [
      ['another body was signed', { signed: body => `${body} ` }],
      ['ten minutes old', { at: world.wechat.clock.now() - 600_000 }],
      ['ten minutes early', { at: world.wechat.clock.now() + 600_000 }],
      ['a probe', { prefix: PROBE_PREFIX }],
      ['no signature', { headers: { 'Wechatpay-Signature': '' } }],
      ['an unknown serial', { headers: { 'Wechatpay-Serial': 'ABCDEF0123456789' } }],
      ['an unknown public key', { headers: { 'Wechatpay-Serial': 'PUB_KEY_ID_0123456789' } }],
      ['not JSON', { body: '{"id":' }],
      ['another cipher', { body: '{"id":"EV-1","resource":{}}' }],
      ['nothing', { body: '' }],
    ]
    for (const [why, sent] of wrong) expect(await send(notice, sent), why).toBe(401)
    expect(await world.codeOf(id)).toMatchObject({ state: 'open' })
    expect(await noticesOf(number)).toEqual([])
    expect(await world.principalOf(member)).toBe(0n)
  })

  test('for a channel that is not there, or another company’s, is refused', async () => {
    const { number } = await world.openCode(await world.member())
    const other = (await aTenant(world.db)).tenantId
    expect(await send(aPaid(number), { channel: newId() })).toBe(401)
    expect(await send(aPaid(number), { tenant: other })).toBe(401)
    expect(await send(aPaid(number), { tenant: newId() })).toBe(401)
    expect(await send(aPaid(number), { tenant: 'x' })).toBe(401)
  })

  test('larger than any of the channel’s is not read', async () => {
    expect(await send(aPaid('P-LARGE'), { body: 'x'.repeat(65 * 1_024) })).toBe(413)
  })
})

describe('keys of the platform', () => {
  test('that follow one another are fetched, and what the new one signs is credited', async () => {
    const member = await world.member()
    const { id, code } = await world.openCode(member)
    await world.wechat.tell('/rotate', {})
    await world.wait(70)
    await world.pay(code)
    await world.wait(2)
    expect(await world.codeOf(id)).toMatchObject({ state: 'paid' })
    // What was fetched is kept: the next process begins with it.
    const [kept] = await world.in(tx =>
      tx.query(
        { n: col.integer },
        'select jsonb_array_length(certificates) as n from payments_channel_keys where tenant_id = $1',
        [world.tenantId],
      ),
    )
    expect(kept?.n).toBeGreaterThanOrEqual(2)
  })

  test('an invented serial makes us fetch once a minute at most', async () => {
    const calls = async () => {
      const [row] = await world.in(tx =>
        tx.query(
          { n: col.integer },
          "select count(*)::int as n from kernel_interface_call where tenant_id = $1 and path like '%certificates%'",
          [world.tenantId],
        ),
      )
      return row?.n ?? 0
    }
    const before = await calls()
    for (let i = 0; i < 10; i++)
      await send(aPaid('P-INVENTED'), { headers: { 'Wechatpay-Serial': `ABCDEF012345678${i}` } })
    expect(await calls()).toBeLessThanOrEqual(before + 1)
  })
})

test('a merchant with the public key of the platform is served as well', async () => {
  const other = await PaymentWorld.open({ mode: 'publicKey' })
  try {
    const member = await other.member()
    const { id, code } = await other.openCode(member)
    await other.pay(code)
    await other.wait(2)
    expect(await other.codeOf(id)).toMatchObject({ state: 'paid' })
    expect(await other.principalOf(member)).toBe(5_000n)
  } finally {
    await other.close()
  }
})
