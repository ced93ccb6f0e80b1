import { addDays, businessDay, businessDayOf, dayRange, formatInstant, isZone, NO_INSTANT } from '@wattyard/time'

/** Text for an absent time (contract §9: −1 is `--`). */
export const NO_TIME = '--'
/** Time zone of a tenant that names no other in its company record; China has one zone. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

/** Epoch ms; null or undefined for none. */
export type Instant = number | null | undefined

/** Returns `YYYY-MM-DD HH:mm:ss` on the zone's clock; `--` for −1 and for none (contract §9, "Time display"). */
export function showInstant(at: Instant, zone: string = DEFAULT_ZONE): string {
  if (at === null || at === undefined || at === NO_INSTANT || !Number.isFinite(at)) return NO_TIME
  return formatInstant(at, isZone(zone) ? zone : DEFAULT_ZONE)
}

/** Returns `HH:mm:ss` on the zone's clock; `--` for none. */
export function showClock(at: Instant, zone: string = DEFAULT_ZONE): string {
  return showInstant(at, zone).slice(11) || NO_TIME
}

/** Words key and count for the distance of two instants; the words are in the kit's locales. */
export type Relative = {
  readonly word: 'justNow' | 'minutesAgo' | 'hoursAgo' | 'oneDayAgo' | 'daysAgo' | 'soon'
  readonly count: number
}

/**
 * Returns relative time by the contract (§9): under 30 s "just now", under 1 hour minutes, under 1 day hours, under 2 days "1 day
 * ago", beyond that days. An instant ahead by more than 30 s (a device's clock) is "soon".
 */
export function relativeTo(at: number, now: number): Relative {
  const seconds = Math.floor((now - at) / 1000)
  if (seconds < -30) return { word: 'soon', count: 0 }
  if (seconds < 30) return { word: 'justNow', count: 0 }
  if (seconds < 3_600) return { word: 'minutesAgo', count: Math.max(1, Math.floor(seconds / 60)) }
  if (seconds < 86_400) return { word: 'hoursAgo', count: Math.floor(seconds / 3_600) }
  if (seconds < 172_800) return { word: 'oneDayAgo', count: 1 }
  return { word: 'daysAgo', count: Math.floor(seconds / 86_400) }
}

/** Returns whether `at` (epoch ms) is more than `limitSeconds` before `now`; 60 by default (contract §9, `isExpired`). */
export function isExpired(at: number, now: number, limitSeconds = 60): boolean {
  return now - at > limitSeconds * 1000
}

/** Date presets of the contract (§9): number of days up to today, today included. */
export const DATE_PRESETS = { today: 1, lastWeek: 7, lastMonth: 30, lastThreeMonths: 90 } as const
export type DatePreset = keyof typeof DATE_PRESETS

/** Returns the first and last day of a preset, `YYYY-MM-DD`, on the zone's calendar. */
export function presetDays(preset: DatePreset, now: number, zone: string): { from: string; to: string } {
  const today = businessDayOf(now, zone)
  return { from: addDays(today, 1 - DATE_PRESETS[preset]), to: today }
}

/** Returns the days of a filter as instants, `from` ≤ at < `to`: both days whole, on the zone's clock. */
export function daysToInstants(from: string, to: string, zone: string): { from: number; to: number } {
  return { from: dayRange(businessDay(from), zone).from, to: dayRange(businessDay(to), zone).to }
}

/** Returns the day of an instant on the zone's calendar, `YYYY-MM-DD`. */
export function dayOf(at: number, zone: string): string {
  return businessDayOf(at, zone)
}
