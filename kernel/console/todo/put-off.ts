/** Something put off: until when, epoch ms, and how it stood then. */
export interface PutOff {
  readonly until: number
  readonly stamp: string
}

const HOUR_MS = 3_600_000
/** Long enough to do something else first, short enough that nothing is forgotten over a day. */
export const LATER_MS = 4 * HOUR_MS
/** It comes back so long before it is too late. */
const BEFORE_DEADLINE_MS = HOUR_MS

/** Returns until when something may be put off now, epoch ms; null when its deadline is too near to wait at all. */
export function laterUntil(now: number, deadline: number | null | undefined): number | null {
  const until = Math.min(now + LATER_MS, (deadline ?? Number.POSITIVE_INFINITY) - BEFORE_DEADLINE_MS)
  return until > now ? until : null
}

/** Returns what a stored text says is still put off at `now`; anything unreadable counts as nothing. */
export function readPutOff(text: string | null, now: number): Readonly<Record<string, PutOff>> {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
  if (stored === null || typeof stored !== 'object') return {}
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, PutOff] =>
        entry[1] !== null &&
        typeof entry[1] === 'object' &&
        typeof entry[1].stamp === 'string' &&
        typeof entry[1].until === 'number' &&
        entry[1].until > now,
    ),
  )
}

/** Returns whether it still waits: its time has not come, and it stands as it stood when it was put off. */
export function isPutOff(putOff: PutOff | undefined, stamp: string, now: number): boolean {
  return putOff !== undefined && putOff.until > now && putOff.stamp === stamp
}
