import { type Currency, CURRENCY_SCALE, type Fen, isCurrency, negFen, ZERO_FEN } from '@wattyard/money'
import type { AmountStyle } from '../reading/amounts.ts'
import type { Book } from '../reading/book.ts'
import { amountAt, type Cells, instantAt, isBlankAt, nameAt, numberAt, textAt } from '../reading/cells.ts'
import { type Head, recordOf } from '../reading/head.ts'
import { createInstantReader } from '../reading/instants.ts'
import { createLineFile } from '../reading/line-file.ts'
import type { FileReader, ReaderOptions, RowState, TotalName } from '../reading/result.ts'
import { readWechatLines } from './wechat-file.ts'

export const WECHAT_TRADE_VERSION = 1

const REQUIRED = [
  ['交易时间'],
  ['商户号'],
  ['微信订单号'],
  ['商户订单号'],
  ['交易状态'],
  ['货币种类'],
  ['应结订单金额', '总金额'],
  ['手续费'],
] as const

/** Where each value stands, by name: files of different years and kinds order them differently. */
const placesOf = (head: Head) => ({
  time: head.find('交易时间'),
  refundDone: head.find('退款成功时间'),
  merchant: head.find('商户号'),
  // Files before the renaming say 子商户号.
  subMerchant: head.find('特约商户号', '子商户号'),
  channelNo: head.find('微信订单号'),
  orderNo: head.find('商户订单号'),
  user: head.find('用户标识'),
  state: head.find('交易状态'),
  currency: head.find('货币种类'),
  settled: head.find('应结订单金额', '总金额'),
  channelRefundNo: head.find('微信退款单号'),
  refundNo: head.find('商户退款单号'),
  refund: head.find('退款金额'),
  couponRefund: head.find('充值券退款金额', '代金券或立减优惠退款金额', '企业红包退款金额'),
  refundState: head.find('退款状态'),
  goods: head.find('商品名称'),
  fee: head.find('手续费'),
  ordered: head.find('订单金额'),
  requested: head.find('申请退款金额'),
})
type Places = ReturnType<typeof placesOf>

const TOTALS: readonly (readonly [TotalName, readonly string[]])[] = [
  ['payments', ['应结订单总金额', '总交易额']],
  ['refunds', ['退款总金额', '总退款金额']],
  ['coupon-refunds', ['充值券退款总金额', '总代金券或立减优惠退款金额', '总企业红包退款金额']],
  ['fees', ['手续费总金额']],
  ['orders', ['订单总金额']],
  ['requested-refunds', ['申请退款总金额']],
]

const REFUND_STATES: Readonly<Record<string, RowState>> = {
  SUCCESS: 'done',
  FAIL: 'failed',
  CHANGE: 'failed',
  PROCESSING: 'pending',
  '': 'done',
}
const YUAN: AmountStyle = { scale: 2 }

/**
 * Reads the trade bill of WeChat Pay (ALL, SUCCESS or REFUND), unpacked. Payments and refunds are rows of their own; the amount
 * of a refund is negative. `amount` is what is settled: the order without the channel's own coupons.
 * @throws TimeError `time.unknown-zone`
 */
export function readWechatTrade(options: ReaderOptions): FileReader {
  const format = { format: 'wechat-trade', version: WECHAT_TRADE_VERSION, encoding: 'utf-8' } as const
  return createLineFile(format, options, book => {
    const readInstant = createInstantReader(options.zone)
    let known: Head | null = null
    let places: Places | null = null
    return readWechatLines(book, {
      marks: ['交易时间', '微信订单号'],
      summaryMark: '总交易单数',
      required: REQUIRED,
      row(head, cells, line) {
        if (head !== known || places === null) {
          known = head
          places = placesOf(head)
        }
        readRow({ book, line, names: head.names, cells }, places, readInstant)
      },
      summary(head, cells, line) {
        readSummary({ book, line, names: head.names, cells }, head)
      },
    })
  })
}

type Amounts = { settled: Fen; refund: Fen; couponRefund: Fen; fee: Fen; ordered: Fen | null; requested: Fen | null }

/** Returns the amounts of a row, null when one cannot be read: then none of them counts. */
function amountsOf(row: Cells, at: Places, isRefund: boolean): Amounts | null {
  const style = styleOf(row, at)
  if (style === null) return null
  const settled = amountAt(row, at.settled, style, isRefund)
  const refund = amountAt(row, at.refund, style, !isRefund)
  const couponRefund = amountAt(row, at.couponRefund, style, true)
  const fee = amountAt(row, at.fee, { scale: style.scale }, false)
  const ordered = amountAt(row, at.ordered, style, true)
  const requested = amountAt(row, at.requested, style, true)
  const isLost = (value: Fen | null, place: number) => value === null && !isBlankAt(row, place)
  if ((isRefund ? refund : settled) === null || fee === null) return null
  if (isLost(settled, at.settled) || isLost(refund, at.refund) || isLost(couponRefund, at.couponRefund)) return null
  if (isLost(ordered, at.ordered) || isLost(requested, at.requested)) return null
  return {
    settled: settled ?? ZERO_FEN,
    refund: refund ?? ZERO_FEN,
    couponRefund: couponRefund ?? ZERO_FEN,
    fee,
    ordered,
    requested,
  }
}

function styleOf(row: Cells, at: Places): (AmountStyle & { currency: Currency }) | null {
  const code = textAt(row, at.currency)
  if (code === 'CNY') return CNY_STYLE
  if (isCurrency(code)) return { scale: CURRENCY_SCALE[code], currency: code }
  row.book.finding(row.line, nameAt(row, at.currency), 'currency-unknown', code)
  return null
}
const CNY_STYLE = { ...YUAN, currency: 'CNY' } as const

function count(book: Book, amounts: Amounts): void {
  book.count('count', 1n)
  book.count('payments', amounts.settled)
  book.count('refunds', amounts.refund)
  book.count('coupon-refunds', amounts.couponRefund)
  book.count('fees', amounts.fee)
  if (amounts.ordered !== null) book.count('orders', amounts.ordered)
  if (amounts.requested !== null) book.count('requested-refunds', amounts.requested)
}

function stateOf(row: Cells, at: Places, word: string): RowState {
  if (word === 'SUCCESS') return 'done'
  const refundWord = textAt(row, at.refundState)
  const state = REFUND_STATES[refundWord]
  if (state === undefined) row.book.finding(row.line, nameAt(row, at.refundState), 'state-unknown', refundWord)
  return word === 'REVOKED' && state === 'done' ? 'revoked' : (state ?? 'pending')
}

function readRow(row: Cells, at: Places, readInstant: ReturnType<typeof createInstantReader>): void {
  const { book, line } = row
  const word = textAt(row, at.state)
  const isRefund = word === 'REFUND' || word === 'REVOKED'
  if (!isRefund && word !== 'SUCCESS') {
    book.unread()
    book.finding(line, nameAt(row, at.state), 'state-unknown', word)
    return
  }
  book.checkMerchant(line, '商户号', [textAt(row, at.merchant), textAt(row, at.subMerchant)])
  const doneAt = isRefund && !isBlankAt(row, at.refundDone) ? at.refundDone : at.time
  const instant = instantAt(row, doneAt, readInstant)
  const amounts = amountsOf(row, at, isRefund)
  if (amounts === null) {
    book.unread()
    return
  }
  const channelNo = numberAt(row, at.channelNo)
  const channelRefundNo = isRefund ? numberAt(row, at.channelRefundNo) : null
  const key = isRefund ? channelRefundNo : channelNo
  if (key === null) book.finding(line, nameAt(row, isRefund ? at.channelRefundNo : at.channelNo), 'number-missing', '')
  else book.key(isRefund ? `R${key}` : `P${key}`, line, isRefund ? '微信退款单号' : '微信订单号')
  if (amounts.refund < 0n || amounts.settled < 0n) book.finding(line, nameAt(row, at.settled), 'amount-negative', '')
  count(book, amounts)
  const gross = isRefund ? amounts.requested : amounts.ordered
  book.row({
    type: 'row',
    line,
    kind: isRefund ? 'refund' : 'payment',
    at: instant,
    channelNo,
    orderNo: numberAt(row, at.orderNo),
    refundNo: isRefund ? numberAt(row, at.refundNo) : null,
    channelRefundNo,
    amount: isRefund ? negFen(amounts.refund) : amounts.settled,
    gross: gross === null || !isRefund ? gross : negFen(gross),
    fee: amounts.fee,
    balance: null,
    currency: currencyOf(row, at),
    state: stateOf(row, at, word),
    counterparty: textAt(row, at.user) || null,
    text: textAt(row, at.goods) || null,
    record: recordOf(row.names, row.cells),
  })
}

function currencyOf(row: Cells, at: Places): Currency {
  const code = textAt(row, at.currency)
  return isCurrency(code) ? code : 'CNY'
}

function readSummary(row: Cells, head: Head): void {
  const { book, line } = row
  const text = textAt(row, head.find('总交易单数')).replaceAll(',', '')
  if (/^[0-9]{1,12}$/.test(text)) book.declare('count', BigInt(text))
  else book.finding(line, '总交易单数', 'totals-unreadable', text)
  for (const [name, names] of TOTALS) {
    const place = head.find(...names)
    if (place < 0) {
      if (name === 'payments' || name === 'fees') book.finding(line, names[0] ?? null, 'column-missing', '')
      continue
    }
    const value = amountAt(row, place, YUAN)
    if (value === null) book.finding(line, names[0] ?? null, 'totals-unreadable', textAt(row, place))
    else book.declare(name, value)
  }
}
