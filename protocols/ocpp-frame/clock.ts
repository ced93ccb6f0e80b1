import type { DraftFact, Sample } from './draft.ts'

export type ClockVerdict = 'device' | 'corrected' | 'received' | 'manual'

/** Up to here the device's clock is taken as right. */
export const TRUSTED_SKEW_MS = 60_000
/** Up to here a wrong clock is corrected by its skew; beyond, it tells nothing. */
export const CORRECTABLE_SKEW_MS = 86_400_000
/** Piles that lost their clock send years like 1970 and 1999. */
export const OLDEST_BELIEVED_AT = Date.UTC(2020, 0, 1)
/** A session report this much older than its receipt was recorded while the pile was cut off. */
export const OFFLINE_AFTER_MS = 120_000

export interface ClockInput {
  /** Device time, epoch ms; null when the frame carries none. */
  deviceAt: number | null
  receivedAt: number
  /** Our time minus the device's, as measured on this connection; null before it is known. */
  skew_ms: number | null
  /** The record was made while the pile was cut off, so its receipt time says nothing about it. */
  offline: boolean
  /** Of a session: its pile keeps it until it is answered, so that its receipt may be minutes late. */
  kept?: boolean
}

/**
 * The instant to account with, and how it was found: device time while the skew is at most 60 s; device time
 * corrected by the skew up to 24 h; beyond, or before 2020, receipt time for live messages and `manual` for offline
 * records, whose time nobody can know. A time that lies in the future after all this is not believed either.
 */
export function judgeClock(input: ClockInput): { at: number; clock: ClockVerdict } {
  const { deviceAt, receivedAt, offline, kept = false } = input
  const unknown = { at: receivedAt, clock: offline ? ('manual' as const) : ('received' as const) }
  if (deviceAt === null) return { at: receivedAt, clock: 'received' }
  if (deviceAt < OLDEST_BELIEVED_AT) return unknown
  // Before the first exchange a live message is its own measurement; what a pile may have kept cannot be one: its delay is
  // no skew, and a session whose start were moved to its receipt would be shorter than it was.
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

/** What the gateway knows about a frame and a frame does not. */
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
 * 2.x says it; in 1.6 the age of the report does. Before the skew is known a right clock is assumed: a session that is
 * replayed right after a reconnect must keep its own times, and a wrong clock shows itself with the next live message.
 */
function isOffline(draft: DraftFact, envelope: Envelope): boolean {
  if (!('offline' in draft)) return false
  if (draft.offline) return true
  if (draft.deviceAt === null || draft.deviceAt < OLDEST_BELIEVED_AT) return false
  return envelope.receivedAt - (draft.deviceAt + (envelope.skew_ms ?? 0)) > OFFLINE_AFTER_MS
}

/** Samples keep their distance from the frame's own time; one that would then lie in the future is taken at `at`. */
function moveSample(sample: Sample, deviceAt: number | null, at: number, receivedAt: number): Sample {
  const moved = deviceAt === null ? at : sample.at + (at - deviceAt)
  return { ...sample, at: moved > receivedAt + TRUSTED_SKEW_MS || moved < OLDEST_BELIEVED_AT ? at : moved }
}
