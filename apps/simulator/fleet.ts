import type { OcppVersion } from '@wattyard/ocpp-frame'
import type { PileKind } from './charging.ts'
import { createRandom } from './random.ts'
import { type PileEvent, VirtualPile } from './virtual-pile.ts'
import { aCar, createVisits, drawUnderway } from './visits.ts'

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
  /** Cars per connector and day, spread over its hours by their weights (12). */
  visitsPerDay?: number
  /** Weight of each hour of the day, 24 numbers (`HOUR_WEIGHTS`). */
  hourWeights?: readonly number[]
  /** Offset of the stations from UTC in minutes east, for their local hour. */
  utcOffset_min?: number
  meterInterval_ms?: number
  /** Interval between the connections at the start, so that they do not all come at once. */
  connectEvery_ms?: number
  /**
   * Share of the connectors that get their first car within seconds, so that nothing begins empty; by default as many as are in use
   * at this hour when the fleet has run for a day.
   */
  busyAtStart?: number
  /** Least number of connectors with a car at the start; slow ones come first, because their power changes the day least (0). */
  leastAtStart?: number
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
        carForRemoteStart: () => aCar(luck, options.speed ?? 1),
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
      const underway = drawUnderway(options, random.fork('start'), Date.now())
      options.piles.forEach((entry, index) => {
        const pile = piles.get(entry.identity)
        if (pile === undefined) return
        const visits = createVisits(pile, entry, options, random.fork(`${entry.identity}/visits`), after)
        after(index * (options.connectEvery_ms ?? 5), () => {
          pile.start()
          if (entry.begins) visits.beginWith(entry.begins)
          if (!entry.idle) visits.begin(underway.get(entry.identity) ?? new Set())
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
