/** A postponed item: its end in epoch ms, and the stamp it had then. */
export interface PutOff {
  readonly until: number
  readonly stamp: string
}

const HOUR_MS = 3_600_000
/** Duration of a postponement: long enough to do something else, short enough not to be forgotten for a day. */
export const LATER_MS = 4 * HOUR_MS
/** A postponement ends at least this long before the deadline. */
const BEFORE_DEADLINE_MS = HOUR_MS

/** Returns the end of a postponement that starts now, epoch ms; null when the deadline is too near. */
export function laterUntil(now: number, deadline: number | null | undefined): number | null {
  const until = Math.min(now + LATER_MS, (deadline ?? Number.POSITIVE_INFINITY) - BEFORE_DEADLINE_MS)
  return until > now ? until : null
}

/** Returns the items of a stored text that are still postponed at `now`; unreadable entries are ignored. */
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

/** Returns whether an item is still postponed: its time has not come and its stamp has not changed. */
export function isPutOff(putOff: PutOff | undefined, stamp: string, now: number): boolean {
  return putOff !== undefined && putOff.until > now && putOff.stamp === stamp
}
