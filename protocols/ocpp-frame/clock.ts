import type { DraftFact, Sample } from './draft.ts'

export type ClockVerdict = 'device' | 'corrected' | 'received' | 'manual'

/** Largest skew up to which the device's clock counts as correct. */
export const TRUSTED_SKEW_MS = 60_000
/** Largest skew that is corrected; beyond it, device times are not used. */
export const CORRECTABLE_SKEW_MS = 86_400_000
/** Earliest device time that is accepted: piles that lost their clock send years like 1970 and 1999. */
export const OLDEST_BELIEVED_AT = Date.UTC(2020, 0, 1)
/** A session report this much older than its receipt was recorded while the pile was cut off. */
export const OFFLINE_AFTER_MS = 120_000

export interface ClockInput {
  /** Device time, epoch ms; null when the frame carries none. */
  deviceAt: number | null
  receivedAt: number
  /** Our time minus the device's, as measured on this connection; null before it is known. */
  skew_ms: number | null
  /** The record was made while the pile was offline, so its receipt time says nothing about it. */
  offline: boolean
  /** The message belongs to a session: the pile keeps it until it is answered, so it may be received minutes late. */
  kept?: boolean
}

/**
 * Returns the instant to use for billing and how it was determined:
 *
 * - device time while the skew is at most 60 s;
 * - device time corrected by the skew, up to 24 h;
 * - beyond that, or for a time before 2020: receipt time for live messages, and `manual` for offline records, whose time cannot
 *   be known.
 *
 * A time that is still in the future after this is not accepted either.
 */
export function judgeClock(input: ClockInput): { at: number; clock: ClockVerdict } {
  const { deviceAt, receivedAt, offline, kept = false } = input
  const unknown = { at: receivedAt, clock: offline ? ('manual' as const) : ('received' as const) }
  if (deviceAt === null) return { at: receivedAt, clock: 'received' }
  if (deviceAt < OLDEST_BELIEVED_AT) return unknown
  // Before the first measurement a live message measures the skew itself. A message that the pile may have kept cannot: its delay
  // is not skew, and moving a session's start to its receipt would shorten the session.
  const isLate = kept && receivedAt >= deviceAt && receivedAt - deviceAt <= OFFLINE_AFTER_MS
  const skew = input.skew_ms ?? (offline || isLate ? 0 : receivedAt - deviceAt)
  const size = Math.abs(skew)
  if (size > CORRECTABLE_SKEW_MS) return unknown
  const verdict =
    size <= TRUSTED_SKEW_MS
      ? { at: deviceAt, clock: 'device' as const }
      : { at: deviceAt + skew, clock: 'corrected' as const }
  return verdict.at > receivedAt + TRUSTED_SKEW_MS ? unknown : verdict
}

/** What the gateway knows about a frame that is not in it. */
export interface Envelope {
  frame: string
  tenantId: string
  pileId: string
  receivedAt: number
  skew_ms: number | null
}

export interface Completed {
  frame: string
  tenantId: string
  pileId: string
  receivedAt: number
  at: number
  clock: ClockVerdict
}

/**
 * Adds the envelope and the clock verdict to a draft, and moves its samples by the same amount. Session drafts still
 * lack the session id (and starts the verdict), which the gateway adds when it has found the session.
 */
export function completeDraft<D extends DraftFact>(draft: D, envelope: Envelope): D & Completed {
  const { frame, tenantId, pileId, receivedAt, skew_ms } = envelope
  const offline = isOffline(draft, envelope)
  const kept = 'offline' in draft
  const { at, clock } = judgeClock({ deviceAt: draft.deviceAt, receivedAt, skew_ms, offline, kept })
  const completed = { ...draft, frame, tenantId, pileId, receivedAt, at, clock }
  if ('offline' in completed) completed.offline = offline
  if ('samples' in completed)
    completed.samples = completed.samples.map(sample => moveSample(sample, draft.deviceAt, at, receivedAt))
  return completed
}

/**
 * Whether a record was made offline. 2.x says so; in 1.6 the age of the report tells. Before the skew is known the clock is
 * assumed to be correct: a session sent again right after a reconnect must keep its own times, and a wrong clock shows with the
 * next live message.
 */
function isOffline(draft: DraftFact, envelope: Envelope): boolean {
  if (!('offline' in draft)) return false
  if (draft.offline) return true
  if (draft.deviceAt === null || draft.deviceAt < OLDEST_BELIEVED_AT) return false
  return envelope.receivedAt - (draft.deviceAt + (envelope.skew_ms ?? 0)) > OFFLINE_AFTER_MS
}

/** Moves a sample by the same correction as the frame's own time; a sample that would then lie in the future gets `at`. */
function moveSample(sample: Sample, deviceAt: number | null, at: number, receivedAt: number): Sample {
  const moved = deviceAt === null ? at : sample.at + (at - deviceAt)
  return { ...sample, at: moved > receivedAt + TRUSTED_SKEW_MS || moved < OLDEST_BELIEVED_AT ? at : moved }
}
