import { EARLIEST_MS, MAX_SESSION_MS } from './energy/derive-energy.ts'

/** Findings that allow a person to enter the start and end of the session. */
export const TIME_FLAGS = ['year-out-of-range', 'time-reversed', 'time-unknown', 'not-started', 'not-ended'] as const

export interface EnteredTimes {
  fromAt: number
  toAt: number
}

/**
 * Checks times entered by a person against the bounds for the pile's own times. Returns the first error; null when there is none.
 */
export function wrongTime(
  { fromAt, toAt }: EnteredTimes,
  now: number,
): { field: keyof EnteredTimes; word: 'timeOutOfRange' | 'timeReversed' | 'timeTooLong' } | null {
  if (fromAt < EARLIEST_MS || fromAt > now) return { field: 'fromAt', word: 'timeOutOfRange' }
  if (toAt > now) return { field: 'toAt', word: 'timeOutOfRange' }
  if (toAt <= fromAt) return { field: 'toAt', word: 'timeReversed' }
  return toAt - fromAt > MAX_SESSION_MS ? { field: 'toAt', word: 'timeTooLong' } : null
}
