import { formatEnergy, formatFen, sumFen, ZERO_ENERGY, ZERO_FEN } from '@wattyard/money'
import { availabilityOf, type LiveCounts, STATION_LIVES } from '@wattyard/assets/contract'
import { connectorsInService, livesByStation, type StationNow, stationsNow } from '@wattyard/assets/server'
import { type BookedStation, bookedByStation, chargingTimes } from '@wattyard/charging/server'
import type { Caller, Tx } from '@wattyard/server-kit'
import { maySeeCard, maySeeFigure, type RankedStation } from '../../contract/index.ts'
import { cacheFor } from './cache-for.ts'
import { personOf } from './home-figures.ts'
import { shareOfTime } from './order-figures.ts'
import { keyOf, partOf, type Question, questionOf, upToNow } from './past.ts'

/** Stations that are named; the list of stations has all. */
const RANKED = 8

const kept = cacheFor<Ranking>()
const KEPT_MS = 5_000

interface Ranking {
  by: 'utilisation' | 'availability'
  list: RankedStation[]
  total: number
  asOf: number
}

/** What a station did today. */
interface Use {
  booked: BookedStation | undefined
  charged_ms: number
}

/**
 * Returns the stations that are used best today; for people who may not read orders those first of whose piles the
 * smallest share can charge;
 * none for people who may see no stations.
 */
export async function rankStations(tx: Tx, caller: Caller, now: number): Promise<Ranking> {
  const person = personOf(caller)
  if (!maySeeCard('stations', person)) return { by: 'availability', list: [], total: 0, asOf: now }
  const question = await questionOf(tx, caller, now)
  const withOrders = maySeeFigure('utilisation', person)
  return kept(keyOf(question, String(withOrders)), { now, forMs: KEPT_MS, make: () => rank(question, withOrders) })
}

async function rank(question: Question, withOrders: boolean): Promise<Ranking> {
  const { tx, caller, now } = question
  const stations = await stationsNow(tx, caller)
  const connectors = await connectorsInService(tx, caller)
  const uses = withOrders ? await usesOf(question) : new Map<string, Use>()
  const span = upToNow(question, 0)
  const span_ms = span.to - span.from
  // Shares of time are compared as time per connector, which needs no rounding.
  const perConnector = ({ id }: StationNow): number =>
    (uses.get(id)?.charged_ms ?? 0) / (connectors.get(id) ?? Infinity)
  const lives = await livesByStation(
    tx,
    stations.map(({ id }) => id),
  )
  // Stations without installed piles, and those that are not open, have no share and come last.
  const share = ({ id, live }: StationNow): number => {
    const found = live === 'out' ? null : availabilityOf(lives.get(id) ?? {})
    return found ? found.usable / found.installed : Infinity
  }
  const by = (a: number, b: number): number => (a === b ? 0 : a - b)
  const trouble = ({ live }: StationNow): number => STATION_LIVES.indexOf(live)
  const first = stations
    .toSorted(
      (a, b) => (withOrders ? by(perConnector(b), perConnector(a)) : by(share(a), share(b))) || trouble(a) - trouble(b),
    )
    .slice(0, RANKED)
  return {
    by: withOrders ? 'utilisation' : 'availability',
    list: first.map(station => ({
      ...ranked(station, lives.get(station.id) ?? {}, connectors.get(station.id) ?? 0),
      ...(withOrders ? usedToday(uses.get(station.id), connectors.get(station.id) ?? 0, span_ms) : {}),
    })),
    total: stations.length,
    asOf: now,
  }
}

async function usesOf(question: Question): Promise<ReadonlyMap<string, Use>> {
  const { tx, today } = question
  const part = partOf(question)
  const booked = await bookedByStation(tx, part, today)
  const [times] = await chargingTimes(tx, part, [upToNow(question, 0)])
  const ids = new Set([...booked.keys(), ...(times?.keys() ?? [])])
  return new Map([...ids].map(id => [id, { booked: booked.get(id), charged_ms: times?.get(id) ?? 0 }]))
}

const ranked = ({ id, name, live }: StationNow, lives: LiveCounts, connectors: number): RankedStation => ({
  id,
  name,
  live,
  lives: { ...lives },
  connectors,
})

function usedToday(use: Use | undefined, connectors: number, span_ms: number) {
  const booked = use?.booked
  return {
    revenue: formatFen(booked ? sumFen([booked.electricity_fen, booked.service_fen]) : ZERO_FEN),
    energy: formatEnergy(booked?.energy ?? ZERO_ENERGY),
    utilisation: shareOfTime(use?.charged_ms ?? 0, connectors, span_ms),
  }
}
