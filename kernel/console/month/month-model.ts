import { addDays, businessDay, type BusinessDay, eachDay, weekdayOf } from '@wattyard/time'
import type { Language } from '../session/settings.ts'

/** First day of the week in each language: 0 is Sunday. */
const FIRST_WEEKDAY: Readonly<Record<Language, number>> = { zh: 1, en: 0, es: 1 }
const DAYS = 7

/** Returns the first and last day of a month, `YYYY-MM`. */
export function daysOfMonth(month: string): { first: BusinessDay; last: BusinessDay } {
  const first = businessDay(`${month}-01`)
  return { first, last: addDays(businessDay(`${movedMonth(month, 1)}-01`), -1) }
}

/** Returns the month `months` after a month (before, when negative), `YYYY-MM`. */
export function movedMonth(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** Returns the index of a day in its week, from 0, in the language's week. */
function placeInWeek(day: BusinessDay, language: Language): number {
  return ((weekdayOf(day) % DAYS) - FIRST_WEEKDAY[language] + DAYS) % DAYS
}

/** Returns the whole weeks that contain days of a month, each of seven days. */
export function weeksOf(month: string, language: Language): BusinessDay[][] {
  const { first, last } = daysOfMonth(month)
  const days = eachDay(
    addDays(first, -placeInWeek(first, language)),
    addDays(last, DAYS - 1 - placeInWeek(last, language)),
  )
  return Array.from({ length: days.length / DAYS }, (_week, index) => days.slice(index * DAYS, (index + 1) * DAYS))
}

/** Returns the same day of the month `months` away, or that month's last day when it is shorter. */
function sameDayIn(day: BusinessDay, months: number): BusinessDay {
  const month = movedMonth(day.slice(0, 7), months)
  const { last } = daysOfMonth(month)
  const wanted = `${month}-${day.slice(8)}`
  return wanted > last ? last : businessDay(wanted)
}

/** Returns the day that a key leads to (WAI-ARIA date grid); null when the grid does not use the key. */
export function dayByKey(
  key: string,
  day: BusinessDay,
  { language, isShift }: { language: Language; isShift: boolean },
): BusinessDay | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -DAYS)
    case 'ArrowDown':
      return addDays(day, DAYS)
    case 'Home':
      return addDays(day, -placeInWeek(day, language))
    case 'End':
      return addDays(day, DAYS - 1 - placeInWeek(day, language))
    case 'PageUp':
      return sameDayIn(day, isShift ? -12 : -1)
    case 'PageDown':
      return sameDayIn(day, isShift ? 12 : 1)
    default:
      return null
  }
}
