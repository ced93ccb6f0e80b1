import { createHash } from 'node:crypto'
import { formatInstant } from '@wattyard/time'
import type { Book, NoticeEvent, Order, Refund } from './book.ts'
import type { Merchant } from './merchants.ts'
import type { PacedClock } from './paced-clock.ts'

/** The platform writes and counts its days in the time of China. */
export const CHINA = 'Asia/Shanghai'
const SECOND_MS = 1_000

/** Something that a merchant is to be told. */
export interface News {
  event: NoticeEvent
  url: string
  order: Order
  /** Null for a payment. */
  refund: Refund | null
}

/** What the rules of the channel work on. */
export interface Desk {
  book: Book
  clock: PacedClock
  merchants: ReadonlyMap<string, Merchant>
  notify(news: News): void
}

/** Returns the instant of now as the channel writes it: whole seconds. */
export const nowOf = ({ clock }: Pick<Desk, 'clock'>): number => Math.floor(clock.now() / SECOND_MS) * SECOND_MS

const compact = (at: number, from: number, to: number): string =>
  formatInstant(at, CHINA).replace(/\D/g, '').slice(from, to)

/** Numbers look as the channel's do: 28 digits of a payment, 29 of a refund, with the day inside. */
export const transactionIdOf = (at: number, serial: number): string =>
  `4200001234${compact(at, 0, 8)}${String(serial).padStart(10, '0')}`
export const refundIdOf = (at: number, serial: number): string =>
  `50300001234${compact(at, 0, 8)}${String(serial).padStart(10, '0')}`
export const noticeIdOf = (at: number, serial: number): string =>
  `EV-${compact(at, 0, 14)}${String(serial).padStart(8, '0')}`

/** Codes cannot be told from the order's number, and each is new. */
export function codeOf(kind: 'JSAPI' | 'NATIVE', at: number, serial: number): string {
  const digest = createHash('sha256').update(`${kind} ${at} ${serial}`).digest('hex')
  return kind === 'JSAPI'
    ? `wx${compact(at, 0, 14)}${digest.slice(0, 12)}${String(serial).padStart(8, '0')}`
    : `weixin://wxpay/bizpayurl?pr=${digest.slice(0, 7)}${serial.toString(36)}zz`
}

/** The openid of a payer who was not named, the same for one order. */
export const openidOf = (appid: string, outTradeNo: string): string =>
  `o${createHash('sha256').update(`${appid} ${outTradeNo}`).digest('base64url').slice(0, 27)}`
