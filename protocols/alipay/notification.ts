import type { KeyObject } from 'node:crypto'
import {
  type Body,
  chinaTime,
  matching,
  parseForm,
  PayError,
  readMessage,
  text,
  textOf,
  wireOf,
  writeForm,
  yuanText,
} from '@wattyard/pay-frame'
import { z } from 'zod'
import { areSigned, SIGN_TYPE, signFields } from './signed-fields.ts'
import { logonId, outRequestNo, returnedTradeNo, TRADE_STATES, tradeNo, userId } from './trade.ts'

/** Body of the answer that ends the repetitions of a notification; anything else asks for another one. */
export const ACCEPTED = 'success'

// Fields as documented with the notifications of alipay.trade.precreate on opendocs.alipay.com.
const optional = yuanText(0n).optional()
const notification = z.object({
  notify_time: chinaTime(),
  notify_type: z.literal('trade_status_sync'),
  /** The same in every repetition. */
  notify_id: matching(/[0-9A-Za-z_-]{1,128}/),
  app_id: matching(/[0-9]{1,32}/),
  trade_no: tradeNo,
  out_trade_no: returnedTradeNo,
  /** Number of the refund that caused this notification. */
  out_biz_no: outRequestNo.optional(),
  buyer_id: userId.optional(),
  buyer_open_id: userId.optional(),
  buyer_logon_id: logonId.optional(),
  seller_id: userId.optional(),
  trade_status: z.enum(TRADE_STATES),
  total_amount: yuanText(1n),
  receipt_amount: optional,
  buyer_pay_amount: optional,
  /** Sum of all refunds of the payment. */
  refund_fee: optional,
  subject: text(256).optional(),
  gmt_create: chinaTime().optional(),
  gmt_payment: chinaTime().optional(),
  gmt_refund: chinaTime().optional(),
  gmt_close: chinaTime().optional(),
  /** What the order passed, url-decoded once. */
  passback_params: text(512).optional(),
})
export type Notification = z.output<typeof notification>

const signature = z.object({
  charset: matching(/utf-8/i),
  sign_type: z.literal(SIGN_TYPE),
  version: z.literal('1.0'),
})
/** Unlike a request, a notification does not sign `sign_type`: it is checked against the only one there is. */
const NOT_SIGNED = ['sign', 'sign_type']

/**
 * Verifies and reads a notification: the body of the POST as received. That it is for this application and seller, with the
 * amount asked for, is the caller's to check. Alipay never sends one for `WAIT_BUYER_PAY` unless asked to.
 * @param keys Alipay's public keys; several while one replaces another
 * @throws PayError `pay.bad-signature`, `pay.bad-shape`, `pay.unknown-event` for another kind of notification, and those of the
 * readers of forms and texts
 */
export function readNotification(body: Body, keys: readonly KeyObject[]): Notification {
  const fields = parseForm(textOf(body))
  const wire = Object.fromEntries(fields)
  readMessage(signature, wire)
  // The libraries of Alipay disagree: that of Java signs fields without a value, that of PHP leaves them out.
  const filled = new Map([...fields].filter(([, value]) => value !== ''))
  if (![fields, filled].some(one => areSigned(one, NOT_SIGNED, keys))) throw new PayError('pay.bad-signature')
  if (wire.notify_type !== 'trade_status_sync') throw new PayError('pay.unknown-event', 'notify_type')
  return readMessage(notification, wire)
}

/** Writes a notification, as the channel does. @throws PayError `pay.bad-shape`, `pay.bad-key` */
export function writeNotification(message: Notification, key: KeyObject): string {
  const wire = Object.entries(wireOf(notification, message)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const fields = new Map([...wire, ['charset', 'utf-8'], ['version', '1.0'], ['sign_type', SIGN_TYPE]] as const)
  return writeForm([...fields, ['sign', signFields(fields, NOT_SIGNED, key)]])
}
