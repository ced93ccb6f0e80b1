import type { Cron } from './cron.ts'

/** Description of an expression in parts that each language combines; keys are below `platform.cron`. */
export interface CronDescription {
  readonly time:
    | { readonly key: 'everyMinute' }
    | { readonly key: 'everyMinutes'; readonly count: number }
    | { readonly key: 'pastHour'; readonly minutes: readonly number[] }
    | { readonly key: 'everyHours'; readonly count: number; readonly minute: number }
    | { readonly key: 'at'; readonly times: readonly string[] }
    | { readonly key: 'minutesOfHours'; readonly minutes: readonly number[]; readonly hours: readonly number[] }
  /** Null when every day matches. */
  readonly days: 'weekdays' | 'monthdays' | 'either' | null
  readonly monthdays: readonly number[]
  /** Sunday 0. */
  readonly weekdays: readonly number[]
  /** Empty when every month matches. */
  readonly months: readonly number[]
}

const HOURS = 24
const MINUTES = 60
/** Most times of day that are listed. More are described by minutes and hours. */
const MAX_TIMES = 6

/** Returns the step of evenly spaced values that divide `whole`, such as 0, 15, 30, 45 of 60; null otherwise. */
function evenStep(values: readonly number[], whole: number): number | null {
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  const isEven = values[0] === 0 && step > 1 && whole % step === 0 && values.length === whole / step
  return isEven && values.every((value, i) => value === i * step) ? step : null
}

function describeTime({ minute, hour }: Cron): CronDescription['time'] {
  if (hour.length === HOURS) {
    if (minute.length === MINUTES) return { key: 'everyMinute' }
    const count = evenStep(minute, MINUTES)
    return count === null ? { key: 'pastHour', minutes: minute } : { key: 'everyMinutes', count }
  }
  const count = evenStep(hour, HOURS)
  const [first = 0] = minute
  if (count !== null && minute.length === 1) return { key: 'everyHours', count, minute: first }
  if (minute.length * hour.length > MAX_TIMES) return { key: 'minutesOfHours', minutes: minute, hours: hour }
  const two = (part: number) => String(part).padStart(2, '0')
  return { key: 'at', times: hour.flatMap(h => minute.map(m => `${two(h)}:${two(m)}`)) }
}

/** Returns an expression in describable parts. */
export function describeCron(cron: Cron): CronDescription {
  const everyDay = cron.day.length === 31
  const everyWeekday = cron.weekday.length === 7
  const days = cron.eitherDay ? 'either' : everyDay ? (everyWeekday ? null : 'weekdays') : 'monthdays'
  return {
    time: describeTime(cron),
    days,
    monthdays: everyDay ? [] : cron.day,
    weekdays: everyWeekday ? [] : cron.weekday,
    months: cron.month.length === 12 ? [] : cron.month,
  }
}
