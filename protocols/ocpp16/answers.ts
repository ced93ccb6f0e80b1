import { formatInstant, type StartVerdict, type TagVerdict } from '@wattyard/ocpp-frame'
import type { PileAction, Response } from './actions.ts'

type IdTagInfo = Response<'Authorize'>['idTagInfo']

/** OCPP 1.6 has no status for missing credit; `Blocked` is the refusal that a pile does not retry. */
const STATUS: Record<StartVerdict, IdTagInfo['status']> = {
  accepted: 'Accepted',
  blocked: 'Blocked',
  expired: 'Expired',
  invalid: 'Invalid',
  concurrent: 'ConcurrentTx',
  'no-credit': 'Blocked',
}

function idTagInfo(tag: TagVerdict): IdTagInfo {
  return {
    status: STATUS[tag.verdict],
    ...(tag.expiresAt === null ? {} : { expiryDate: formatInstant(tag.expiresAt) }),
    ...(tag.parentTag === null ? {} : { parentIdTag: tag.parentTag }),
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
  return { idTagInfo: idTagInfo(tag) }
}

/** @param transactionId our number for the session; piles store it in a signed 32-bit integer */
export function startAnswer(transactionId: number, tag: TagVerdict): Response<'StartTransaction'> {
  return { transactionId, idTagInfo: idTagInfo(tag) }
}

/** @param tag verdict on the tag of the stop, null when the stop carried none */
export function stopAnswer(tag: TagVerdict | null): Response<'StopTransaction'> {
  return tag === null ? {} : { idTagInfo: idTagInfo(tag) }
}

export function dataTransferAnswer(
  status: 'accepted' | 'rejected' | 'unknown-message' | 'unknown-vendor',
  data: string | null = null,
): Response<'DataTransfer'> {
  const words = {
    accepted: 'Accepted',
    rejected: 'Rejected',
    'unknown-message': 'UnknownMessageId',
    'unknown-vendor': 'UnknownVendorId',
  } as const
  return data === null ? { status: words[status] } : { status: words[status], data }
}

/** Returns a rejection: the server does not sign pile certificates yet. */
export function signCertificateAnswer(accepted: boolean): Response<'SignCertificate'> {
  return { status: accepted ? 'Accepted' : 'Rejected' }
}

/** Actions whose answer is empty. */
export type PlainAction = Exclude<
  PileAction,
  | 'Authorize'
  | 'BootNotification'
  | 'DataTransfer'
  | 'Heartbeat'
  | 'SignCertificate'
  | 'StartTransaction'
  | 'StopTransaction'
>

/** Answer to a status, meter values and the like. */
export function plainAnswer(): Response<PlainAction> {
  return {}
}
