import { Cron as Pattern } from 'croner'

/** Longest expression in characters. */
export const MAX_CRON = 100

export const CRON_PARTS = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronPart = (typeof CRON_PARTS)[number]

/** A parsed expression: the values of each part, ascending. */
export interface Cron {
  readonly minute: readonly number[]
  readonly hour: readonly number[]
  /** Days of the month. */
  readonly day: readonly number[]
  readonly month: readonly number[]
  /** Sunday 0 … Saturday 6. */
  readonly weekday: readonly number[]
  /** True when both day of the month and weekday are restricted; a day then matches by either. */
  readonly eitherDay: boolean
}

/** Error of an expression: one of its parts, the number of parts, or no day that ever matches. */
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
const HOURS = 24
const ITEM = /^(?:\*|([0-9]{1,2}|[a-z]{3})(?:-([0-9]{1,2}|[a-z]{3}))?)(?:\/([0-9]{1,2}))?$/

function numberOf(part: CronPart, text: string): number {
  const named = NAMES[part]?.indexOf(text) ?? -1
  return named >= 0 ? named : /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** Returns the values of one item such as `*`, `5`, `8-18` or `8-18/2`; null when it is invalid. */
function itemValues(part: CronPart, item: string): number[] | null {
  const match = ITEM.exec(item)
  if (!match) return null
  const [, first, second, by] = match
  const [lowest, highest] = RANGES[part]
  const from = first === undefined ? lowest : numberOf(part, first)
  // `5/10` means every ten from five on, as in other implementations.
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

/**
 * Returns the library's pattern. It is built from the parsed values, not from the text, because the library accepts more (`L`,
 * `#`, `?`) and less (`5/10`) than this parser. Values contain no wildcards, so the library's fixed-time rule applies as wanted:
 * a time skipped by the clock runs at the jump, and a time that occurs twice runs the first time. Hourly expressions go by
 * elapsed time instead: nothing extra at the jump, and the repeated hour counts.
 */
function patternOf({ minute, hour, day, month, weekday, eitherDay }: Cron, zone: string): Pattern {
  const hours = hour.length === HOURS ? '*' : hour
  return new Pattern([minute, hours, day, month, weekday].join(' '), {
    timezone: zone,
    mode: '5-part',
    domAndDow: !eitherDay,
    fixedTimeRule: 'no-wildcard',
  })
}

/**
 * Returns the first instant after `after` at which the expression is due on the zone's clock, epoch ms; null when there is none.
 */
export function nextRun(cron: Cron, zone: string, after: number): number | null {
  return patternOf(cron, zone).nextRun(new Date(after))?.getTime() ?? null
}

/** Returns the next `count` instants at which the expression is due, epoch ms. */
export function nextRuns(cron: Cron, zone: string, after: number, count: number): number[] {
  return patternOf(cron, zone)
    .nextRuns(count, new Date(after))
    .map(at => at.getTime())
}
