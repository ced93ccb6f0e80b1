import { addDays, type BusinessDay, businessDay, daysBetween, isBusinessDay } from '@wattyard/time'
import { type CompareWith, type DaySpan, elapsedOf, type Period, periodOf, type PeriodUnit } from './period.ts'

/** Names of the URL parameters of a period. */
export interface PeriodKeys {
  readonly from: string
  readonly to: string
  readonly unit: string
  readonly compare: string
}

export interface PeriodRules {
  readonly today: BusinessDay
  /** Period shown when the URL names no days. */
  readonly start: Period
  readonly units: readonly PeriodUnit[]
  /** Longest period in days. */
  readonly maxDays: number
}

export interface AddressPeriod {
  readonly period: Period
  readonly compareWith: CompareWith
  /** The URL asked for more than `maxDays`; only the last days are shown. */
  readonly isCut: boolean
}

export const COMPARISONS: readonly CompareWith[] = ['none', 'previous', 'lastYear']
const WHOLE = ['day', 'week', 'month', 'quarter', 'year'] as const
/** Largest number of days of a period of each unit. A `range` counts as 1 day, so that it is always offered. */
const MOST_DAYS: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 31, quarter: 92, year: 366, range: 1 }
/**
 * Range of accepted years: days outside it are ignored, so that steps and comparisons stay within the years that a day may have.
 */
const FIRST_YEAR = '1970'
const LAST_YEAR = '2190'

/** Returns the number of days of a span, both ends included. */
export const daysOf = ({ from, to }: DaySpan): number => daysBetween(from, to) + 1

/** Returns the units of `wanted` whose every period fits into `maxDays`. */
export function fittingUnits(wanted: readonly PeriodUnit[], maxDays: number): PeriodUnit[] {
  return wanted.filter(unit => MOST_DAYS[unit] <= maxDays)
}

/** Returns the smallest unit in `units` of which the span is exactly one period; otherwise `range`. */
export function unitOf({ from, to }: DaySpan, units: readonly PeriodUnit[]): PeriodUnit {
  const isWhole = (unit: (typeof WHOLE)[number]): boolean => {
    const period = periodOf(unit, from)
    return period.from === from && period.to === to
  }
  return WHOLE.find(unit => units.includes(unit) && isWhole(unit)) ?? 'range'
}

/**
 * Returns the period that a URL asks for. Missing or unreadable parts have defaults: no days give `start`, one day gives the
 * period of the named unit around it, days in the wrong order are swapped. Days without a unit, as in older URLs, are a period of
 * a unit when they match one exactly, else a range.
 */
export function readPeriod(params: URLSearchParams, keys: PeriodKeys, rules: PeriodRules): AddressPeriod {
  const from = dayIn(params.get(keys.from))
  const to = dayIn(params.get(keys.to))
  const named = rules.units.find(unit => unit === params.get(keys.unit))
  const compareWith = COMPARISONS.find(one => one === params.get(keys.compare)) ?? 'none'
  const period = periodFor({ from, to, named }, rules)
  if (daysOf(period) <= rules.maxDays) return { period, compareWith, isCut: false }
  const end = period.from <= rules.today && period.to > rules.today ? rules.today : period.to
  const first = addDays(end, 1 - rules.maxDays)
  return {
    period: { unit: 'range', from: first > period.from ? first : period.from, to: end },
    compareWith,
    isCut: true,
  }
}

interface Asked extends Readonly<Record<'from' | 'to', BusinessDay | null>> {
  readonly named: PeriodUnit | undefined
}

function periodFor({ from, to, named }: Asked, { today, start, units }: PeriodRules): Period {
  const at = from ?? to
  if (named !== undefined && named !== 'range') return periodOf(named, at ?? today)
  if (at === null) return named === 'range' ? { ...start, ...elapsedOf(start, today), unit: 'range' } : start
  const last = to ?? (at <= today ? today : at)
  const first = from ?? periodOf('month', last).from
  const span = first <= last ? { from: first, to: last } : { from: last, to: first }
  return { ...span, unit: named ?? unitOf(span, units) }
}

function dayIn(text: string | null): BusinessDay | null {
  if (text === null || !isBusinessDay(text)) return null
  return text >= FIRST_YEAR && text < LAST_YEAR ? text : null
}

/** Returns the parameters of a period; the unit is empty where the days imply it. Empty parameters are to be removed. */
export function paramsOfPeriod(period: Period, keys: PeriodKeys, units: readonly PeriodUnit[]): Record<string, string> {
  const { unit, from, to } = period
  return { [keys.from]: from, [keys.to]: to, [keys.unit]: unitOf(period, units) === unit ? '' : unit }
}

/** Returns a span with one end changed; when it passes the other end, both become that day. */
export function movedEnd(span: DaySpan, end: 'from' | 'to', text: string): DaySpan {
  const day = businessDay(text)
  if (end === 'from') return { from: day, to: day > span.to ? day : span.to }
  return { from: day < span.from ? day : span.from, to: day }
}
