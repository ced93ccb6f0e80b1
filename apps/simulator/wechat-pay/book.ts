import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Fen } from '@wattyard/money'

export interface Order {
  mchid: string
  out_trade_no: string
  appid: string
  trade_type: 'JSAPI' | 'NATIVE'
  description: string
  attach: string
  notify_url: string
  /** Epoch ms; null when the order set none. */
  time_expire: number | null
  /** Of a JSAPI order named by the merchant, of another known with the payment. */
  openid: string | null
  total_fen: Fen
  created_at: number
  /** What a payer's client opens, newest last. */
  codes: readonly { code: string; at: number }[]
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'PAYERROR'
  /** Of a paid order. */
  payment: { transaction_id: string; at: number; bank_type: string; fee_fen: Fen } | null
}

export interface Refund {
  mchid: string
  out_refund_no: string
  refund_id: string
  out_trade_no: string
  notify_url: string | null
  amount_fen: Fen
  /** Part of the payment's fee that comes back. */
  fee_fen: Fen
  created_at: number
  state: 'PROCESSING' | RefundOutcome
  /** How it ended, oldest first: what was abnormal may still succeed or be closed. Epoch ms. */
  ends: readonly { state: RefundOutcome; at: number }[]
}
/** How a refund ends. */
export type RefundOutcome = 'SUCCESS' | 'ABNORMAL' | 'CLOSED'

/** A movement of a merchant's account. */
export interface Flow {
  mchid: string
  at: number
  flow_no: string
  channel_no: string
  business: string
  kind: string
  amount_fen: Fen
  balance_fen: Fen
  remark: string
  voucher: string
}

export type NoticeEvent = 'TRANSACTION.SUCCESS' | 'REFUND.SUCCESS' | 'REFUND.ABNORMAL' | 'REFUND.CLOSED'

/** A notification on its way. What it says is read from the order or refund when it is sent. */
export interface Notice {
  id: string
  mchid: string
  url: string
  event: NoticeEvent
  out_trade_no: string
  out_refund_no: string | null
  created_at: number
  /** Times it was sent rightly or wrongly. */
  attempts: number
  /** Epoch ms of the next attempt; null when there is none. */
  due: number | null
  state: 'waiting' | 'accepted' | 'given-up' | 'withheld'
}

interface Records {
  order: Order
  refund: Refund
  flow: Flow
  notice: Notice
}
type Kind = keyof Records

/** All that the stand-in knows, in memory and, when it has a file, there as well. */
export interface Book {
  order(mchid: string, outTradeNo: string): Order | undefined
  /** Finds an order by one of its codes, or by the channel's number of its payment. */
  orderBy(codeOrTransactionId: string): Order | undefined
  orders(mchid?: string): Iterable<Order>
  refund(mchid: string, outRefundNo: string): Refund | undefined
  refunds(mchid?: string): Iterable<Refund>
  refundsOf(order: Order): Refund[]
  flows(mchid: string): readonly Flow[]
  notice(id: string): Notice | undefined
  notices(): Iterable<Notice>
  save<K extends Kind>(kind: K, record: Records[K]): void
  /** What is saved inside is kept together: after a crash all of it is there, or nothing. */
  together(work: () => void): void
  /** A number that was never given before, also after a restart with the file. */
  nextSerial(): number
}

/** One change: a record as it is from now on. */
interface Change {
  kind: Kind
  record: unknown
}

const KINDS: readonly string[] = ['order', 'refund', 'flow', 'notice'] satisfies Kind[]
const keyOf = {
  order: ({ mchid, out_trade_no }: Order) => `${mchid} ${out_trade_no}`,
  refund: ({ mchid, out_refund_no }: Refund) => `${mchid} ${out_refund_no}`,
}

/**
 * Opens a book.
 * @param file where each change becomes a line before anything of it is told; without it a restart begins anew
 * @throws Error for a file that is no book
 */
export function openBook(file?: string): Book {
  const orders = new Map<string, Order>()
  const keysOfOrders = new Map<string, string>()
  const refunds = new Map<string, Refund>()
  const refundsByOrder = new Map<string, string[]>()
  const flows = new Map<string, Flow[]>()
  const notices = new Map<string, Notice>()
  let serial = 0
  let waiting: Change[] | null = null

  const put: { [K in Kind]: (record: Records[K]) => void } = {
    order: record => {
      const key = keyOf.order(record)
      orders.set(key, record)
      for (const { code } of record.codes) keysOfOrders.set(code, key)
      if (record.payment !== null) keysOfOrders.set(record.payment.transaction_id, key)
    },
    refund: record => {
      const key = keyOf.refund(record)
      if (!refunds.has(key)) listIn(refundsByOrder, `${record.mchid} ${record.out_trade_no}`).push(key)
      refunds.set(key, record)
    },
    flow: record => void listIn(flows, record.mchid).push(record),
    notice: record => void notices.set(record.id, record),
  }
  const write = (changes: readonly Change[]): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify({ serial, changes }, writeBigint)}\n`)
  }
  if (file !== undefined && existsSync(file)) {
    const { lines, rest } = wholeLines(readFileSync(file, 'utf8'))
    // The last line of a process that was killed while it wrote; it was never told to anybody.
    if (rest !== '') writeFileSync(file, lines.map(line => `${line}\n`).join(''))
    for (const line of lines) {
      const entry = parseLine(line)
      serial = entry.serial
      for (const { kind, record } of entry.changes) put[kind](record as never) // written by `save`, as a pair
    }
  }

  return {
    order: (mchid, outTradeNo) => orders.get(`${mchid} ${outTradeNo}`),
    orderBy: code => orders.get(keysOfOrders.get(code) ?? ''),
    orders: mchid => ofMerchant(orders.values(), mchid),
    refund: (mchid, outRefundNo) => refunds.get(`${mchid} ${outRefundNo}`),
    refunds: mchid => ofMerchant(refunds.values(), mchid),
    refundsOf: order =>
      (refundsByOrder.get(keyOf.order(order)) ?? []).flatMap(key => {
        const found = refunds.get(key)
        return found === undefined ? [] : [found]
      }),
    flows: mchid => flows.get(mchid) ?? [],
    notice: id => notices.get(id),
    notices: () => notices.values(),
    save: (kind, record) => {
      if (waiting === null) write([{ kind, record }])
      else waiting.push({ kind, record })
      put[kind](record)
    },
    together: work => {
      const changes: Change[] = []
      waiting = changes
      try {
        work()
      } finally {
        waiting = null
      }
      write(changes)
    },
    nextSerial: () => ++serial,
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function* ofMerchant<T extends { mchid: string }>(records: Iterable<T>, mchid?: string): Generator<T> {
  for (const record of records) if (mchid === undefined || record.mchid === mchid) yield record
}

function wholeLines(text: string): { lines: string[]; rest: string } {
  const lines = text.split('\n')
  return { rest: lines.pop() ?? '', lines }
}

/** Amounts are objects in the file: a text of a merchant could look like any text. */
const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { fen: String(value) } : value

const readBigint = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('fen' in value)) return value
  return BigInt(String(value.fen))
}

function parseLine(line: string): { serial: number; changes: readonly Change[] } {
  const entry: unknown = JSON.parse(line, readBigint)
  if (typeof entry !== 'object' || entry === null || !('serial' in entry) || !('changes' in entry)) throw noBook()
  const { serial, changes } = entry
  if (typeof serial !== 'number' || !Array.isArray(changes) || !changes.every(isChange)) throw noBook()
  return { serial, changes }
}

const noBook = (): Error => new Error('the file is no book of the stand-in')

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('record' in value)) return false
  return typeof value.kind === 'string' && KINDS.includes(value.kind)
}
