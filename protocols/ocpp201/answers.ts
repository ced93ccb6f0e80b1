import { formatInstant, type StartVerdict, type TagVerdict } from '@wattyard/ocpp-frame'
import type { PileAction, Response } from './actions.ts'

type IdTokenInfo = Response<'Authorize'>['idTokenInfo']

const STATUS: Record<StartVerdict, IdTokenInfo['status']> = {
  accepted: 'Accepted',
  blocked: 'Blocked',
  expired: 'Expired',
  invalid: 'Invalid',
  concurrent: 'ConcurrentTx',
  'no-credit': 'NoCredit',
}

function idTokenInfo(tag: TagVerdict): IdTokenInfo {
  return {
    status: STATUS[tag.verdict],
    ...(tag.expiresAt === null ? {} : { cacheExpiryDateTime: formatInstant(tag.expiresAt) }),
    ...(tag.parentTag === null ? {} : { groupIdToken: { idToken: tag.parentTag, type: 'Central' } }),
  }
}

/** @param now our clock, epoch ms; the pile sets its clock to it */
export function bootAnswer(decision: {
  status: 'accepted' | 'pending' | 'rejected'
  now: number
  interval_s: number
}): Response<'BootNotification'> {
  const words = { accepted: 'Accepted', pending: 'Pending', rejected: 'Rejected' } as const
  return { status: words[decision.status], currentTime: formatInstant(decision.now), interval: decision.interval_s }
}

export function heartbeatAnswer(now: number): Response<'Heartbeat'> {
  return { currentTime: formatInstant(now) }
}

export function authorizeAnswer(tag: TagVerdict): Response<'Authorize'> {
  return { idTokenInfo: idTokenInfo(tag) }
}

/**
 * Answer to a TransactionEvent. A token in the event must be answered, and an event without one must not be (2.0.1 E01.FR.05,
 * E03.FR.01).
 * @param tag verdict on the token of this event, null when it had none
 */
export function transactionEventAnswer(tag: TagVerdict | null): Response<'TransactionEvent'> {
  return tag === null ? {} : { idTokenInfo: idTokenInfo(tag) }
}

export function dataTransferAnswer(
  status: 'accepted' | 'rejected' | 'unknown-message' | 'unknown-vendor',
): Response<'DataTransfer'> {
  const words = {
    accepted: 'Accepted',
    rejected: 'Rejected',
    'unknown-message': 'UnknownMessageId',
    'unknown-vendor': 'UnknownVendorId',
  } as const
  return { status: words[status] }
}

/** Answer to a certificate request: whether it will be signed. */
export function signCertificateAnswer(accepted: boolean): Response<'SignCertificate'> {
  return { status: accepted ? 'Accepted' : 'Rejected' }
}

/** Rejects the charging needs of a car (ISO 15118): the server makes no charging schedules. */
export function chargingNeedsAnswer(): Response<'NotifyEVChargingNeeds'> {
  return { status: 'Rejected' }
}

/** Accepts a car's own schedule by ISO 15118, since the server has no schedule that it could contradict (2.0.1 K15 to K17). */
export function chargingScheduleAnswer(): Response<'NotifyEVChargingSchedule'> {
  return { status: 'Accepted' }
}

/** Actions whose answer is empty. */
export type PlainAction = Exclude<
  PileAction,
  | 'Authorize'
  | 'BootNotification'
  | 'DataTransfer'
  | 'Get15118EVCertificate'
  | 'GetCertificateStatus'
  | 'Heartbeat'
  | 'NotifyEVChargingNeeds'
  | 'NotifyEVChargingSchedule'
  | 'SignCertificate'
  | 'TransactionEvent'
>

/** Answer to a status, meter values, events, reports and the like. */
export function plainAnswer(): Response<PlainAction> {
  return {}
}
