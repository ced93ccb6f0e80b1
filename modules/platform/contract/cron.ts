import {
  addDays,
  type BusinessDay,
  HOUR_MS,
  localDayOf,
  localMinuteOf,
  MINUTE_MS,
  resolveLocal,
  weekdayOf,
} from '@wattyard/time'

/** Longest expression that is read. */
export const MAX_CRON = 100

export const CRON_PARTS = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronPart = (typeof CRON_PARTS)[number]

/** A read expression: the values of each part, ascending. */
export interface Cron {
  readonly minute: readonly number[]
  readonly hour: readonly number[]
  /** Days of the month. */
  readonly day: readonly number[]
  readonly month: readonly number[]
  /** Sunday 0 … Saturday 6. */
  readonly weekday: readonly number[]
  /** When both the day of the month and the weekday are named, either of them is enough. */
  readonly eitherDay: boolean
}

/** What is wrong with an expression: one of its parts, its number of parts, or that no day ever fits it. */
export type CronFault = CronPart | 'shape' | 'never'

const RANGES: Readonly<Record<CronPart, readonly [number, number]>> = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  weekday: [0, 7],
}
const NAMES: Readonly<Partial<Record<CronPart, readonly string[]>>> = {
  month: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  weekday: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
}
/** Nine years: 29 February is at most eight years away. */
const HORIZON_DAYS = 9 * 366
const HOURS = 24
const ITEM = /^(?:\*|([0-9]{1,2}|[a-z]{3})(?:-([0-9]{1,2}|[a-z]{3}))?)(?:\/([0-9]{1,2}))?$/

function numberOf(part: CronPart, text: string): number {
  const named = NAMES[part]?.indexOf(text) ?? -1
  return named >= 0 ? named : /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** Values of one item such as `*`, `5`, `8-18` or `8-18/2`; null when it is none. */
function itemValues(part: CronPart, item: string): number[] | null {
  const match = ITEM.exec(item)
  if (!match) return null
  const [, first, second, by] = match
  const [lowest, highest] = RANGES[part]
  const from = first === undefined ? lowest : numberOf(part, first)
  // `5/10` means from five on, as everywhere.
  const open = first === undefined || by !== undefined ? (part === 'weekday' ? 6 : highest) : from
  const to = second === undefined ? open : numberOf(part, second)
  const step = by === undefined ? 1 : Number(by)
  if (!(from >= lowest && to <= highest && from <= to && step >= 1)) return null
  const values: number[] = []
  for (let value = from; value <= to; value += step) values.push(part === 'weekday' ? value % 7 : value)
  return values
}

function partValues(part: CronPart, text: string): number[] | null {
  const items = text.split(',').map(item => itemValues(part, item))
  if (items.includes(null)) return null
  return [...new Set(items.flatMap(item => item ?? []))].toSorted((a, b) => a - b)
}

/**
 * Reads `minute hour day month weekday` with lists, ranges, steps and English names of months and weekdays; 0 and 7 are
 * Sunday. Nothing else: no seconds, no `@daily`, no `L` or `#`.
 */
export function readCron(text: string): { cron: Cron } | { fault: CronFault } {
  const parts = text.length > MAX_CRON ? [] : text.trim().toLowerCase().split(/\s+/)
  if (parts.length !== CRON_PARTS.length) return { fault: 'shape' }
  const values: Partial<Record<CronPart, number[]>> = {}
  for (const [i, part] of CRON_PARTS.entries()) {
    const own = partValues(part, parts[i] ?? '')
    if (!own) return { fault: part }
    values[part] = own
  }
  const { minute = [], hour = [], day = [], month = [], weekday = [] } = values
  const eitherDay = !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*')
  const cron: Cron = { minute, hour, day, month, weekday, eitherDay }
  return nextRun(cron, 'UTC', Date.UTC(2024, 0, 1)) === null ? { fault: 'never' } : { cron }
}

function fitsDay(cron: Cron, day: BusinessDay): boolean {
  if (!cron.month.includes(Number(day.slice(5, 7)))) return false
  const isDay = cron.day.includes(Number(day.slice(8)))
  const isWeekday = cron.weekday.includes(weekdayOf(day) % 7)
  return cron.eitherDay ? isDay || isWeekday : isDay && isWeekday
}

/**
 * Instants of one hour of the wall clock. In the night the clock is put forward a time that is left out means the moment
 * of the jump; put back, a time that comes twice means its first time. What runs every hour goes by elapsed time instead:
 * nothing extra at the jump, and the repeated hour counts.
 */
function instantsOf(cron: Cron, zone: string, day: BusinessDay, hour: number): number[] {
  const everyHour = cron.hour.length === HOURS
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return cron.minute
    .flatMap(minute => {
      const found = resolveLocal(midnight + hour * HOUR_MS + minute * MINUTE_MS, zone)
      if (found.kind === 'exact') return [found.at]
      if (found.kind === 'ambiguous') return everyHour ? [found.earlier, found.later] : [found.earlier]
      return everyHour ? [] : [found.gapAt]
    })
    .toSorted((a, b) => a - b)
}

/** First instant later than `after` at which the expression is due on the zone's clock; null when there is none in nine years. */
export function nextRun(cron: Cron, zone: string, after: number): number | null {
  // An hour back, because the wall clock may have been put back in between.
  const start = after - HOUR_MS
  let day = localDayOf(start, zone)
  let firstHour = Math.floor((localMinuteOf(start, zone) * MINUTE_MS) / HOUR_MS)
  for (let i = 0; i < HORIZON_DAYS; i++) {
    if (fitsDay(cron, day))
      for (const hour of cron.hour) {
        if (hour < firstHour) continue
        const at = instantsOf(cron, zone, day, hour).find(instant => instant > after)
        if (at !== undefined) return at
      }
    day = addDays(day, 1)
    firstHour = 0
  }
  return null
}

/** The next `count` times it is due. */
export function nextRuns(cron: Cron, zone: string, after: number, count: number): number[] {
  const runs: number[] = []
  for (let at = nextRun(cron, zone, after); at !== null && runs.length < count; at = nextRun(cron, zone, at))
    runs.push(at)
  return runs
}
