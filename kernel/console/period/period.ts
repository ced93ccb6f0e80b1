import { addDays, type BusinessDay, businessDay, daysBetween, weekdayOf } from '@wattyard/time'

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'range'
export type CompareWith = 'none' | 'previous' | 'lastYear'

/** First and last accounting day, both included. */
export interface DaySpan {
  readonly from: BusinessDay
  readonly to: BusinessDay
}

export interface Period extends DaySpan {
  readonly unit: PeriodUnit
}

const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = { month: 1, quarter: 3, year: 12 }

/** Returns the whole period of a unit that contains `day`. Weeks begin on Monday. */
export function periodOf(unit: Exclude<PeriodUnit, 'range'>, day: BusinessDay): Period {
  if (unit === 'day') return { unit, from: day, to: day }
  if (unit === 'week') {
    const from = addDays(day, 1 - weekdayOf(day))
    return { unit, from, to: addDays(from, 6) }
  }
  const months = MONTHS[unit]
  const index = Math.floor(monthIndex(day) / months) * months
  return { unit, from: dayInMonth(index, 1), to: addDays(dayInMonth(index + months, 1), -1) }
}

/** Returns the period `steps` later, or earlier when negative. A range moves by its own length. */
export function stepPeriod(period: Period, steps: number): Period {
  const { unit, from, to } = period
  if (unit === 'month' || unit === 'quarter' || unit === 'year')
    return periodOf(unit, dayInMonth(monthIndex(from) + steps * MONTHS[unit], 1))
  const days = (daysBetween(from, to) + 1) * steps
  return { unit, from: addDays(from, days), to: addDays(to, days) }
}

/** Returns the part of a period up to today; null when it lies ahead. */
export function elapsedOf({ from, to }: DaySpan, today: BusinessDay): DaySpan | null {
  if (from > today) return null
  return { from, to: to > today ? today : to }
}

/**
 * Returns the days that a period is compared with; null for `none` and for periods that lie ahead. A running period is compared
 * with the equal part: the same days of the week, the same place in the month, quarter or year. A day that the other month does
 * not have becomes its last day.
 */
export function comparisonOf(period: Period, compareWith: CompareWith, today: BusinessDay): DaySpan | null {
  const elapsed = elapsedOf(period, today)
  if (compareWith === 'none' || elapsed === null) return null
  const other = compareWith === 'previous' ? stepPeriod(period, -1) : yearBefore(period)
  if (elapsed.to === period.to) return { from: other.from, to: other.to }
  return { from: other.from, to: partEnd(period, other, elapsed.to) }
}

function partEnd(period: Period, other: Period, last: BusinessDay): BusinessDay {
  const { unit } = period
  if (unit === 'month' || unit === 'quarter' || unit === 'year')
    return dayInMonth(monthIndex(other.from) + monthIndex(last) - monthIndex(period.from), dayOfMonth(last))
  const end = addDays(other.from, daysBetween(period.from, last))
  return end > other.to ? other.to : end
}

function yearBefore({ unit, from, to }: Period): Period {
  // 52 weeks earlier begins on the same day of the week.
  if (unit === 'week') return { unit, from: addDays(from, -364), to: addDays(to, -364) }
  const before = (day: BusinessDay): BusinessDay => dayInMonth(monthIndex(day) - 12, dayOfMonth(day))
  if (unit === 'day' || unit === 'range') return { unit, from: before(from), to: before(to) }
  return periodOf(unit, before(from))
}

/** Returns the number of months since year 0. */
const monthIndex = (day: BusinessDay): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const dayOfMonth = (day: BusinessDay): number => Number(day.slice(8))

/** Returns a day of a month, or the month's last day when the month is shorter. */
function dayInMonth(index: number, day: number): BusinessDay {
  const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate()
  const two = (part: number): string => String(part).padStart(2, '0')
  return businessDay(`${Math.floor(index / 12)}-${two((index % 12) + 1)}-${two(Math.min(day, last))}`)
}
