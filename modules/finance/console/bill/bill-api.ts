import { queryOptions } from '@tanstack/react-query'
import type { AtStation } from '@wattyard/calls'
import { api, keepAtStation, type Payload } from '@wattyard/console-kit'
import { type BillsAnswer, dayCloseGate, listDailyBills } from '../../contract/index.ts'

export interface ShownDays {
  readonly from: string
  readonly to: string
  /** Station of the page's own filter; empty for all, and where one is chosen in the top bar. */
  readonly station: string
  /** Station chosen in the top bar; null for all. */
  readonly atStation: string | null
}

/** Largest number of stations shown for one day: the API's largest page. */
export const MAX_STATIONS = 200
/** Poll interval while a proof is being made. */
const SEALING_MS = 2_000
const POLL_MS = 60_000
const quiet = { lane: 'page', quiet: true } as const

export function billPayload({ from, to, station, atStation }: ShownDays): Payload & AtStation {
  return {
    atStation,
    'filter.day.from': from,
    'filter.day.to': to,
    ...(station === '' ? {} : { 'filter.station': station }),
  }
}

/** Largest number of bills in a report: those of 50 stations over 100 days. */
export const MAX_REPORT_ROWS = 5_000

export type BillRow = BillsAnswer['list'][number]

/** Reads all bills of the days, page by page; `isCapped` tells that there are more than a report adds up. */
async function readRows(filter: ShownDays, signal: AbortSignal) {
  const list: BillRow[] = []
  const labels: Record<string, Record<string, string>> = {}
  for (let page = 1; ; page++) {
    const answer = await api.call(
      listDailyBills,
      { ...billPayload(filter), page, pageSize: MAX_STATIONS, sort: 'day' },
      { ...quiet, signal },
    )
    list.push(...answer.list)
    for (const [of, known] of Object.entries(answer.labels)) labels[of] = { ...labels[of], ...known }
    const isLast = answer.list.length < MAX_STATIONS
    if (isLast || list.length >= MAX_REPORT_ROWS)
      return { list, labels, isCapped: !isLast && answer.total > list.length }
  }
}

export const billQueries = {
  rows: (filter: ShownDays) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'rows', filter],
      queryFn: ({ signal }) => readRows(filter, signal),
      placeholderData: keepAtStation(filter.atStation),
    }),
  days: (filter: ShownDays) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'days', filter],
      queryFn: ({ signal }) =>
        api.call(listDailyBills, { ...billPayload(filter), page: 1, pageSize: 1 }, { ...quiet, signal }),
      placeholderData: keepAtStation(filter.atStation),
      refetchInterval: ({ state }) => (state.data?.days.some(day => day.state === 'closing') ? SEALING_MS : POLL_MS),
    }),
  stations: (day: string, filter: Pick<ShownDays, 'station' | 'atStation'>) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'stations', day, filter],
      queryFn: ({ signal }) =>
        api.call(
          listDailyBills,
          { ...billPayload({ ...filter, from: day, to: day }), page: 1, pageSize: MAX_STATIONS, sort: '-total' },
          { ...quiet, signal },
        ),
    }),
  gate: (day: string) =>
    queryOptions({
      queryKey: ['finance.dayClose', 'gate', day],
      queryFn: ({ signal }) => api.call(dayCloseGate, { day }, { ...quiet, signal }),
    }),
}
