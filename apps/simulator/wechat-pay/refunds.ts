import { divideHalfUp, type Fen, fen, formatFen, maxFen, negFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { DAY_MS, MINUTE_MS } from '@wattyard/time'
import type { Answer, Call } from '@wattyard/wechat-pay'
import type { Order, Refund, RefundOutcome } from './book.ts'
import { type Desk, nowOf, refundIdOf } from './desk.ts'
import { balanceOf, bookFlow } from './flows.ts'
import { refusal } from './refusals.ts'

// pay.weixin.qq.com/doc/v3/merchant/4012587971 and 4013071041: within a year of the payment, at most 50 parts, the same number
// refunds once, and accepted is not refunded.

const LAST_DAY_MS = 365 * DAY_MS
const MOST_PARTS = 50
/** A refund to the payer's change takes some minutes; the documents say up to five. */
export const REFUND_TAKES_MS = MINUTE_MS
const ACCOUNT = '支付用户零钱'

/**
 * Accepts a refund, or answers what became of the one with the same number.
 * @throws ChannelRefusal `RESOURCE_NOT_EXISTS`, `INVALID_REQUEST`, `NOT_ENOUGH`
 */
export function acceptRefund(desk: Desk, mchid: string, asked: Call<'refund'>): Refund {
  const { book } = desk
  const order = paidOrderOf(desk, mchid, asked)
  const known = book.refund(mchid, asked.out_refund_no)
  if (known !== undefined) {
    // As the merchants' forum quotes the channel for a number that is used for another refund.
    if (
      known.out_trade_no !== order.out_trade_no ||
      known.amount_fen !== asked.amount.refund ||
      order.total_fen !== asked.amount.total
    )
      throw refusal('INVALID_REQUEST', '订单金额或退款金额与之前请求不一致，请核实后再试')
    return known
  }
  const at = nowOf(desk)
  mustBeRefundable(desk, order, asked, at)
  const fee_fen = feeBackOf(desk, order, asked.amount.refund)
  const net = subFen(asked.amount.refund, fee_fen)
  if (balanceOf(book, mchid) < net) throw refusal('NOT_ENOUGH')
  const refund: Refund = {
    mchid,
    out_refund_no: asked.out_refund_no,
    refund_id: refundIdOf(at, book.nextSerial()),
    out_trade_no: order.out_trade_no,
    notify_url: asked.notify_url ?? null,
    amount_fen: asked.amount.refund,
    fee_fen,
    created_at: at,
    state: 'PROCESSING',
    ends: [],
  }
  book.together(() => {
    book.save('refund', refund)
    bookRefund(desk, refund, negFen(net), at)
  })
  return refund
}

/** @throws ChannelRefusal `RESOURCE_NOT_EXISTS` */
export function findRefund({ book }: Desk, mchid: string, outRefundNo: string): Refund {
  const refund = book.refund(mchid, outRefundNo)
  if (refund === undefined) throw refusal('RESOURCE_NOT_EXISTS', '退款单不存在')
  return refund
}

/**
 * Ends a refund and notifies the merchant when it asked for that. What was closed comes back to the merchant's account; what is
 * abnormal stays with the channel, and may still succeed or be closed. Returns whether the state allowed it.
 */
export function endRefund(desk: Desk, refund: Refund, outcome: RefundOutcome): boolean {
  const { book } = desk
  const isOpen = refund.state === 'PROCESSING' || (refund.state === 'ABNORMAL' && outcome !== 'ABNORMAL')
  const order = book.order(refund.mchid, refund.out_trade_no)
  if (!isOpen || order === undefined) return false
  const at = nowOf(desk)
  const ended: Refund = { ...refund, state: outcome, ends: [...refund.ends, { state: outcome, at }] }
  book.together(() => {
    book.save('refund', ended)
    if (outcome === 'CLOSED') bookRefund(desk, ended, subFen(refund.amount_fen, refund.fee_fen), at)
    if (ended.notify_url !== null)
      desk.notify({ order, refund: ended, event: `REFUND.${outcome}`, url: ended.notify_url })
  })
  return true
}

/** Returns the answer to a refund and to the query of one. */
export function describeRefund({ book }: Pick<Desk, 'book'>, refund: Refund): Answer<'refund'> {
  const order = book.order(refund.mchid, refund.out_trade_no)
  const total = order?.total_fen ?? refund.amount_fen
  const end = refund.ends.at(-1)
  return {
    refund_id: refund.refund_id,
    out_refund_no: refund.out_refund_no,
    transaction_id: order?.payment?.transaction_id ?? '',
    out_trade_no: refund.out_trade_no,
    channel: 'ORIGINAL',
    user_received_account: ACCOUNT,
    ...(end?.state === 'SUCCESS' ? { success_time: end.at } : {}),
    create_time: refund.created_at,
    status: refund.state,
    amount: {
      total,
      refund: refund.amount_fen,
      payer_total: total,
      payer_refund: refund.amount_fen,
      settlement_refund: refund.amount_fen,
      settlement_total: total,
      discount_refund: ZERO_FEN,
      currency: 'CNY',
    },
  }
}

function paidOrderOf({ book }: Desk, mchid: string, asked: Call<'refund'>): Order {
  const { out_trade_no: number, transaction_id: id } = asked
  const order = number === undefined ? book.orderBy(id ?? '') : book.order(mchid, number)
  const isNamed = id === undefined || order?.payment?.transaction_id === id
  if (order !== undefined && order.mchid === mchid && isNamed) return order
  throw refusal('RESOURCE_NOT_EXISTS', '订单不存在')
}

function mustBeRefundable({ book }: Desk, order: Order, asked: Call<'refund'>, at: number): void {
  const { refund, total } = asked.amount
  if (order.payment === null) throw refusal('INVALID_REQUEST', '订单未支付')
  if (at > order.payment.at + LAST_DAY_MS) throw refusal('INVALID_REQUEST', '订单已超过可退款的最大期限')
  if (order.total_fen !== total) throw refusal('INVALID_REQUEST', '订单金额与支付订单不一致，请核实后再试')
  const parts = book.refundsOf(order).filter(one => one.state !== 'CLOSED')
  const rest = subFen(order.total_fen, sumFen(parts.map(one => one.amount_fen)))
  if (rest === 0n) throw refusal('INVALID_REQUEST', '订单已全额退款')
  if (refund > rest) throw refusal('INVALID_REQUEST', '申请退款金额大于订单剩余可退金额')
  if (parts.length >= MOST_PARTS) throw refusal('INVALID_REQUEST', '部分退款次数超过限制')
}

/** Returns the part of the fee that comes back: in proportion, so that all parts together give back all of it. */
function feeBackOf({ book }: Desk, order: Order, part: Fen): Fen {
  const fee = order.payment?.fee_fen ?? ZERO_FEN
  const parts = book.refundsOf(order).filter(one => one.state !== 'CLOSED')
  const before = sumFen(parts.map(one => one.amount_fen))
  const owed = fen(divideHalfUp(fee * (before + part), order.total_fen))
  // When an earlier part was closed, the others may have had more than their share already.
  return maxFen(subFen(owed, sumFen(parts.map(one => one.fee_fen))), ZERO_FEN)
}

function bookRefund({ book }: Desk, refund: Refund, amount_fen: Fen, at: number): void {
  const isBack = amount_fen > 0n
  const fee = refund.fee_fen === 0n ? '' : `含手续费 ${formatFen(refund.fee_fen)} 元`
  bookFlow(book, {
    mchid: refund.mchid,
    at,
    channel_no: refund.refund_id,
    kind: '退款',
    amount_fen,
    remark: isBack ? '退款关闭' : fee,
    voucher: refund.out_refund_no,
  })
}
