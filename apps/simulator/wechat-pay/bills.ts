import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { addDays, businessDay, DAY_MS, dayRange, instantAt, localDayOf, MINUTE_MS } from '@wattyard/time'
import {
  type BillAnswer,
  billHash,
  type Call,
  type FundFlowRow,
  type TradeBillKind,
  type TradeBillRow,
  writeFundFlowBill,
  writeTradeBill,
} from '@wattyard/wechat-pay'
import type { Book, Order, Refund } from './book.ts'
import { CHINA, type Desk, openidOf } from './desk.ts'
import type { Merchant } from './merchants.ts'
import { refusal } from './refusals.ts'

// pay.weixin.qq.com/docs/merchant/apis/native-payment/get-trade-bill.html and get-fund-bill.html: a day's file is made from nine
// o'clock of the next day on and is there at ten, for three months; its address holds for five minutes.

const READY_MINUTE = 600
const KEPT_MS = 90 * DAY_MS
const ADDRESS_LIFE_MS = 5 * MINUTE_MS
const TOKEN_BYTES = 24
export const DOWNLOAD_PATH = '/v3/billdownload/file'

/** Makes the daily bills and hands out their files. */
export interface Bills {
  /** @throws ChannelRefusal `INVALID_REQUEST`, `STATEMENT_CREATING`, `NO_STATEMENT_EXIST` */
  announceTrade(merchant: Merchant, asked: Call<'tradeBill'>): BillAnswer
  /** @throws ChannelRefusal as `announceTrade` */
  announceFundFlow(merchant: Merchant, asked: Call<'fundFlowBill'>): BillAnswer
  /** @throws ChannelRefusal `INVALID_REQUEST` for an address that holds no more, `NO_AUTH` for that of another merchant */
  download(merchant: Merchant, token: string): Buffer
}

/** @param origin where downloads are, such as `http://127.0.0.1:9100`; known once the server listens */
export function createBills({ book, clock }: Pick<Desk, 'book' | 'clock'>, origin: () => string): Bills {
  const files = new Map<string, { mchid: string; bytes: Buffer; until: number }>()
  const announce = (mchid: string, lines: Iterable<string>, isPacked: boolean): BillAnswer => {
    const plain = Buffer.from([...lines].join(''))
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    for (const [old, { until }] of files) if (until < clock.now()) files.delete(old)
    files.set(token, { mchid, bytes: isPacked ? gzipSync(plain) : plain, until: clock.now() + ADDRESS_LIFE_MS })
    return {
      hash_type: 'SHA1',
      hash_value: billHash(plain),
      download_url: `${origin()}${DOWNLOAD_PATH}?token=${token}`,
    }
  }
  return {
    announceTrade: (merchant, asked) => {
      const range = rangeOf(asked.bill_date, clock.now())
      const kind: TradeBillKind = asked.bill_type ?? 'ALL'
      const isWanted = (row: TradeBillRow) => kind === 'ALL' || (kind === 'REFUND') === (row.refund !== null)
      const rows = tradeRows(book, merchant, range).filter(isWanted)
      if (rows.length === 0) throw refusal('NO_STATEMENT_EXIST')
      return announce(merchant.mchid, writeTradeBill(kind, rows), asked.tar_type === 'GZIP')
    },
    announceFundFlow: (merchant, asked) => {
      const { from, to } = rangeOf(asked.bill_date, clock.now())
      // All money of these merchants is in the basic account.
      const flows = (asked.account_type ?? 'BASIC') === 'BASIC' ? book.flows(merchant.mchid) : []
      const rows = flows.filter(({ at }) => from <= at && at < to)
      if (rows.length === 0) throw refusal('NO_STATEMENT_EXIST')
      const applied = rows.map((row): FundFlowRow => ({ ...row, applicant: 'system' }))
      return announce(merchant.mchid, writeFundFlowBill(applied), asked.tar_type === 'GZIP')
    },
    download: (merchant, token) => {
      const file = files.get(token)
      if (file === undefined || file.until < clock.now())
        throw refusal('INVALID_REQUEST', '账单下载地址已失效，请重新获取账单地址后再请求')
      if (file.mchid !== merchant.mchid) throw refusal('NO_AUTH')
      return file.bytes
    },
  }
}

interface Range {
  from: number
  to: number
}

function rangeOf(day: string, now: number): Range {
  const asked = businessDay(day)
  const range = dayRange(asked, CHINA)
  if (asked >= localDayOf(now, CHINA)) throw refusal('INVALID_REQUEST', '账单日期必须早于当前日期')
  if (range.from < now - KEPT_MS) throw refusal('INVALID_REQUEST', '仅支持三个月内的账单下载申请')
  if (now < instantAt(addDays(asked, 1), READY_MINUTE, CHINA)) throw refusal('STATEMENT_CREATING')
  return range
}

/** Rows of a day in the order of time. A refund is told as it stood when its day ended, so that a day's file never changes. */
function tradeRows(book: Book, merchant: Merchant, range: Range): TradeBillRow[] {
  const isWithin = (at: number) => range.from <= at && at < range.to
  const rows: TradeBillRow[] = []
  for (const order of book.orders(merchant.mchid)) {
    const { payment } = order
    if (payment === null) continue
    if (isWithin(payment.at)) rows.push(rowOf(merchant, order, payment))
    for (const refund of book.refundsOf(order))
      if (isWithin(refund.created_at)) rows.push(refundRowOf(rowOf(merchant, order, payment), refund, range.to))
  }
  return rows.toSorted((a, b) => a.at - b.at)
}

function rowOf(merchant: Merchant, order: Order, payment: NonNullable<Order['payment']>): TradeBillRow {
  return {
    at: payment.at,
    appid: order.appid,
    mchid: order.mchid,
    transaction_id: payment.transaction_id,
    out_trade_no: order.out_trade_no,
    openid: order.openid ?? openidOf(order.appid, order.out_trade_no),
    trade_type: order.trade_type,
    bank_type: payment.bank_type,
    description: order.description,
    attach: order.attach,
    amount_fen: order.total_fen,
    fee_fen: payment.fee_fen,
    rate: merchant.rate,
    refund: null,
  }
}

const BILL_STATES = { SUCCESS: 'SUCCESS', ABNORMAL: 'CHANGE', CLOSED: 'FAIL' } as const

function refundRowOf(row: TradeBillRow, refund: Refund, dayEnd: number): TradeBillRow {
  const end = refund.ends.findLast(({ at }) => at < dayEnd)
  return {
    ...row,
    at: refund.created_at,
    amount_fen: refund.amount_fen,
    fee_fen: refund.fee_fen,
    refund: {
      refund_id: refund.refund_id,
      out_refund_no: refund.out_refund_no,
      state: end === undefined ? 'PROCESSING' : BILL_STATES[end.state],
      success_at: end?.state === 'SUCCESS' ? end.at : null,
    },
  }
}
