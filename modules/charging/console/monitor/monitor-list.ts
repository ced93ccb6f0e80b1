import {
  addEnergy,
  addFen,
  formatEnergy,
  formatFen,
  parseEnergy,
  parseFen,
  ZERO_ENERGY,
  ZERO_FEN,
} from '@wattyard/money'
import { type RunningOrder } from '../../contract/calls/live.ts'
import { isReadingLive, READING_HOLDS_MS } from '../../contract/live.ts'

export const SORTS = [
  'orderNo',
  'place',
  'state',
  'startedAt',
  'power',
  'soc',
  'energy',
  'amount',
  'lastFactAt',
] as const
export type SortKey = (typeof SORTS)[number]

/** Keys whose column shows the opposite of what is compared: the later the start, the shorter the shown duration. */
const TURNED: readonly SortKey[] = ['startedAt']

/** Returns whether the figures of the sorted column fall from row to row. */
export const falls = ({ sort, descending }: Pick<MonitorFilter, 'sort' | 'descending'>): boolean =>
  descending !== TURNED.includes(sort)

export interface MonitorFilter {
  text: string
  /** Id of a station; empty for all. */
  station: string
  /** Shows only sessions that need attention. */
  flagged: boolean
  sort: SortKey
  descending: boolean
}

/** Returns the filter in the URL. The page's own station counts only while none is chosen for all pages (`atStation` null). */
export function filterFrom(search: Readonly<URLSearchParams>, atStation: string | null): MonitorFilter {
  const sort = search.get('sort') ?? '-startedAt'
  return {
    text: search.get('q') ?? '',
    station: atStation === null ? (search.get('station') ?? '') : '',
    flagged: search.get('flagged') === '1',
    sort: SORTS.find(one => one === sort.replace('-', '')) ?? 'startedAt',
    descending: sort.startsWith('-'),
  }
}

/** Returns whether a session needs attention. */
export function isFlagged(order: RunningOrder, now: number): boolean {
  return (
    order.cases.length > 0 ||
    order.offlineSince !== null ||
    order.state === 'abnormal' ||
    now - order.lastFactAt > READING_HOLDS_MS
  )
}

const placeOf = (order: RunningOrder): string => `${order.station.name} ${order.pile.code} ${order.connectorName}`

/** Returns the value to sort by. Exact figures are compared exactly, never as floats; a missing figure is less than any other. */
function valueOf(order: RunningOrder, sort: SortKey): string | number | bigint {
  switch (sort) {
    case 'place':
      return placeOf(order)
    case 'energy':
      return order.energy === null ? -1n : parseEnergy(order.energy)
    case 'amount':
      return order.amount === null ? -1n : parseFen(order.amount)
    default:
      return order[sort] ?? -1
  }
}

function compare(a: RunningOrder, b: RunningOrder, sort: SortKey): number {
  const [left, right] = [valueOf(a, sort), valueOf(b, sort)]
  if (typeof left === 'string' && typeof right === 'string')
    return left.localeCompare(right, 'zh-CN', { numeric: true })
  return left < right ? -1 : left > right ? 1 : 0
}

/** Returns the sessions that pass the filter, in its order; equal ones are ordered by their number. */
export function listed(list: readonly RunningOrder[], filter: MonitorFilter, now: number): RunningOrder[] {
  const text = filter.text.trim().toLowerCase()
  const found = list.filter(
    order =>
      (filter.station === '' || order.station.id === filter.station) &&
      (!filter.flagged || isFlagged(order, now)) &&
      (text === '' ||
        [order.orderNo, order.station.name, order.pile.code, order.pile.name].some(word =>
          word.toLowerCase().includes(text),
        )),
  )
  const sign = filter.descending ? -1 : 1
  return found.sort((a, b) => sign * compare(a, b, filter.sort) || (a.orderNo < b.orderNo ? -1 : 1))
}

export interface MonitorSums {
  count: number
  /** Whole watts. */
  power: number
  /** Rated watts of the piles in use, each pile once. */
  rated: number
  /** Decimal text, kWh. */
  energy: string
  /** Decimal text. */
  amount: string
  flagged: number
  /** Number of sessions whose present power is unknown. */
  silent: number
}

/** Returns the exact sums over all sessions; a session without a figure adds nothing. */
export function sumsOf(list: readonly RunningOrder[], now: number): MonitorSums {
  const rated = new Map<string, number>()
  let power = 0
  let energy = ZERO_ENERGY
  let amount = ZERO_FEN
  let flagged = 0
  let silent = 0
  for (const order of list) {
    // A reading that was live in the answer may have become old on the screen.
    if (isReadingLive(order, now)) power += order.power ?? 0
    else silent++
    if (order.ratedPower !== null) rated.set(order.pile.id, order.ratedPower)
    if (order.energy !== null) energy = addEnergy(energy, parseEnergy(order.energy))
    if (order.amount !== null) amount = addFen(amount, parseFen(order.amount))
    if (isFlagged(order, now)) flagged++
  }
  return {
    count: list.length,
    power,
    rated: [...rated.values()].reduce((sum, one) => sum + one, 0),
    energy: formatEnergy(energy),
    amount: formatFen(amount),
    flagged,
    silent,
  }
}

/** Returns the stations with running sessions, by name. */
export function stationsOf(list: readonly RunningOrder[]): { id: string; name: string; count: number }[] {
  const stations = new Map<string, { id: string; name: string; count: number }>()
  for (const { station } of list) {
    const one = stations.get(station.id) ?? { ...station, count: 0 }
    one.count += 1
    stations.set(station.id, one)
  }
  return [...stations.values()].sort((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }))
}
