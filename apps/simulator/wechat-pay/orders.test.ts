import { fen } from '@wattyard/money'
import { HOUR_MS, MINUTE_MS } from '@wattyard/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deed } from './orders.ts'
import { aMerchant, NOTIFY_URL, OPENID, START } from './testing/test-merchant.ts'
import { anOrder, aRefund, failureOf, openWorld, type World } from './testing/world.ts'

let world: World
const MCHID = '1900009191'
const OTHER = '1900009192'

beforeAll(async () => {
  world = await openWorld({ merchants: [aMerchant(MCHID), aMerchant(OTHER)] })
})
afterAll(() => world.stop())

const query = (out_trade_no: string) => world.merchant.call('queryByOutTradeNo', { out_trade_no, mchid: MCHID })
const pay = (code: string, does: Deed = 'pays') => world.tell('/payer', { code, does })

describe('an order', () => {
  test('is created, paid, told of and found by both numbers', async () => {
    const code = await world.order('T-JSAPI-0001', { attach: '3 号站' })
    expect(code).toMatch(/^wx20261126120000[0-9a-f]{20}$/)
    expect(await query('T-JSAPI-0001')).toEqual({
      appid: 'wx8888888888888888',
      mchid: MCHID,
      out_trade_no: 'T-JSAPI-0001',
      trade_state: 'NOTPAY',
      trade_state_desc: '订单未支付',
      attach: '3 号站',
    })
    expect((await pay(code)).status).toBe(200)
    const paid = await query('T-JSAPI-0001')
    expect(paid).toMatchObject({
      trade_state: 'SUCCESS',
      trade_type: 'JSAPI',
      success_time: START,
      payer: { openid: OPENID },
      amount: { total: 5_000n, payer_total: 5_000n, currency: 'CNY' },
    })
    expect(paid.transaction_id).toMatch(/^420000123420261126[0-9]{10}$/)
    const transaction_id = paid.transaction_id ?? ''
    expect(await world.merchant.call('queryByTransactionId', { transaction_id, mchid: MCHID })).toEqual(paid)
    await world.clock.advance(1_000)
    expect(world.receiver.accepted).toMatchObject([
      { event_type: 'TRANSACTION.SUCCESS', transaction: { out_trade_no: 'T-JSAPI-0001', transaction_id } },
    ])
  })

  test('of Native gives an address for a code, and its payer is known with the payment', async () => {
    const { payer: _payer, ...asked } = anOrder('T-NATIVE-0001')
    const { code_url } = await world.merchant.call('createNative', asked)
    expect((await pay(code_url)).status).toBe(200)
    const { trade_type, payer } = await query('T-NATIVE-0001')
    expect(trade_type).toBe('NATIVE')
    expect(payer?.openid).toMatch(/^o[\w-]{27}$/)
  })

  test('asked for again gives a new code as long as everything is as it was', async () => {
    const first = await world.order('T-AGAIN-0001')
    const second = await world.order('T-AGAIN-0001')
    expect(second).not.toBe(first)
    expect(await failureOf(world.order('T-AGAIN-0001', { amount: { total: fen(5_001n) } }))).toBe(
      '403 OUT_TRADE_NO_USED',
    )
    expect(await failureOf(world.order('T-AGAIN-0001', { description: '另一笔' }))).toBe('403 OUT_TRADE_NO_USED')
    expect(await failureOf(world.order('T-AGAIN-0001', { payer: { openid: 'oOther' } }))).toBe('403 OUT_TRADE_NO_USED')
    expect((await pay(second)).status).toBe(200)
    expect(await pay(first)).toEqual({ status: 409, body: { reason: 'paid' } })
    expect(await failureOf(world.order('T-AGAIN-0001'))).toBe('400 ORDERPAID')
  })

  test('stays open when its payer fails or leaves', async () => {
    const code = await world.order('T-LEFT-0001')
    expect((await pay(code, 'fails')).status).toBe(200)
    expect((await pay(code, 'leaves')).status).toBe(200)
    expect((await query('T-LEFT-0001')).trade_state).toBe('NOTPAY')
    expect((await pay(code)).status).toBe(200)
  })

  test('that failed for good is closed, and its number is used up', async () => {
    const code = await world.order('T-FAILED-0001')
    expect((await pay(code, 'fails-for-good')).status).toBe(200)
    expect(await query('T-FAILED-0001')).toMatchObject({ trade_state: 'PAYERROR' })
    expect(await pay(code)).toEqual({ status: 409, body: { reason: 'failed' } })
    expect(await failureOf(world.order('T-FAILED-0001'))).toBe('403 OUT_TRADE_NO_USED')
    expect(await world.merchant.call('close', { out_trade_no: 'T-FAILED-0001', mchid: MCHID })).toBeNull()
  })

  test('is closed once and never paid or created again', async () => {
    const close = (out_trade_no: string) => world.merchant.call('close', { out_trade_no, mchid: MCHID })
    const code = await world.order('T-CLOSED-0001')
    expect(await close('T-CLOSED-0001')).toBeNull()
    expect(await failureOf(close('T-CLOSED-0001'))).toBe('400 ORDER_CLOSED')
    expect(await failureOf(world.order('T-CLOSED-0001'))).toBe('400 ORDER_CLOSED')
    expect(await pay(code)).toEqual({ status: 409, body: { reason: 'closed' } })
    expect(await query('T-CLOSED-0001')).toMatchObject({ trade_state: 'CLOSED' })
    await world.paid('T-CLOSED-0002')
    expect(await failureOf(close('T-CLOSED-0002'))).toBe('400 ORDERPAID')
    expect(await failureOf(close('T-NOBODY-0001'))).toBe('404 ORDER_NOT_EXIST')
  })

  test('is not paid after its time, nor by a code of more than two hours', async () => {
    const now = world.clock.now()
    const code = await world.order('T-TIMED-0001', { time_expire: now + 5 * MINUTE_MS })
    const old = await world.order('T-TIMED-0002')
    await world.clock.advance(5 * MINUTE_MS)
    expect(await pay(code)).toEqual({ status: 409, body: { reason: 'order-expired' } })
    expect((await query('T-TIMED-0001')).trade_state).toBe('NOTPAY')
    await world.clock.advance(2 * HOUR_MS)
    expect(await pay(old)).toEqual({ status: 409, body: { reason: 'code-expired' } })
    expect((await pay(await world.order('T-TIMED-0002'))).status).toBe(200)
    expect(await failureOf(world.order('T-TIMED-0003', { time_expire: now }))).toBe('400 PARAM_ERROR')
  })

  test('is refused for an app, a merchant or a shape that is not its own', async () => {
    expect(await failureOf(world.order('T-OTHER-0001', { appid: 'wx0000000000000000' }))).toBe(
      '400 APPID_MCHID_NOT_MATCH',
    )
    expect(await failureOf(world.order('T-OTHER-0002', { mchid: OTHER }))).toBe('403 NO_AUTH')
    const body = JSON.stringify({ ...anOrder('T-OTHER-0003'), amount: { total: 0 } })
    const reply = await world.merchant.send({ method: 'POST', path: '/v3/pay/transactions/jsapi', body })
    expect({ status: reply.status, body: JSON.parse(reply.bytes.toString()) as unknown }).toEqual({
      status: 400,
      body: {
        code: 'PARAM_ERROR',
        message: '参数错误',
        detail: { location: 'body', field: '/amount/total', issue: 'pay.bad-shape' },
      },
    })
  })

  test('of another merchant is not found', async () => {
    expect(await failureOf(query('T-NOBODY-0001'))).toBe('404 ORDER_NOT_EXIST')
    const transaction_id = '4200001234202611260000000999'
    expect(await failureOf(world.merchant.call('queryByTransactionId', { transaction_id, mchid: MCHID }))).toBe(
      '404 ORDER_NOT_EXIST',
    )
  })
})

describe('a refund', () => {
  const refund = (...given: Parameters<typeof aRefund>) => world.merchant.call('refund', aRefund(...given))
  const find = (out_refund_no: string) => world.merchant.call('queryRefund', { out_refund_no })

  test('is accepted first and done later, once for its number', async () => {
    await world.paid('T-REFUND-0001')
    const accepted = await refund('T-REFUND-0001', 'R1@1', 1_234n)
    expect(accepted).toMatchObject({ status: 'PROCESSING', amount: { refund: 1_234n, total: 5_000n } })
    expect(accepted.refund_id).toMatch(/^5030000123420261126[0-9]{10}$/)
    expect(await refund('T-REFUND-0001', 'R1@1', 1_234n)).toEqual(accepted)
    expect((await query('T-REFUND-0001')).trade_state).toBe('REFUND')
    await world.clock.advance(MINUTE_MS + 1_000)
    const done = await find('R1@1')
    expect(done).toMatchObject({ status: 'SUCCESS', refund_id: accepted.refund_id })
    expect(done.success_time).toBeGreaterThan(accepted.create_time)
    expect(await refund('T-REFUND-0001', 'R1@1', 1_234n)).toEqual(done)
    expect(world.receiver.accepted.at(-1)).toMatchObject({
      event_type: 'REFUND.SUCCESS',
      refund: { out_refund_no: 'R1@1', refund_status: 'SUCCESS', amount: { refund: 1_234n, total: 5_000n } },
    })
  })

  test('leaves no more than the payment was, and its number names one refund', async () => {
    await world.paid('T-REFUND-0002')
    await refund('T-REFUND-0002', 'R2@1', 4_000n)
    expect(await failureOf(refund('T-REFUND-0002', 'R2@1', 3_999n))).toBe('400 INVALID_REQUEST')
    expect(await failureOf(refund('T-REFUND-0001', 'R2@1', 4_000n))).toBe('400 INVALID_REQUEST')
    expect(await failureOf(refund('T-REFUND-0002', 'R2@2', 1_001n))).toBe('400 INVALID_REQUEST')
    expect(await failureOf(refund('T-REFUND-0002', 'R2@3', 10n, 4_999n))).toBe('400 INVALID_REQUEST')
    expect((await refund('T-REFUND-0002', 'R2@4', 1_000n)).status).toBe('PROCESSING')
    expect(await failureOf(refund('T-REFUND-0002', 'R2@5', 1n))).toBe('400 INVALID_REQUEST')
    expect(await failureOf(find('R2@5'))).toBe('404 RESOURCE_NOT_EXISTS')
  })

  test('asked for eight times at once never gives back more than was paid', async () => {
    await world.paid('T-REFUND-0010')
    const asked = Array.from({ length: 8 }, (_, i) => failureOf(refund('T-REFUND-0010', `R10@${i}`, 1_000n)))
    const ends = await Promise.all(asked)
    expect(ends.filter(end => end === 'done')).toHaveLength(5)
    expect(ends.filter(end => end === '400 INVALID_REQUEST')).toHaveLength(3)
  })

  test('of what nobody paid, or nobody knows, is refused', async () => {
    await world.order('T-REFUND-0003')
    expect(await failureOf(refund('T-REFUND-0003', 'R3@1', 1n))).toBe('400 INVALID_REQUEST')
    expect(await failureOf(refund('T-NOBODY-0001', 'R3@2', 1n))).toBe('404 RESOURCE_NOT_EXISTS')
  })

  test('may be abnormal and succeed after all, or be closed and asked for again', async () => {
    await world.paid('T-REFUND-0004')
    await refund('T-REFUND-0004', 'R4@1', 3_000n)
    const end = (out_refund_no: string, ends: string) => world.tell('/refund', { mchid: MCHID, out_refund_no, ends })
    expect((await end('R4@1', 'ABNORMAL')).status).toBe(200)
    expect(await find('R4@1')).toMatchObject({ status: 'ABNORMAL' })
    await world.clock.advance(2 * MINUTE_MS)
    expect(await find('R4@1')).toMatchObject({ status: 'ABNORMAL' })
    expect((await end('R4@1', 'SUCCESS')).status).toBe(200)
    expect((await end('R4@1', 'CLOSED')).status).toBe(409)
    await refund('T-REFUND-0004', 'R4@2', 2_000n)
    await end('R4@2', 'CLOSED')
    expect(await find('R4@2')).toMatchObject({ status: 'CLOSED' })
    expect((await refund('T-REFUND-0004', 'R4@3', 2_000n)).status).toBe('PROCESSING')
    await world.clock.advance(2 * MINUTE_MS)
    const told = world.receiver.accepted.flatMap(one => ('refund' in one ? [one] : []))
    expect(told.filter(({ refund: one }) => one.out_trade_no === 'T-REFUND-0004').map(one => one.event_type)).toEqual([
      'REFUND.ABNORMAL',
      'REFUND.SUCCESS',
      'REFUND.CLOSED',
      'REFUND.SUCCESS',
    ])
  })

  test('without an address for news is found by query alone', async () => {
    await world.paid('T-REFUND-0005')
    const { notify_url: _url, ...asked } = aRefund('T-REFUND-0005', 'R5@1', 5_000n)
    await world.merchant.call('refund', asked)
    await world.clock.advance(2 * MINUTE_MS)
    expect(await find('R5@1')).toMatchObject({ status: 'SUCCESS' })
    const told = world.receiver.accepted.filter(one => 'refund' in one && one.refund.out_refund_no === 'R5@1')
    expect(told).toEqual([])
  })

  test('needs money in the account, of which withdrawals leave less', async () => {
    const account = (await world.show(`/account?mchid=${MCHID}`)) as { balance_fen: number }
    await world.paid('T-REFUND-0006')
    const withdraw = (amount_fen: number) => world.tell('/withdraw', { mchid: MCHID, amount_fen })
    expect((await withdraw(account.balance_fen)).status).toBe(200)
    expect((await withdraw(999_999)).status).toBe(409)
    expect((await withdraw(4_000)).status).toBe(200)
    expect(await failureOf(refund('T-REFUND-0006', 'R6@1', 5_000n))).toBe('403 NOT_ENOUGH')
    await world.paid('T-REFUND-0007')
    expect((await refund('T-REFUND-0006', 'R6@1', 5_000n)).status).toBe('PROCESSING')
  })

  test('takes at most fifty parts', async () => {
    await world.paid('T-REFUND-0008')
    for (let i = 1; i <= 50; i++) await refund('T-REFUND-0008', `R8@${i}`, 1n)
    expect(await failureOf(refund('T-REFUND-0008', 'R8@51', 1n))).toBe('400 INVALID_REQUEST')
  })

  test('comes too late after a year', async () => {
    await world.paid('T-REFUND-0009')
    await world.clock.advance(366 * 24 * HOUR_MS)
    expect(await failureOf(refund('T-REFUND-0009', 'R9@1', 1n))).toBe('400 INVALID_REQUEST')
  })
})

test('an order is told of at the address that it named, which has no query', async () => {
  expect(NOTIFY_URL).toBe('https://pay.example.com/notify')
  const body = JSON.stringify({ ...anOrder('T-ADDRESS-0001'), amount: { total: 1 }, notify_url: `${NOTIFY_URL}?x=1` })
  const { status } = await world.merchant.send({ method: 'POST', path: '/v3/pay/transactions/jsapi', body })
  expect(status).toBe(400)
})
