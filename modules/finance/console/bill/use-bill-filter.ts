import { periodOf, type PeriodView, useChosenStation, usePeriod, useTabQuery, withParams } from '@wattyard/console-kit'
import { businessDay } from '@wattyard/time'
import { useCallback } from 'react'
import { MAX_BILL_DAYS } from '../../contract/index.ts'
import type { ShownDays } from './bill-api.ts'

/** Views of the days: a list, a month, charts, a report. */
export const BILL_LOOKS = ['list', 'month', 'charts', 'report'] as const
export type BillLook = (typeof BILL_LOOKS)[number]

export interface BillView {
  days: PeriodView
  filter: ShownDays
  openDay: string
  closing: string
  look: BillLook
  /** Sets URL parameters; an empty text removes one. */
  set: (changes: Readonly<Record<string, string>>) => void
}

const DAYS = {
  maxDays: MAX_BILL_DAYS,
  keys: { from: 'f.day.from', to: 'f.day.to' },
  clears: ['day'],
} as const

/** Returns days and station of the page from the URL, by default this month. The page's own station counts while none is chosen for all pages. */
export function useBillView(): BillView {
  const [search, setSearch] = useTabQuery()
  const days = usePeriod(DAYS)
  const atStation = useChosenStation()
  const set = useCallback(
    (changes: Readonly<Record<string, string>>) => setSearch(before => withParams(before, changes), { replace: true }),
    [setSearch],
  )
  return {
    days,
    filter: { ...days.shown, station: atStation === null ? (search.get('f.station') ?? '') : '', atStation },
    openDay: search.get('day') ?? '',
    closing: search.get('closing') ?? '',
    look: BILL_LOOKS.find(look => look === search.get('view')) ?? 'list',
    set,
  }
}

/** Returns the parameters that show the whole month of a day (`YYYY-MM` or `YYYY-MM-DD`) with no day opened. */
export function monthParams({ paramsOf }: PeriodView, day: string): Readonly<Record<string, string>> {
  return paramsOf(periodOf('month', businessDay(`${day.slice(0, 'YYYY-MM'.length)}-01`)))
}
