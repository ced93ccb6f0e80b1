import { EARLIEST_MS, MAX_SESSION_MS } from './energy/derive-energy.ts'

/** Findings after which a person may know better than the pile when a session began and ended. */
export const TIME_FLAGS = ['year-out-of-range', 'time-reversed', 'time-unknown', 'not-started', 'not-ended'] as const

export interface EnteredTimes {
  fromAt: number
  toAt: number
}

/** What is wrong with times that a person states, by the same bounds as the pile's own; null when nothing is. */
export function wrongTime(
  { fromAt, toAt }: EnteredTimes,
  now: number,
): { field: keyof EnteredTimes; word: 'timeOutOfRange' | 'timeReversed' | 'timeTooLong' } | null {
  if (fromAt < EARLIEST_MS || fromAt > now) return { field: 'fromAt', word: 'timeOutOfRange' }
  if (toAt > now) return { field: 'toAt', word: 'timeOutOfRange' }
  if (toAt <= fromAt) return { field: 'toAt', word: 'timeReversed' }
  return toAt - fromAt > MAX_SESSION_MS ? { field: 'toAt', word: 'timeTooLong' } : null
}
