import type { OcppVersion } from '@wattyard/ocpp-frame'
import type { Car, PileKind } from './charging.ts'
import { PILE_KINDS } from './charging.ts'
import { createRandom, type Random } from './random.ts'
import { type PileEvent, VirtualPile } from './virtual-pile.ts'

export const MAX_FLEET = 20_000

/** One pile of a fleet, as the operator registered it. */
export interface FleetPile {
  identity: string
  stationKey: string
  kind: PileKind
  /** What it is registered with; what its kind can do when left out. */
  power_w?: number
  connectors: number
  /** One when left out. */
  connectorsPerEvse?: number
  version: OcppVersion
  /** Meter at the beginning, Wh. */
  register_wh?: number
  /** It is there and answers, and no driver comes. */
  idle?: boolean
}

export interface FleetOptions {
  /** Without the identity: `ws://host:port/ocpp`. */
  url: string
  piles: readonly FleetPile[]
  /** Tags that drivers hold to the reader; without any, nobody comes. */
  tags: readonly string[]
  seed: number
  /**
   * How much faster than life the day goes: arrivals come `speed` times as often, and the cars' batteries and the
   * drivers' patience are `speed` times smaller. Power, energy and time stay those of a real pile at every moment, so
   * that nothing the server sees is implausible.
   */
  speed?: number
  /** Cars per connector and day at the average hour. */
  visitsPerDay?: number
  /** Weight of each hour of the day, 24 numbers; the default has a noon and a night peak, as Chinese tariffs make them. */
  hourWeights?: readonly number[]
  /** Minutes east of UTC of the stations, to know their hour of the day. */
  utcOffset_min?: number
  meterInterval_ms?: number
  /** Connections are opened this far apart, so that a start is not a storm. */
  connectEvery_ms?: number
  /** Share of the connectors that get their first car within seconds, so that a demo does not begin empty (0.3). */
  busyAtStart?: number
  /** Probability per visit that the connector breaks down for a while. */
  faultRate?: number
  /** Probability per visit that the pile loses its network for a while. */
  outageRate?: number
  onEvent?: (identity: string, event: PileEvent) => void
}

export interface Fleet {
  readonly piles: ReadonlyMap<string, VirtualPile>
  start(): void
  /**
   * The power goes: every charge under way ends with what its meter shows, as piles say it with their last breath. Waits
   * until the server has heard all of it, at most so long. Nobody comes any more.
   */
  powerDown(patience_ms: number): Promise<void>
  /** Ends all sockets and timers. */
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

/** Night charging at valley price, a morning, a strong noon valley, an evening. */
export const HOUR_WEIGHTS: readonly number[] = [
  1.5, 1.3, 1.1, 0.9, 0.7, 0.6, 0.6, 0.7, 0.8, 0.8, 0.9, 1.2, 1.6, 1.5, 1.1, 0.9, 0.8, 0.8, 0.8, 0.8, 0.9, 1.0, 1.2,
  1.5,
]

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MIN_PAUSE_MS = 200
/** The first cars are there when somebody looks for the first time. */
const FIRST_VISIT_MS = 4_000
const LOOK_MS = 20

/** Runs virtual piles against a server, with drivers who come and go. The same seed gives the same day. */
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
          if (!entry.idle) visits.begin()
        })
      })
    },
    powerDown: async patience_ms => {
      leave()
      for (const pile of piles.values()) for (const connector of pile.connectors) connector.stop('power-loss')
      const until = Date.now() + patience_ms
      // Who is cut off cannot say it; the others say it at once.
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

/** The drivers of one pile. */
function createVisits(
  pile: VirtualPile,
  entry: FleetPile,
  options: FleetOptions,
  random: Random,
  after: (delay_ms: number, act: () => void) => void,
): { begin: () => void } {
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
    watch(connector, Date.now() + minutes(15, 90), tag)
  }

  /** Leaves when the car is done, or ends the charge when the driver's patience is at its end. */
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

  return {
    begin: () => {
      for (const { number } of pile.connectors) {
        if (random.chance(options.busyAtStart ?? 0.3))
          after(random.integer(500, FIRST_VISIT_MS), () => visit(number, MIN_PAUSE_MS))
        else nextVisit(number)
      }
    },
  }
}

/** Pause until the next car, by the weight of the hour: a Poisson process seen from now. */
function nextArrival(options: FleetOptions, random: Random, now: number): number {
  const weights = options.hourWeights ?? HOUR_WEIGHTS
  const hour = Math.floor(((now + (options.utcOffset_min ?? 480) * 60_000) % DAY_MS) / HOUR_MS)
  const perDay = (options.visitsPerDay ?? 12) * (weights[hour] ?? 1) * (options.speed ?? 1)
  const mean_ms = DAY_MS / Math.max(perDay, 0.001)
  // Bounded, because a timer holds no more than 24.8 days.
  return Math.min(DAY_MS, MIN_PAUSE_MS - Math.log(1 - random.next()) * mean_ms)
}

/** A car as they come: 35–90 kWh, arriving between 10 and 60 %, leaving between 75 and 100 %. */
export function aCar(kind: PileKind, random: Random, speed: number): Car {
  return {
    capacity_wh: (random.integer(35, 90) * 1_000) / speed,
    maxDirect_w: Math.min(PILE_KINDS[kind].power_w, random.integer(50, 180) * 1_000),
    soc_permille: random.integer(100, 600),
    target_permille: random.integer(750, 1_000),
  }
}
