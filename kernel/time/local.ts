import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-error.ts'
import { bisect, offsetMsAt, offsetSpanAt } from './zone.ts'

/** Offsets lie between −12 h and +14 h. The windows below are one hour wider on each side. */
const WIDEST_EAST_MS = 15 * HOUR_MS
const WIDEST_WEST_MS = 13 * HOUR_MS

/**
 * The instants of a wall-clock time in a zone. `ambiguous`: the clock was put back and shows the time twice. `missing`: the clock
 * was put forward over it; `gapAt` is the instant of the jump, `shifted` the instant by the offset before the jump (02:30 →
 * 03:30).
 */
export type LocalInstant =
  | { readonly kind: 'exact'; readonly at: number }
  | { readonly kind: 'ambiguous'; readonly earlier: number; readonly later: number }
  | { readonly kind: 'missing'; readonly gapAt: number; readonly shifted: number }

/**
 * Returns the wall-clock time as ms since 1970-01-01 00:00 on the local calendar. Use it only for arithmetic inside this package.
 */
export function localMsOf(at: number, zone: string): number {
  return at + offsetSpanAt(at, zone).offsetMs
}

/** Returns the minute of the local day, 0…1439. */
export function localMinuteOf(at: number, zone: string): number {
  const local = localMsOf(at, zone)
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS)
}

/**
 * Returns the instants at which a local time occurs: exact, ambiguous or missing.
 * @param localMs see `localMsOf`
 */
export function resolveLocal(localMs: number, zone: string): LocalInstant {
  const before = offsetMsAt(localMs - WIDEST_EAST_MS, zone)
  const after = offsetMsAt(localMs + WIDEST_WEST_MS, zone)
  if (before === after) return { kind: 'exact', at: localMs - before }
  const first = localMs - before
  const second = localMs - after
  const firstHolds = offsetMsAt(first, zone) === before
  const secondHolds = offsetMsAt(second, zone) === after
  if (firstHolds && secondHolds) return { kind: 'ambiguous', earlier: first, later: second }
  if (firstHolds) return { kind: 'exact', at: first }
  if (secondHolds) return { kind: 'exact', at: second }
  const lo = Math.floor((localMs - WIDEST_EAST_MS) / 1000) * 1000
  const hi = Math.ceil((localMs + WIDEST_WEST_MS) / 1000) * 1000
  return { kind: 'missing', gapAt: bisect(lo, hi, at => offsetMsAt(at, zone) !== before), shifted: first }
}

/**
 * Returns the first instant at which the local clock shows `localMs` or later: the earlier of two, or the jump when the time is
 * missing.
 */
export function firstInstantAt(localMs: number, zone: string): number {
  const found = resolveLocal(localMs, zone)
  switch (found.kind) {
    case 'exact':
      return found.at
    case 'ambiguous':
      return found.earlier
    case 'missing':
      return found.gapAt
  }
}
