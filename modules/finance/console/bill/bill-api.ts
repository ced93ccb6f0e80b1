import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Labels, type Payload } from '@wattyard/console-kit'
import { type BillState, dayCloseGate, type Sums } from '../../contract/index.ts'

export interface DayRow extends Sums {
  readonly day: string
  readonly state: BillState
  /** Id of the closing, of closed days. */
  readonly closing: string | null
  readonly stations: number
}

export interface StationRow extends Sums {
  readonly id: string
  readonly day: string
  readonly station: string
  readonly state: BillState
}

export interface BillsAnswer {
  readonly list: readonly StationRow[]
  readonly total: number
  readonly labels: Labels
  readonly can: readonly string[]
  readonly asOf: number
  readonly from: string
  readonly to: string
  readonly totals: Sums
  readonly days: readonly DayRow[]
  /** The only day whose turn it is to be closed. */
  readonly nextDay: string | null
}

export interface BillFilter {
  readonly from: string
  readonly to: string
  readonly station: string
}

/** Stations shown of one day: the API's largest page. */
export const MAX_STATIONS = 200
/** While a proof is being made one looks more often. */
const SEALING_MS = 2_000
const POLL_MS = 60_000
const quiet = { lane: 'page', quiet: true } as const

export function billPayload({ from, to, station }: BillFilter): Payload {
  return {
    'filter.day.from': from,
    'filter.day.to': to,
    ...(station === '' ? {} : { 'filter.station': station }),
  }
}

export const billQueries = {
  days: (filter: BillFilter) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'days', filter],
      queryFn: ({ signal }) =>
        api.get<BillsAnswer>(
          '/api/finance/dailyBill/list',
          { ...billPayload(filter), page: 1, pageSize: 1 },
          { ...quiet, signal },
        ),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.days.some(day => day.state === 'closing') ? SEALING_MS : POLL_MS),
    }),
  stations: (day: string, station: string) =>
    queryOptions({
      queryKey: ['finance.dailyBill', 'stations', day, station],
      queryFn: ({ signal }) =>
        api.get<BillsAnswer>(
          '/api/finance/dailyBill/list',
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
