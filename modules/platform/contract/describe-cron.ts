import type { Cron } from './cron.ts'

/** What an expression says, in parts that each language puts together: keys below `platform.cron`. */
export interface CronDescription {
  readonly time:
    | { readonly key: 'everyMinute' }
    | { readonly key: 'everyMinutes'; readonly count: number }
    | { readonly key: 'pastHour'; readonly minutes: readonly number[] }
    | { readonly key: 'everyHours'; readonly count: number; readonly minute: number }
    | { readonly key: 'at'; readonly times: readonly string[] }
    | { readonly key: 'minutesOfHours'; readonly minutes: readonly number[]; readonly hours: readonly number[] }
  /** Nothing where every day fits. */
  readonly days: 'weekdays' | 'monthdays' | 'either' | null
  readonly monthdays: readonly number[]
  /** Sunday 0. */
  readonly weekdays: readonly number[]
  /** Empty where every month fits. */
  readonly months: readonly number[]
}

const HOURS = 24
const MINUTES = 60
/** More times of day than this are told by their minutes and hours. */
const MAX_TIMES = 6

/** The step of values that go evenly round the whole, such as 0, 15, 30, 45 of 60. */
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

/** Takes an expression apart for people. */
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
