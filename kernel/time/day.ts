import type { Clock } from './clock.ts'
import { firstInstantAt, localMsOf } from './local.ts'
import { DAY_MS, MINUTE_MS, TimeError } from './time-error.ts'

declare const kind: unique symbol
/** A calendar or accounting day, `YYYY-MM-DD`, years 1900–2199. Text order is time order. */
export type BusinessDay = string & { readonly [kind]: 'business-day' }

const DAY_TEXT = /^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/
/** Most days that `eachDay` returns: ten years. */
export const MAX_DAYS = 3_660
/** Latest cut-off in minutes after midnight: a cut-off lies within the day; 04:00 is 240. */
export const MAX_CUTOFF_MINUTES = 1_439

export function isBusinessDay(text: string): text is BusinessDay {
  return DAY_TEXT.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
}

/**
 * Returns `text` as a day. It must be a `YYYY-MM-DD` that exists.
 * @throws TimeError `time.not-a-day`
 */
export function businessDay(text: string): BusinessDay {
  if (!isBusinessDay(text)) throw new TimeError('time.not-a-day', JSON.stringify(text.slice(0, 16)))
  return text
}

/**
 * Returns the accounting day of an instant. A day starts when the local clock first shows the cut-off (`cutoffMinutes` after
 * midnight, 0…1439, default midnight), so that with 240 the hours before 04:00 belong to the day before. `dayRange` is the exact
 * inverse, also in nights with a clock change.
 * @throws TimeError `time.out-of-range` for the cut-off
 */
export function businessDayOf(at: number, zone: string, cutoffMinutes = 0): BusinessDay {
  checkCutoff(cutoffMinutes)
  const index = Math.floor((localMsOf(at, zone) - cutoffMinutes * MINUTE_MS) / DAY_MS)
  // When the clock is put back over the cut-off, the wall clock alone would give the day before a second time.
  if (at >= startOf(index + 1, zone, cutoffMinutes)) return dayOfIndex(index + 1)
  return dayOfIndex(index)
}

/**
 * Returns the date on the local calendar. It differs from `businessDayOf(at, zone)` only where a clock is put back over midnight:
 * the local date then returns to the day before, an accounting day does not. This function is cheaper and runs per meter reading.
 */
export function localDayOf(at: number, zone: string): BusinessDay {
  return dayOfIndex(Math.floor(localMsOf(at, zone) / DAY_MS))
}

/**
 * Returns the limits of an accounting day in epoch ms, `from` ≤ at < `to`, 23, 24 or 25 hours apart.
 * @throws TimeError `time.out-of-range` for the cut-off
 */
export function dayRange(day: BusinessDay, zone: string, cutoffMinutes = 0): { from: number; to: number } {
  checkCutoff(cutoffMinutes)
  const index = indexOfDay(day)
  return { from: startOf(index, zone, cutoffMinutes), to: startOf(index + 1, zone, cutoffMinutes) }
}

export function todayIn(clock: Clock, zone: string, cutoffMinutes = 0): BusinessDay {
  return businessDayOf(clock.now(), zone, cutoffMinutes)
}

/**
 * Returns the day `days` days later, or earlier when negative.
 * @throws TimeError `time.out-of-range` outside 1900–2199
 */
export function addDays(day: BusinessDay, days: number): BusinessDay {
  return dayOfIndex(indexOfDay(day) + days)
}

/** Returns the number of days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: BusinessDay, b: BusinessDay): number {
  return indexOfDay(b) - indexOfDay(a)
}

/**
 * Returns every day from `first` to `last`, both included; empty when `last` is earlier.
 * @throws TimeError `time.out-of-range` for more than MAX_DAYS days
 */
export function eachDay(first: BusinessDay, last: BusinessDay): BusinessDay[] {
  const count = daysBetween(first, last) + 1
  if (count > MAX_DAYS) throw new TimeError('time.out-of-range', `${count} days are more than ${MAX_DAYS}`)
  const days: BusinessDay[] = []
  for (let i = 0; i < count; i += 1) days.push(addDays(first, i))
  return days
}

/** Returns the day of the week: Monday 1 … Sunday 7 (ISO 8601). */
export function weekdayOf(day: BusinessDay): number {
  // 1970-01-01 was a Thursday.
  return ((((indexOfDay(day) + 3) % 7) + 7) % 7) + 1
}

/** Returns the month, 1…12. */
export function monthOf(day: BusinessDay): number {
  return Number(day.slice(5, 7))
}

/** Returns the first instant at which the local clock of `day` shows `minuteOfDay` or later. */
export function instantAt(day: BusinessDay, minuteOfDay: number, zone: string): number {
  return firstInstantAt(indexOfDay(day) * DAY_MS + minuteOfDay * MINUTE_MS, zone)
}

function startOf(index: number, zone: string, cutoffMinutes: number): number {
  return firstInstantAt(index * DAY_MS + cutoffMinutes * MINUTE_MS, zone)
}

/** Returns the number of days since 1970-01-01. */
export function indexOfDay(day: BusinessDay): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

/**
 * Returns the day of an index, the inverse of `indexOfDay`.
 * @throws TimeError `time.out-of-range` outside 1900–2199
 */
export function dayOfIndex(index: number): BusinessDay {
  const date = new Date(index * DAY_MS)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
  if (!DAY_TEXT.test(text)) throw new TimeError('time.out-of-range', `day ${index} since 1970`)
  return text as BusinessDay // built from a date, so it exists; the pattern has checked the years
}

function checkCutoff(cutoffMinutes: number): void {
  if (!Number.isInteger(cutoffMinutes) || cutoffMinutes < 0 || cutoffMinutes > MAX_CUTOFF_MINUTES) {
    throw new TimeError('time.out-of-range', `cut-off ${cutoffMinutes} is not 0…${MAX_CUTOFF_MINUTES} minutes`)
  }
}
