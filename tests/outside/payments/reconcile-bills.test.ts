import { negFen } from '@wattyard/money'
import { businessDay, DAY_MS, HOUR_MS, localDayOf, MINUTE_MS } from '@wattyard/time'
import { aRefund, openWorld, type World } from '@wattyard/app-simulator/wechat-pay/testing'
import { aMerchant } from '@wattyard/app-simulator/wechat-pay/testing/merchant'
import { type FileReader, readBytes, readWechatFunds, readWechatTrade } from '@wattyard/payment-files'
import { asOrders, type Item, PLAIN_ITEM } from '@wattyard/reconciliation/contract'
import { channelItemsOf, faultOf } from '@wattyard/reconciliation/server'
import { runItems } from '@wattyard/reconciliation/testing'
import type { BillAnswer } from '@wattyard/wechat-pay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MCHID = '1900009191'
const ZONE = 'Asia/Shanghai'
/** Days in China, from the start of the world at noon of the first. */
const DAYS = ['2026-11-26', '2026-11-27'].map(businessDay)
const [FIRST = businessDay('2026-11-26'), SECOND = businessDay('2026-11-27')] = DAYS
let world: World
let trade: Item[]
let funds: Item[]

/** The files are those of a writer that shares nothing with the readers: the stand-in of the channel. */
beforeAll(async () => {
  world = await openWorld({ merchants: [aMerchant(MCHID)] })
  for (let i = 0; i < 48; i++) {
    const total = BigInt(1_000 + i * 37)
    await world.paid(`T-BILL-${1_000 + i}`, total)
    if (i % 4 === 0) await world.merchant.call('refund', aRefund(`T-BILL-${1_000 + i}`, `R${i}`, total / 3n, total))
    if (i === 12) await world.tell('/refund', { mchid: MCHID, out_refund_no: 'R12', ends: 'ABNORMAL' })
    if (i === 16) await world.tell('/refund', { mchid: MCHID, out_refund_no: 'R16', ends: 'CLOSED' })
    await world.clock.advance(20 * MINUTE_MS)
  }
  await world.tell('/withdraw', { mchid: MCHID, amount_fen: 1_000 })
  await world.clock.advance(DAY_MS + 8 * HOUR_MS)
  trade = []
  funds = []
  for (const day of DAYS) {
    const asked = { bill_date: day }
    trade.push(
      ...(await itemsOf('wechat-trade', readWechatTrade({ zone: ZONE }), day, world.merchant.call('tradeBill', asked))),
    )
    funds.push(
      ...(await itemsOf(
        'wechat-funds',
        readWechatFunds({ zone: ZONE }),
        day,
        world.merchant.call('fundFlowBill', asked),
      )),
    )
  }
}, 60_000)
afterAll(() => world.stop())

async function itemsOf(
  format: 'wechat-trade' | 'wechat-funds',
  reader: FileReader,
  day: typeof FIRST,
  announced: Promise<BillAnswer>,
): Promise<Item[]> {
  const path = (await announced).download_url.slice(world.standIn.url.length)
  const { bytes } = await world.merchant.send({ method: 'GET', path, body: '' })
  const { items, facts } = readBytes(reader, bytes)
  expect(faultOf(facts, false)).toBe(null)
  const rows = items.filter(item => item.type === 'row')
  return channelItemsOf(format, { name: `${format} ${day}`, zone: ZONE, day }, rows)
}

/** What the channel keeps of its transactions, as records of ours. */
function records(): Item[] {
  const base = { ...PLAIN_ITEM, side: 'order', currency: 'CNY' } as const
  const orders = [...world.standIn.book.orders(MCHID)].flatMap(({ out_trade_no, total_fen, payment }): Item[] => {
    if (payment === null) return []
    const { at, transaction_id } = payment
    const day = localDayOf(at, ZONE)
    const told = { id: out_trade_no, number: out_trade_no, channelNo: transaction_id }
    return [{ ...base, ...told, kind: 'payment', amount: total_fen, at, day }]
  })
  const refunds = [...world.standIn.book.refunds(MCHID)].map((refund): Item => {
    const end = refund.ends.at(-1)
    const at = end?.at ?? refund.created_at
    const told = { id: refund.out_refund_no, number: refund.out_refund_no, channelNo: refund.refund_id }
    const state = end?.state === 'SUCCESS' ? 'done' : end?.state === 'CLOSED' ? 'void' : 'pending'
    return { ...base, ...told, kind: 'refund', amount: negFen(refund.amount_fen), at, day: localDayOf(at, ZONE), state }
  })
  return [...orders, ...refunds]
}

const OPTIONS = { zone: ZONE, known: DAYS, judged: { from: FIRST, to: SECOND }, hasLedger: false }

describe('the bills of a stand-in', () => {
  test('tell every transaction as our records do', () => {
    const { outcomes, summary } = runItems([...records(), ...trade], OPTIONS)
    expect(outcomes.filter(one => one.standing === 'difference')).toEqual([])
    const { same = 0, finishedLater = 0, otherDay = 0, ...others } = summary.kinds
    // A refund that is closed moved nothing, and one that the channel could not hand over may still be done.
    expect(others).toEqual({ nothingMoved: 1, underWay: 1 })
    expect(same + finishedLater + otherDay).toBe(48 + 12 - 2)
  })

  test('agree with the movements of the account, fees included', () => {
    const { outcomes, summary } = runItems([...asOrders(trade), ...funds], OPTIONS)
    // The withdrawal is for the bank's statement; the abnormal refund has left the account and reached nobody.
    expect(summary.kinds).toEqual({ same: 48 + 12 - 2, takenBack: 1, notFinishedHere: 1, channelOnly: 1 })
    expect(outcomes.find(one => one.kind === 'notFinishedHere')?.key).toBe('R12')
    const feesOf = (items: readonly Item[]) => items.reduce((sum, one) => sum + (one.fee ?? 0n), 0n)
    const closed = trade.find(one => one.number === 'R16')
    expect(feesOf(funds)).toBe(feesOf(trade))
    expect(closed?.fee).toBeLessThan(0n)
  })
})
