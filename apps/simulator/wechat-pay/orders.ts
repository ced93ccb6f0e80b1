import { divideHalfUp, type Fen, fen, formatFen, negFen, PPM_ONE } from '@wattyard/money'
import { HOUR_MS } from '@wattyard/time'
import type { Call, TradeState, Transaction } from '@wattyard/wechat-pay'
import type { Order } from './book.ts'
import { codeOf, type Desk, nowOf, openidOf, transactionIdOf } from './desk.ts'
import { bookFlow } from './flows.ts'
import { refusal } from './refusals.ts'

/** A code is valid for two hours; after that the same order is created again for a new one (4012791877, 应答参数). */
const CODE_LIFE_MS = 2 * HOUR_MS

const STATE_WORDS: Readonly<Record<TradeState, string>> = {
  SUCCESS: '支付成功',
  REFUND: '订单发生过退款',
  NOTPAY: '订单未支付',
  CLOSED: '订单已关闭',
  REVOKED: '订单已撤销',
  USERPAYING: '用户支付中',
  PAYERROR: '支付失败',
}

type Asked = Call<'createNative'> & { payer?: { openid: string } }

/**
 * Creates an order, or gives an order that nobody has paid a new code. Asked again, everything has to be as it was.
 * @throws ChannelRefusal `PARAM_ERROR`, `APPID_MCHID_NOT_MATCH`, `ORDERPAID`, `ORDER_CLOSED`, `OUT_TRADE_NO_USED`
 */
export function createOrder(desk: Desk, tradeType: 'JSAPI' | 'NATIVE', asked: Asked): string {
  const { book, merchants } = desk
  const at = nowOf(desk)
  if (merchants.get(asked.mchid)?.appids.includes(asked.appid) !== true) throw refusal('APPID_MCHID_NOT_MATCH')
  if (asked.time_expire !== undefined && asked.time_expire <= at)
    throw refusal('PARAM_ERROR', '支付结束时间已过', { location: 'body', field: '/time_expire' })
  const known = book.order(asked.mchid, asked.out_trade_no)
  const created: Order = {
    mchid: asked.mchid,
    out_trade_no: asked.out_trade_no,
    appid: asked.appid,
    trade_type: tradeType,
    description: asked.description,
    attach: asked.attach ?? '',
    notify_url: asked.notify_url,
    time_expire: asked.time_expire ?? null,
    openid: asked.payer?.openid ?? null,
    total_fen: asked.amount.total,
    created_at: known?.created_at ?? at,
    codes: known?.codes ?? [],
    state: known?.state ?? 'NOTPAY',
    payment: known?.payment ?? null,
  }
  if (known !== undefined) mustBeOpen(known)
  // After a failed payment the merchant closes the order and takes another number (4013070360).
  if (known !== undefined && (known.state === 'PAYERROR' || !isSameOrder(known, created)))
    throw refusal('OUT_TRADE_NO_USED')
  const code = codeOf(tradeType, at, book.nextSerial())
  book.save('order', { ...created, codes: [...created.codes, { code, at }] })
  return code
}

function isSameOrder(known: Order, asked: Order): boolean {
  const compared = [
    'appid',
    'trade_type',
    'description',
    'attach',
    'notify_url',
    'time_expire',
    'total_fen',
    'openid',
  ] as const
  return compared.every(member => known[member] === asked[member])
}

function mustBeOpen({ state }: Order): void {
  if (state === 'SUCCESS') throw refusal('ORDERPAID')
  if (state === 'CLOSED') throw refusal('ORDER_CLOSED', '该订单已关闭')
}

/** @throws ChannelRefusal `ORDER_NOT_EXIST` */
export function findOrder({ book }: Desk, mchid: string, outTradeNo: string): Order {
  const order = book.order(mchid, outTradeNo)
  if (order === undefined) throw refusal('ORDER_NOT_EXIST')
  return order
}

/** @throws ChannelRefusal `ORDER_NOT_EXIST`, also for the payment of another merchant */
export function findPaid({ book }: Desk, mchid: string, transactionId: string): Order {
  const order = book.orderBy(transactionId)
  if (order?.mchid !== mchid || order.payment === null) throw refusal('ORDER_NOT_EXIST')
  return order
}

/**
 * Closes an order.
 * @throws ChannelRefusal `ORDER_NOT_EXIST`, `ORDERPAID`, `ORDER_CLOSED`
 */
export function closeOrder(desk: Desk, mchid: string, outTradeNo: string): void {
  const order = findOrder(desk, mchid, outTradeNo)
  mustBeOpen(order)
  desk.book.save('order', { ...order, state: 'CLOSED' })
}

/** Returns the answer to a query: an order that nobody paid has neither number nor amount. */
export function describeOrder({ book }: Pick<Desk, 'book'>, order: Order): Transaction {
  const state: TradeState = order.state === 'SUCCESS' && book.refundsOf(order).length > 0 ? 'REFUND' : order.state
  const { mchid, out_trade_no, appid, attach, payment } = order
  const head = { appid, mchid, out_trade_no, trade_state: state, trade_state_desc: STATE_WORDS[state] }
  if (payment === null) return { ...head, ...(attach === '' ? {} : { attach }) }
  return {
    ...head,
    transaction_id: payment.transaction_id,
    trade_type: order.trade_type,
    bank_type: payment.bank_type,
    attach,
    success_time: payment.at,
    payer: { openid: order.openid ?? openidOf(appid, out_trade_no) },
    amount: { total: order.total_fen, payer_total: order.total_fen, currency: 'CNY', payer_currency: 'CNY' },
  }
}

/**
 * What a payer does with an order. Who fails or leaves may try again: WeChat Pay keeps the order open. `fails-for-good` gives
 * `PAYERROR`, which the documents name for every order and which is seen with payments by a shown code.
 */
export const DEEDS = ['pays', 'fails', 'leaves', 'fails-for-good'] as const
export type Deed = (typeof DEEDS)[number]
/** Why a payer cannot pay. */
export type Obstacle = 'code-expired' | 'order-expired' | 'paid' | 'closed' | 'failed'

/** Lets a payer act on an order by a code that its client opened, and tells the merchant of a payment. */
export function actAsPayer(desk: Desk, order: Order, code: string, deed: Deed): Obstacle | null {
  const at = nowOf(desk)
  const obstacle = obstacleOf(order, code, at)
  if (obstacle !== null) return obstacle
  if (deed === 'pays') desk.book.together(() => takePayment(desk, order, at))
  if (deed === 'fails-for-good') desk.book.save('order', { ...order, state: 'PAYERROR' })
  return null
}

function obstacleOf({ state, codes, time_expire }: Order, code: string, at: number): Obstacle | null {
  if (state === 'SUCCESS') return 'paid'
  if (state === 'CLOSED') return 'closed'
  if (state === 'PAYERROR') return 'failed'
  const opened = codes.find(one => one.code === code)
  if (opened === undefined || at >= opened.at + CODE_LIFE_MS) return 'code-expired'
  return time_expire !== null && at >= time_expire ? 'order-expired' : null
}

function takePayment(desk: Desk, order: Order, at: number): void {
  const { book, merchants } = desk
  const transactionId = transactionIdOf(at, book.nextSerial())
  const fee = feeOf(order.total_fen, merchants.get(order.mchid)?.rate ?? 0n)
  const payment = { transaction_id: transactionId, at, bank_type: 'OTHERS', fee_fen: fee }
  const openid = order.openid ?? openidOf(order.appid, order.out_trade_no)
  const paid: Order = { ...order, state: 'SUCCESS', payment, openid }
  const settled = `结算总金额 ${formatFen(order.total_fen)} 元`
  const common = { mchid: order.mchid, at, channel_no: transactionId, voucher: order.out_trade_no }
  book.save('order', paid)
  const flow_no = bookFlow(book, { ...common, kind: '交易', amount_fen: order.total_fen, remark: settled })
  if (fee > 0n) bookFlow(book, { ...common, kind: '扣除交易手续费', amount_fen: negFen(fee), remark: '', flow_no })
  desk.notify({ order: paid, refund: null, event: 'TRANSACTION.SUCCESS', url: paid.notify_url })
}

/** Returns the fee of an amount, rounded half up to the fen. */
export function feeOf(amount: Fen, rate: bigint): Fen {
  return fen(divideHalfUp(amount * rate, PPM_ONE))
}
