import {
  periodOf,
  stepPeriod,
  useStationFilter,
  useToday,
  useZone,
  useTabQuery,
  withParams,
} from '@wattyard/console-kit'
import { addDays, businessDay, isBusinessDay } from '@wattyard/time'
import { useCallback } from 'react'
import type { ShownDays } from './bill-api.ts'

export interface BillView {
  filter: ShownDays
  today: string
  openDay: string
  closing: string
  /** The days as a month instead of a list. */
  isMonth: boolean
  /** Empty text takes the parameter away. */
  set: (changes: Readonly<Record<string, string>>) => void
}

/** Days and station of the page, in the URL; this month and the station of the top bar when it says nothing. */
export function useBillView(): BillView {
  const [search, setSearch] = useTabQuery()
  const zone = useZone()
  const today = useToday(zone)
  const chosen = useStationFilter(filter => filter.stationId)
  const dayIn = (key: string, otherwise: string): string => {
    const text = search.get(key) ?? ''
    return isBusinessDay(text) ? text : otherwise
  }
  const to = dayIn('f.day.to', today)
  const from = dayIn('f.day.from', `${to.slice(0, 8)}01`)
  const set = useCallback(
    (changes: Readonly<Record<string, string>>) => setSearch(before => withParams(before, changes), { replace: true }),
    [setSearch],
  )
  return {
    filter: { from, to, station: search.get('f.station') ?? chosen ?? '' },
    today,
    openDay: search.get('day') ?? '',
    closing: search.get('closing') ?? '',
    isMonth: search.get('view') === 'month',
    set,
  }
}

/** Ranges one asks for most, by the word of each. */
export function usualRanges(today: string): readonly { word: string; from: string; to: string }[] {
  const day = businessDay(today)
  const month = periodOf('month', day)
  const before = stepPeriod(month, -1)
  return [
    { word: 'last7', from: addDays(day, -6), to: today },
    { word: 'thisMonth', from: month.from, to: today },
    { word: 'lastMonth', from: before.from, to: before.to },
  ]
}

/** Whole days of a month (`YYYY-MM`) up to today, as the page's parameters; no day of it is open. */
export function monthRange(month: string, today: string): Readonly<Record<string, string>> {
  const first = `${month}-01`
  const inNext = addDays(businessDay(first), 31)
  const last = addDays(businessDay(`${inNext.slice(0, 8)}01`), -1)
  return { 'f.day.from': first, 'f.day.to': last > today ? today : last, day: '' }
}
