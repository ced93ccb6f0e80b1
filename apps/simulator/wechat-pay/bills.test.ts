import { gunzipSync } from 'node:zlib'
import { negFen } from '@wattyard/money'
import { readBytes, readWechatFunds, readWechatTrade } from '@wattyard/payment-files'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wattyard/time'
import { type BillAnswer, isAnnouncedBill } from '@wattyard/wechat-pay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { aMerchant, createTestMerchant } from './testing/test-merchant.ts'
import { aRefund, failureOf, openWorld, type World } from './testing/world.ts'

const MCHID = '1900009191'
const OTHER = '1900009192'
/** Days in China, from the start of the tests at noon of the first. */
const [FIRST, SECOND, THIRD] = ['2026-11-26', '2026-11-27', '2026-11-28'] as const
let world: World

/** 60 payments over two days, and refunds of a third of them in one to three parts; two of them end badly. */
beforeAll(async () => {
  world = await openWorld({ merchants: [aMerchant(MCHID), aMerchant(OTHER)] })
  const random = createRandom(3)
  for (let i = 0; i < 60; i++) {
    const total = BigInt(random.integer(1, 20_000))
    await world.paid(`T-BILL-${1_000 + i}`, total)
    if (i % 3 === 0 && total >= 3n)
      for (let part = 1; part <= 1 + (i % 2); part++)
        await world.merchant.call('refund', aRefund(`T-BILL-${1_000 + i}`, `R${i}@${part}`, total / 3n, total))
    if (i === 33) await world.tell('/refund', { mchid: MCHID, out_refund_no: 'R33@1', ends: 'ABNORMAL' })
    if (i === 36) await world.tell('/refund', { mchid: MCHID, out_refund_no: 'R36@1', ends: 'CLOSED' })
    await world.clock.advance(20 * MINUTE_MS)
  }
  await world.tell('/withdraw', { mchid: MCHID, amount_fen: 1_000 })
  await world.clock.advance(DAY_MS + 2 * HOUR_MS)
}, 60_000)
afterAll(() => world.stop())

async function fetchBill(answer: BillAnswer, isPacked = false): Promise<Buffer> {
  const path = answer.download_url.slice(world.standIn.url.length)
  const { status, bytes, headers } = await world.merchant.send({ method: 'GET', path, body: '' })
  expect(status).toBe(200)
  expect(headers.get('wechatpay-signature')).toBeNull()
  const plain = isPacked ? gunzipSync(bytes) : bytes
  expect(isAnnouncedBill(answer, plain)).toBe(true)
  return plain
}
const tradeOf = async (bill_date: string, bill_type?: 'ALL' | 'SUCCESS' | 'REFUND') => {
  const asked = { bill_date, ...(bill_type === undefined ? {} : { bill_type }) }
  const bytes = await fetchBill(await world.merchant.call('tradeBill', asked))
  const days = { from: bill_date, to: bill_date }
  const read = readBytes(readWechatTrade({ zone: 'Asia/Shanghai', expected: { merchant: MCHID, days } }), bytes)
  return { ...read, rows: read.items.filter(item => item.type === 'row') }
}
const fundsOf = async (bill_date: string) => {
  const bytes = await fetchBill(await world.merchant.call('fundFlowBill', { bill_date }))
  const read = readBytes(readWechatFunds({ zone: 'Asia/Shanghai' }), bytes)
  return { ...read, rows: read.items.filter(item => item.type === 'row') }
}
const sum = (values: readonly (bigint | null)[]) => values.reduce<bigint>((all, value) => all + (value ?? 0n), 0n)

describe('the bills of two days', () => {
  test('are read without a finding and sum to the transactions that are kept', async () => {
    const files = [await tradeOf(FIRST), await tradeOf(SECOND)]
    for (const { facts, items } of files) {
      expect(facts).toMatchObject({ agreement: 'agree', isSound: true, unreadRows: 0 })
      expect(items.filter(item => item.type === 'finding')).toEqual([])
    }
    const rows = files.flatMap(file => file.rows)
    const orders = [...world.standIn.book.orders(MCHID)]
    const refunds = [...world.standIn.book.refunds(MCHID)]
    expect(
      rows.filter(({ kind }) => kind === 'payment').map(({ orderNo, amount, fee }) => [orderNo, amount, fee]),
    ).toEqual(orders.map(one => [one.out_trade_no, one.total_fen, one.payment?.fee_fen]))
    const told = rows.filter(({ kind }) => kind === 'refund')
    expect(
      told.map(({ refundNo, amount, fee }) => `${refundNo} ${amount} ${fee}`).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(
      refunds
        .map(one => `${one.out_refund_no} ${negFen(one.amount_fen)} ${negFen(one.fee_fen)}`)
        .toSorted((a, b) => a.localeCompare(b)),
    )
    expect(told.filter(({ state }) => state !== 'done').map(({ refundNo, state }) => `${refundNo} ${state}`)).toEqual([
      'R33@1 failed',
      'R36@1 failed',
    ])
    expect(files.every(file => file.rows.length > 20)).toBe(true)
  })

  test('of payments and of refunds alone are parts of the whole one', async () => {
    const [all, payments, refunds] = [
      await tradeOf(FIRST),
      await tradeOf(FIRST, 'SUCCESS'),
      await tradeOf(FIRST, 'REFUND'),
    ]
    expect(payments.rows.length + refunds.rows.length).toBe(all.rows.length)
    expect(payments.facts.agreement).toBe('agree')
    expect(refunds.facts.agreement).toBe('agree')
    expect(refunds.rows.length).toBeGreaterThan(5)
  })

  test('of the account go on from one balance to the next and end at what is in it', async () => {
    const files = [await fundsOf(FIRST), await fundsOf(SECOND)]
    for (const { facts } of files) expect(facts).toMatchObject({ agreement: 'agree', isSound: true })
    const rows = files.flatMap(file => file.rows)
    let balance = 0n
    for (const row of rows) {
      balance += row.amount
      expect(row.balance).toBe(balance)
    }
    const account = (await world.show(`/account?mchid=${MCHID}`)) as { balance_fen: number }
    expect(balance).toBe(BigInt(account.balance_fen))
    // Three ways to the same money: trades less fees, less what was withdrawn, and what was closed came back.
    const trades = [...(await tradeOf(FIRST)).rows, ...(await tradeOf(SECOND)).rows]
    const closed = trades.filter(({ refundNo }) => refundNo === 'R36@1')
    const net = (list: typeof trades) => sum(list.map(row => row.amount)) - sum(list.map(row => row.fee))
    expect(balance).toBe(net(trades) - net(closed) - 1_000n)
  })

  test('come packed when asked for, with the hash of what is inside', async () => {
    const answer = await world.merchant.call('tradeBill', { bill_date: FIRST, tar_type: 'GZIP' })
    const plain = await fetchBill(await world.merchant.call('tradeBill', { bill_date: FIRST }))
    expect(await fetchBill(answer, true)).toEqual(plain)
    expect(plain.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
  })

  test('stay as they were, whatever happens later to their refunds', async () => {
    const before = await fetchBill(await world.merchant.call('tradeBill', { bill_date: FIRST }))
    await world.tell('/refund', { mchid: MCHID, out_refund_no: 'R33@1', ends: 'SUCCESS' })
    expect(await fetchBill(await world.merchant.call('tradeBill', { bill_date: FIRST }))).toEqual(before)
  })
})

describe('a bill', () => {
  const trade = (bill_date: string) => failureOf(world.merchant.call('tradeBill', { bill_date }))
  const funds = (account_type: 'BASIC' | 'OPERATION' | 'FEES') =>
    failureOf(world.merchant.call('fundFlowBill', { bill_date: FIRST, account_type }))

  test('is made at ten of the next day and kept for three months', async () => {
    // 10:00 in China, more than a day after the last payment.
    const now = world.clock.now()
    expect(new Date(now).toISOString()).toBe('2026-11-28T02:00:00.000Z')
    expect(await trade(THIRD)).toBe('400 INVALID_REQUEST')
    await world.paid('T-BILL-3000')
    await world.clock.advance(22 * HOUR_MS)
    expect(await trade(THIRD)).toBe('400 STATEMENT_CREATING')
    await world.clock.advance(2 * HOUR_MS)
    expect(await trade(THIRD)).toBe('done')
    await world.clock.advance(88 * DAY_MS)
    expect(await trade(THIRD)).toBe('done')
    expect(await trade(FIRST)).toBe('400 INVALID_REQUEST')
  })

  test('of a day or an account without movements does not exist', async () => {
    expect(await trade('2026-12-24')).toBe('400 NO_STATEMENT_EXIST')
    expect(await funds('FEES')).toBe('400 INVALID_REQUEST')
    const asked = { bill_date: THIRD, account_type: 'OPERATION' as const }
    expect(await failureOf(world.merchant.call('fundFlowBill', asked))).toBe('400 NO_STATEMENT_EXIST')
  })

  test('is given to its merchant alone, for five minutes', async () => {
    const answer = await world.merchant.call('tradeBill', { bill_date: THIRD })
    const path = answer.download_url.slice(world.standIn.url.length)
    const other = createTestMerchant(world.standIn, aMerchant(OTHER))
    expect((await other.send({ method: 'GET', path, body: '' })).status).toBe(403)
    expect((await fetch(answer.download_url)).status).toBe(401)
    await world.clock.advance(5 * MINUTE_MS + 1)
    const late = await world.merchant.send({ method: 'GET', path, body: '' })
    expect(late.status).toBe(400)
    expect(late.bytes.toString()).toContain('INVALID_REQUEST')
  })
})
