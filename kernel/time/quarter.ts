import { type BusinessDay, localDayOf } from './day.ts'
import { localMsOf } from './local.ts'
import { DAY_MS, QUARTER_MS, TimeError } from './time-error.ts'
import { offsetSpanAt } from './zone.ts'

/** Quarter-hours on the wall clock of a day. A day with a clock change really has 92 or 100. */
export const QUARTERS_PER_DAY = 96
/** Most pieces that `splitAtQuarters` returns: about 400 days. */
export const MAX_QUARTER_PIECES = 38_500

/** Returns the quarter-hour of the local wall clock, 0 (00:00–00:15) … 95. */
export function quarterOf(at: number, zone: string): number {
  const local = localMsOf(at, zone)
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / QUARTER_MS)
}

/** Returns the first instant after `at` at which another quarter-hour of the wall clock begins or the clock is changed. */
export function nextQuarterBoundary(at: number, zone: string): number {
  const span = offsetSpanAt(at, zone)
  const local = at + span.offsetMs
  const next = (Math.floor(local / QUARTER_MS) + 1) * QUARTER_MS - span.offsetMs
  if (next <= span.to) return next
  return offsetSpanAt(span.to, zone).offsetMs === span.offsetMs ? next : span.to
}

export type QuarterPiece = {
  readonly from: number
  readonly to: number
  readonly day: BusinessDay
  readonly quarter: number
}

/**
 * Splits `from` ≤ at < `to` at every quarter-hour of the wall clock. The pieces cover the window in order without gaps; each lies
 * in one quarter of one local day. Empty when `to` ≤ `from`.
 * @throws TimeError `time.out-of-range` for a window longer than MAX_QUARTER_PIECES quarters
 */
export function splitAtQuarters(from: number, to: number, zone: string): QuarterPiece[] {
  if (to - from > MAX_QUARTER_PIECES * QUARTER_MS) {
    throw new TimeError('time.out-of-range', `window of ${to - from} ms is more than ${MAX_QUARTER_PIECES} quarters`)
  }
  const pieces: QuarterPiece[] = []
  for (let at = from; at < to; ) {
    const next = Math.min(nextQuarterBoundary(at, zone), to)
    pieces.push({
      from: at,
      to: next,
      day: localDayOf(at, zone),
      quarter: quarterOf(at, zone),
    })
    at = next
  }
  return pieces
}
