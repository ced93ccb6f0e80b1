import {
  type Body,
  matching,
  parseJson,
  PayError,
  readMessage,
  rfc3339,
  text,
  textOf,
  wireOf,
} from '@wattyard/pay-frame'
import { z } from 'zod'
import { type RefundNotice, refundNotice } from './refund.ts'
import { open, seal, sealedSchema } from './resource.ts'
import { type PaidTransaction, paidTransaction } from './transaction.ts'

// Members of the envelope: pay.weixin.qq.com/doc/v3/merchant/4012268885

const head = {
  /** The same in every repetition of a notification. */
  id: matching(/[0-9A-Za-z_-]{1,36}/),
  create_time: rfc3339(),
  summary: text(64),
}
const envelope = z.object({
  ...head,
  resource_type: z.literal('encrypt-resource'),
  event_type: matching(/[A-Z_.]{1,32}/),
  resource: sealedSchema.extend({ original_type: text(32) }),
})

/** `event_type` of refunds and the state that each stands for. */
const REFUND_EVENTS = {
  'REFUND.SUCCESS': 'SUCCESS',
  'REFUND.ABNORMAL': 'ABNORMAL',
  'REFUND.CLOSED': 'CLOSED',
} as const satisfies Record<string, RefundNotice['refund_status']>
type RefundEvent = keyof typeof REFUND_EVENTS
const isRefundEvent = (name: string): name is RefundEvent => Object.hasOwn(REFUND_EVENTS, name)

interface Head {
  id: string
  /** Epoch ms. */
  create_time: number
  /** Words for people; nothing follows from them. */
  summary: string
}
export type Notification =
  | (Head & { event_type: 'TRANSACTION.SUCCESS'; transaction: PaidTransaction })
  | (Head & { event_type: RefundEvent; refund: RefundNotice })

/**
 * Opens a notification, after `verifyBody`. That it is for this merchant, with the amount asked for, is the caller's to check.
 * @throws PayError `pay.unknown-event`, `pay.bad-shape`, `pay.bad-cipher`, `pay.bad-key` and those of the readers of JSON and
 * texts
 */
export function openNotification(body: Body, apiV3Key: string): Notification {
  const { id, create_time, summary, event_type, resource } = readMessage(envelope, parseJson(textOf(body)).value)
  const isPayment = event_type === 'TRANSACTION.SUCCESS'
  if (!isPayment && !isRefundEvent(event_type)) throw new PayError('pay.unknown-event', 'event_type')
  if (resource.original_type !== (isPayment ? 'transaction' : 'refund'))
    throw new PayError('pay.bad-shape', 'resource/original_type')
  const content = parseJson(open(resource, apiV3Key)).value
  if (isPayment) return { id, create_time, summary, event_type, transaction: readMessage(paidTransaction, content) }
  const refund = readMessage(refundNotice, content)
  checkState(event_type, refund)
  return { id, create_time, summary, event_type, refund }
}

/**
 * Writes a notification, as the channel does; the result is what `signBody` signs.
 * @param nonce see `seal`
 * @throws PayError `pay.bad-shape`, `pay.bad-key`
 */
export function writeNotification(notification: Notification, apiV3Key: string, nonce: string): string {
  const isPayment = notification.event_type === 'TRANSACTION.SUCCESS'
  if (!isPayment) checkState(notification.event_type, notification.refund)
  const content = isPayment
    ? wireOf(paidTransaction, notification.transaction)
    : wireOf(refundNotice, notification.refund)
  const original = isPayment ? 'transaction' : 'refund'
  const { id, create_time, summary, event_type } = notification
  const resource = {
    ...seal(JSON.stringify(content), apiV3Key, { nonce, associatedData: original }),
    original_type: original,
  }
  return JSON.stringify(
    wireOf(envelope, { id, create_time, summary, resource_type: 'encrypt-resource', event_type, resource }),
  )
}

/** Body of the answer to a notification that is not accepted (status 4xx or 5xx): it is sent again. */
export function writeRefusal(reason: string): string {
  return JSON.stringify({ code: 'FAIL', message: reason })
}
/** Status of the answer to an accepted notification; it has no body. */
export const ACCEPTED_STATUS = 204

function checkState(event: RefundEvent, { refund_status: state }: RefundNotice): void {
  if (REFUND_EVENTS[event] !== state) throw new PayError('pay.bad-shape', 'refund_status')
}
