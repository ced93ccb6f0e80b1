import type { OcppVersion } from '@wattyard/ocpp-frame'
import type { Car, PileKind } from './charging.ts'
import { patienceOf, PILE_KINDS } from './charging.ts'
import { createRandom, type Random } from './random.ts'
import { type PileEvent, VirtualPile } from './virtual-pile.ts'

export const MAX_FLEET = 20_000

/** One pile of a fleet, as registered by the operator. */
export interface FleetPile {
  identity: string
  stationKey: string
  kind: PileKind
  /** Registered power; the default is the rated power of its kind. */
  power_w?: number
  connectors: number
  /** Default 1. */
  connectorsPerEvse?: number
  version: OcppVersion
  /** Initial meter reading, Wh. */
  register_wh?: number
  /** The pile is online and answers, but no cars come. */
  idle?: boolean
  /** What the pile says of its manufacturer and model; a simulator by default. */
  vendor?: string
  model?: string
  /** State of its first connector at the start: out of order until somebody repairs it, or reserved for some minutes. */
  begins?: 'fault' | 'reserved'
}

export interface FleetOptions {
  /** Without the identity: `ws://host:port/ocpp`. */
  url: string
  piles: readonly FleetPile[]
  /** Tags of the drivers; without any tag no cars come. */
  tags: readonly string[]
  seed: number
  /**
   * Factor by which the day runs faster than in reality: cars arrive `speed` times as often, and their batteries and the drivers'
   * patience are `speed` times smaller. Power, energy and time stay those of a real pile at every moment, so that the server sees
   * nothing implausible.
   */
  speed?: number
  /** Cars per connector and day at the average hour. */
  visitsPerDay?: number
  /** Weight of each hour of the day, 24 numbers (`HOUR_WEIGHTS`). */
  hourWeights?: readonly number[]
  /** Offset of the stations from UTC in minutes east, for their local hour. */
  utcOffset_min?: number
  meterInterval_ms?: number
  /** Interval between the connections at the start, so that they do not all come at once. */
  connectEvery_ms?: number
  /** Share of the connectors that get their first car within seconds, so that a demo does not begin empty (0.3). */
  busyAtStart?: number
  /** Probability per visit of a temporary fault of the connector. */
  faultRate?: number
  /** Probability per visit of a temporary loss of the pile's network. */
  outageRate?: number
  onEvent?: (identity: string, event: PileEvent) => void
}

export interface Fleet {
  readonly piles: ReadonlyMap<string, VirtualPile>
  start(): void
  /**
   * Simulates a power failure: every running charge ends with its current meter reading, as real piles report it. Waits until the
   * server has answered all messages, at most `patience_ms`. No more cars come.
   */
  powerDown(patience_ms: number): Promise<void>
  /** Closes all sockets and timers. */
  stop(): Promise<void>
  counts(): FleetCounts
}

export interface FleetCounts {
  online: number
  charging: number
  started: number
  refused: number
  stopped: number
  /** Energy of the charges whose stop the server has acknowledged. */
  energy_wh: number
  /** Session messages that wait for an answer. */
  unsent: number
}

/** Cars by hour of the day; the average hour has 1. Commuters in the morning, noon at the low price, busy evenings, still nights. */
export const HOUR_WEIGHTS: readonly number[] = [
  0.67, 0.4, 0.27, 0.2, 0.2, 0.33, 0.67, 1.07, 0.94, 0.74, 0.8, 1.07, 1.2, 0.94, 0.74, 0.74, 0.87, 1.27, 1.87, 2.27,
  2.27, 2.01, 1.47, 1.0,
]

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MIN_PAUSE_MS = 200
/** The first cars arrive within this time, so that the console shows charges from the start. */
const FIRST_VISIT_MS = 4_000
const LOOK_MS = 20

/** Runs virtual piles with simulated drivers against a server. The same seed gives the same day. */
export function createFleet(options: FleetOptions): Fleet {
  if (options.piles.length > MAX_FLEET) throw new RangeError(`a fleet has at most ${MAX_FLEET} piles`)
  const random = createRandom(options.seed)
  const counts = { started: 0, refused: 0, stopped: 0, energy_wh: 0 }
  const piles = new Map<string, VirtualPile>()
  const timers = new Set<NodeJS.Timeout>()
  let running = false

  const after = (delay_ms: number, act: () => void): void => {
    if (!running) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (running) act()
    }, delay_ms)
    timers.add(timer)
  }

  for (const pile of options.piles) {
    const luck = random.fork(pile.identity)
    piles.set(
      pile.identity,
      new VirtualPile({
        url: options.url,
        ...pile,
        random: luck,
        ...(options.meterInterval_ms === undefined ? {} : { meterInterval_ms: options.meterInterval_ms }),
        carForRemoteStart: () => aCar(pile.kind, luck, options.speed ?? 1),
        onEvent: event => {
          if (event.kind === 'started') counts.started++
          else if (event.kind === 'start-refused') counts.refused++
          else if (event.kind === 'stopped') {
            counts.stopped++
            counts.energy_wh += event.energy_wh
          }
          options.onEvent?.(pile.identity, event)
        },
      }),
    )
  }

  const leave = (): void => {
    running = false
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  return {
    piles,
    start: () => {
      running = true
      options.piles.forEach((entry, index) => {
        const pile = piles.get(entry.identity)
        if (pile === undefined) return
        const visits = createVisits(pile, entry, options, random.fork(`${entry.identity}/visits`), after)
        after(index * (options.connectEvery_ms ?? 5), () => {
          pile.start()
          if (entry.begins) visits.beginWith(entry.begins)
          if (!entry.idle) visits.begin()
        })
      })
    },
    powerDown: async patience_ms => {
      leave()
      for (const pile of piles.values()) for (const connector of pile.connectors) connector.stop('power-loss')
      const until = Date.now() + patience_ms
      // Offline piles cannot send; the others send at once.
      while (Date.now() < until && [...piles.values()].some(pile => pile.isOnline && pile.unsent > 0))
        await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    },
    stop: async () => {
      leave()
      await Promise.all([...piles.values()].map(pile => pile.stop()))
    },
    counts: () => {
      let online = 0
      let charging = 0
      let unsent = 0
      for (const pile of piles.values()) {
        if (pile.isOnline) online++
        unsent += pile.unsent
        charging += pile.connectors.filter(connector => connector.session !== null).length
      }
      return { online, charging, unsent, ...counts }
    },
  }
}

/** Creates the drivers of one pile. */
function createVisits(
  pile: VirtualPile,
  entry: FleetPile,
  options: FleetOptions,
  random: Random,
  after: (delay_ms: number, act: () => void) => void,
): { begin: () => void; beginWith: (state: 'fault' | 'reserved') => void } {
  const speed = options.speed ?? 1
  const [firstTag, ...otherTags] = options.tags
  const minutes = (min: number, max: number) =>
    (random.integer(min * 60_000, max * 60_000) + MIN_PAUSE_MS) / speed + MIN_PAUSE_MS

  const nextVisit = (connector: number): void => after(nextArrival(options, random, Date.now()), () => visit(connector))

  const visit = (connector: number, toReader_ms = minutes(0, 1)): void => {
    if (firstTag === undefined || !pile.plugIn(connector, aCar(entry.kind, random, speed))) return nextVisit(connector)
    if (random.chance(options.outageRate ?? 0.01)) pile.cut(minutes(1, 6))
    const tag = random.pick([firstTag, ...otherTags])
    // A driver needs some seconds from the plug to the reader.
    after(toReader_ms, () => void present(connector, tag))
  }

  const present = async (connector: number, tag: string): Promise<void> => {
    const begun = await pile.presentTag(connector, tag)
    if (!begun) return after(minutes(0, 1), () => leave(connector))
    if (random.chance(options.faultRate ?? 0.005)) after(minutes(2, 10), () => breakDown(connector))
    watch(connector, Date.now() + minutes(...patienceOf(entry.kind)), tag)
  }

  /** Unplugs when the car is done, or ends the charge when the driver's patience runs out. */
  const watch = (connector: number, until: number, tag: string): void =>
    after(Math.max(MIN_PAUSE_MS, 20_000 / speed), () => {
      const { session } = pile.connector(connector)
      if (session === null) return after(minutes(1, 10), () => leave(connector))
      if (Date.now() < until) return watch(connector, until, tag)
      void pile.presentTag(connector, tag)
      after(minutes(0, 3), () => leave(connector))
    })

  const leave = (connector: number): void => {
    pile.connector(connector).unplug()
    nextVisit(connector)
  }

  const breakDown = (connector: number): void => {
    pile.connector(connector).fail('OverCurrentFailure')
    after(minutes(5, 20), () => pile.connector(connector).repair())
  }

  /** The driver of a reservation comes within some minutes. */
  const beginWith = (state: 'fault' | 'reserved'): void => {
    const first = pile.connector(1)
    if (state === 'fault') return first.fail('GroundFailure')
    first.reserve()
    after(minutes(12, 25), () => {
      first.release()
      visit(1)
    })
  }

  return {
    beginWith,
    begin: () => {
      for (const { number } of pile.connectors) {
        if (number === 1 && entry.begins) continue
        if (random.chance(options.busyAtStart ?? 0.3))
          after(random.integer(500, FIRST_VISIT_MS), () => visit(number, MIN_PAUSE_MS))
        else nextVisit(number)
      }
    },
  }
}

/** Returns the pause until the next car, weighted by the current hour (Poisson process). */
function nextArrival(options: FleetOptions, random: Random, now: number): number {
  const weights = options.hourWeights ?? HOUR_WEIGHTS
  const hour = Math.floor(((now + (options.utcOffset_min ?? 480) * 60_000) % DAY_MS) / HOUR_MS)
  const perDay = (options.visitsPerDay ?? 12) * (weights[hour] ?? 1) * (options.speed ?? 1)
  const mean_ms = DAY_MS / Math.max(perDay, 0.001)
  // Bounded, because a timer cannot exceed 24.8 days.
  return Math.min(DAY_MS, MIN_PAUSE_MS - Math.log(1 - random.next()) * mean_ms)
}

/** Returns a random car: 35–90 kWh, arrival between 10 and 60 %, departure between 75 and 100 %. */
export function aCar(kind: PileKind, random: Random, speed: number): Car {
  return {
    capacity_wh: (random.integer(35, 90) * 1_000) / speed,
    maxDirect_w: Math.min(PILE_KINDS[kind].power_w, random.integer(50, 180) * 1_000),
    soc_permille: random.integer(100, 600),
    target_permille: random.integer(750, 1_000),
  }
}
