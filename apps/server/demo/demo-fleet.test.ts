import {
  type Car,
  createRandom,
  createVisits,
  drawUnderway,
  type FleetPile,
  type PileKind,
  VirtualPile,
} from '@wattyard/app-simulator'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DRIVERS } from './demo-fleet.ts'
import { HISTORY_DAYS, planHistory, type PlannedPile } from './demo-plan.ts'

const ZONE = 'Asia/Shanghai'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MIDNIGHT = Date.parse('2026-11-26T00:00:00+08:00')
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const QUARTERS = 4
/** Minutes between two looks at the plugs. */
const STEP_MIN = 3

/** Piles of the demo's stations: fast ones of 60, 120 and 180 kW with two plugs, slow ones with one. */
const STATIONS: readonly Readonly<Partial<Record<PileKind, number>>>[] = [
  { 'dc-120': 4, 'ac-7': 4 },
  { 'dc-180': 4, 'dc-120': 2 },
  { 'dc-60': 6, 'ac-7': 4 },
  { 'dc-120': 4, 'dc-60': 2 },
  { 'dc-60': 4 },
  { 'dc-180': 2, 'dc-120': 2, 'ac-7': 2 },
]
const POWER_W: Readonly<Record<PileKind, number>> = {
  'dc-60': 60_000,
  'dc-120': 120_000,
  'dc-180': 180_000,
  'ac-7': 7_000,
}
const PARK: readonly (PlannedPile & FleetPile)[] = STATIONS.flatMap((kinds, station) =>
  (Object.entries(kinds) as [PileKind, number][]).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => ({
      identity: `${station}/${kind}/${at}`,
      stationId: `S${station}`,
      stationKey: '',
      kind,
      power_w: POWER_W[kind],
      connectors: kind === 'ac-7' ? 1 : 2,
      connectorsPerEvse: 1,
      version: 'ocpp1.6',
    })),
  ),
)

/** Returns the average energy per quarter hour in kWh by hour of the day, as the past has it. */
function pastByHour(seeds: number): number[] {
  const sums = HOURS.map(() => 0)
  for (let seed = 1; seed <= seeds; seed++) {
    const drivers = Array.from({ length: 60 }, (_, at) => ({ memberId: `M${at}`, tag: `T${at}`, funds_fen: 90_000 }))
    const { visits } = planHistory({ seed, piles: PARK, drivers, zone: ZONE, days: HISTORY_DAYS, until: MIDNIGHT })
    // Power is taken as even over the visit.
    for (const { startedAt, endedAt, end } of visits)
      for (let at = startedAt; at < endedAt; at += MINUTE_MS) {
        const hour = Math.floor((at - MIDNIGHT) / HOUR_MS + HISTORY_DAYS * 24) % 24
        sums[hour] =
          (sums[hour] ?? 0) + (end.register_wh / 1_000) * (MINUTE_MS / Math.max(MINUTE_MS, endedAt - startedAt))
      }
  }
  return sums.map(sum => sum / (seeds * HISTORY_DAYS * QUARTERS))
}

interface Live {
  /** Energy in kWh of each hour since the start. */
  energy: number[]
  /** Number of charges after the first ten seconds. */
  first: number
}

/** Runs the fleet's drivers at piles without a network for some hours. */
async function liveFrom(start: number, hours: number, seed: number): Promise<Live> {
  vi.setSystemTime(start)
  const random = createRandom(seed)
  const options = { ...DRIVERS, url: '', piles: PARK, tags: ['T1', 'T2'], seed, outageRate: 0, faultRate: 0 }
  const underway = drawUnderway(options, random.fork('start'), start)
  const piles = PARK.map(entry => {
    const luck = random.fork(entry.identity)
    const pile = new VirtualPile({ url: 'ws://127.0.0.1:1', ...entry, random: luck, meterInterval_ms: 10 * MINUTE_MS })
    const visits = createVisits(pile, entry, options, luck.fork('visits'), (delay, act) => setTimeout(act, delay))
    visits.begin(underway.get(entry.identity) ?? new Set())
    return pile
  })
  const plugs = piles.flatMap(pile => pile.connectors)
  await vi.advanceTimersByTimeAsync(10_000)
  const first = plugs.filter(({ session }) => session !== null).length
  const before = new Map<Car, number>()
  const energy: number[] = []
  for (let minute = 0; minute < hours * 60; minute += STEP_MIN) {
    await vi.advanceTimersByTimeAsync(STEP_MIN * MINUTE_MS)
    for (const plug of plugs) {
      const { car } = plug
      if (car === null) continue
      plug.flow()
      const hour = Math.floor(minute / 60)
      const gained = ((car.soc_permille - (before.get(car) ?? car.soc_permille)) * car.capacity_wh) / 1_000_000
      energy[hour] = (energy[hour] ?? 0) + gained
      before.set(car, car.soc_permille)
    }
  }
  vi.clearAllTimers()
  return { energy: Array.from({ length: hours }, (_, hour) => energy[hour] ?? 0), first }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const PAST = pastByHour(24)
/** How far an hour may be from the past; a still hour has few cars, and its average over some days varies. */
const FACTOR = 1.6
const TIMEOUT_MS = 120_000

/** Returns the hours whose energy in kWh is not about the past's, with the ratio to it. */
function offPast(live: ReadonlyMap<number, number>): [hour: number, ratio: number][] {
  return Array.from(live, ([hour, energy]): [number, number] => [hour, energy / QUARTERS / (PAST[hour] ?? 1)]).filter(
    ([, ratio]) => ratio > FACTOR || ratio < 1 / FACTOR,
  )
}

test(
  'a day of the live fleet has the course of the days before it',
  async () => {
    const sums = new Map<number, number>()
    const seeds = 24
    for (let seed = 1; seed <= seeds; seed++) {
      const { energy } = await liveFrom(MIDNIGHT, 48, seed)
      for (const hour of HOURS)
        sums.set(hour, (sums.get(hour) ?? 0) + ((energy[hour] ?? 0) + (energy[hour + 24] ?? 0)) / 2 / seeds)
    }
    expect(offPast(sums)).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'whenever it starts, some cars charge within ten seconds, as many as the hour has',
  async () => {
    const sums = new Map<number, number>()
    const seeds = 60
    // One run of 60 takes a third of a second: every third hour is tried.
    for (const hour of HOURS.filter(one => one % 3 === 0)) {
      let sum = 0
      for (let seed = 1; seed <= seeds; seed++) {
        const { energy, first } = await liveFrom(MIDNIGHT + hour * HOUR_MS, 1, seed * 100 + hour)
        expect(first).toBeGreaterThanOrEqual(3)
        sum += (energy[0] ?? 0) / seeds
      }
      sums.set(hour, sum)
    }
    expect(offPast(sums)).toEqual([])
  },
  TIMEOUT_MS,
)
