import { addDays, type BusinessDay, businessDay } from '@wattyard/time'
import { useCallback, useMemo } from 'react'
import { useTabQuery, withParams } from '../module/tab-query.ts'
import { useZone } from '../ui/shown.tsx'
import { useToday } from '../ui/use-now.ts'
import { daysOf, fittingUnits, paramsOfPeriod, type PeriodKeys, readPeriod } from './period-address.ts'
import {
  type CompareWith,
  comparisonOf,
  type DaySpan,
  elapsedOf,
  type Period,
  periodOf,
  type PeriodUnit,
} from './period.ts'

export interface PeriodOptions {
  /** Longest period in days that the page's call accepts. */
  readonly maxDays: number
  /** Returns the period to show when the URL names none; this month when absent. */
  readonly start?: (today: BusinessDay) => Period
  /** Offered units, as far as they fit into `maxDays`; all when absent. */
  readonly units?: readonly PeriodUnit[]
  /** Names of the URL parameters, where they differ from `from`, `to`, `period`, `compare`. */
  readonly keys?: Partial<PeriodKeys>
  /** URL parameters that a change of days removes: an open row, a page of a list. */
  readonly clears?: readonly string[]
}

export interface PeriodView {
  readonly period: Period
  /** Days to read: the part of the period up to today, or the whole period when it lies ahead. */
  readonly shown: DaySpan
  readonly compareWith: CompareWith
  /** Days to compare with; null without a comparison and for periods that lie ahead. */
  readonly compared: DaySpan | null
  readonly today: BusinessDay
  readonly units: readonly PeriodUnit[]
  readonly maxDays: number
  /** The URL asked for more than `maxDays`. */
  readonly isCut: boolean
  readonly choose: (period: Period) => void
  readonly compare: (compareWith: CompareWith) => void
  /** Returns the parameters that choose a period, for a page that changes others with them. */
  readonly paramsOf: (period: Period) => Readonly<Record<string, string>>
}

const UNITS: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year', 'range']
const KEYS: PeriodKeys = { from: 'from', to: 'to', unit: 'period', compare: 'compare' }
const NONE: readonly string[] = []
const thisMonth = (today: BusinessDay): Period => periodOf('month', today)

/** Returns the period of a page and its comparison, kept in the URL of its tab. */
export function usePeriod({
  maxDays,
  start = thisMonth,
  units = UNITS,
  keys,
  clears = NONE,
}: PeriodOptions): PeriodView {
  const [search, setSearch] = useTabQuery()
  const today = businessDay(useToday(useZone()))
  const { from, to, unit: unitKey, compare: compareKey } = { ...KEYS, ...keys }
  const names = useMemo(() => ({ from, to, unit: unitKey, compare: compareKey }), [from, to, unitKey, compareKey])
  const fitting = useMemo(() => fittingUnits(units, maxDays), [units, maxDays])
  const { period, compareWith, isCut } = useMemo(
    () => readPeriod(search, names, { today, start: start(today), units: fitting, maxDays }),
    [search, names, today, start, fitting, maxDays],
  )
  const set = useCallback(
    (changes: Readonly<Record<string, string>>) => setSearch(before => withParams(before, changes), { replace: true }),
    [setSearch],
  )
  const paramsOf = useCallback(
    (next: Period) => ({
      ...Object.fromEntries(clears.map(key => [key, ''])),
      ...paramsOfPeriod(next, names, fitting),
    }),
    [clears, names, fitting],
  )
  // The same days keep the same object, because charts are drawn again for a new one.
  const shown = useMemo((): DaySpan => elapsedOf(period, today) ?? period, [period, today])
  const compared = useMemo(
    () => within(comparisonOf(period, compareWith, today), maxDays),
    [period, compareWith, today, maxDays],
  )
  return {
    period,
    shown,
    compareWith,
    compared,
    today,
    units: fitting,
    maxDays,
    isCut,
    choose: useCallback((next: Period) => set(paramsOf(next)), [set, paramsOf]),
    compare: useCallback((next: CompareWith) => set({ [compareKey]: next === 'none' ? '' : next }), [set, compareKey]),
    paramsOf,
  }
}

/**
 * Returns a span cut to `maxDays`. A range over the end of February may have a day more in the other year than the call accepts.
 */
function within(span: DaySpan | null, maxDays: number): DaySpan | null {
  if (span === null || daysOf(span) <= maxDays) return span
  return { from: addDays(span.to, 1 - maxDays), to: span.to }
}
