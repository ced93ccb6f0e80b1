import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Payload } from '@wattyard/console-kit'
import { type BillsAnswer, dayCloseGate, listDailyBills } from '../../contract/index.ts'

export interface ShownDays {
  readonly from: string
  readonly to: string
  readonly station: string
}

/** Largest number of stations shown for one day: the API's largest page. */
export const MAX_STATIONS = 200
/** Poll interval while a proof is being made. */
const SEALING_MS = 2_000
const POLL_MS = 60_000
const quiet = { lane: 'page', quiet: true } as const

export function billPayload({ from, to, station }: ShownDays): Payload {
  return {
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
      placeholderData: keepPreviousData,
    }),
  days: (filter: ShownDays) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'days', filter],
      queryFn: ({ signal }) =>
        api.call(listDailyBills, { ...billPayload(filter), page: 1, pageSize: 1 }, { ...quiet, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.days.some(day => day.state === 'closing') ? SEALING_MS : POLL_MS),
    }),
  stations: (day: string, station: string) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'stations', day, station],
      queryFn: ({ signal }) =>
        api.call(
          listDailyBills,
          { ...billPayload({ from: day, to: day, station }), page: 1, pageSize: MAX_STATIONS, sort: '-total' },
          { ...quiet, signal },
        ),
    }),
  gate: (day: string) =>
    queryOptions({
      queryKey: ['finance.dayClose', 'gate', day],
      queryFn: ({ signal }) => api.call(dayCloseGate, { day }, { ...quiet, signal }),
    }),
}
