import type { Car, PileKind } from './charging.ts'
import { charge, patienceOf, PILE_KINDS } from './charging.ts'
import type { FleetOptions, FleetPile } from './fleet.ts'
import { createRandom, type Random } from './random.ts'
import type { VirtualPile } from './virtual-pile.ts'

/** Cars by hour of the day; the average hour has 1. Commuters in the morning, noon at the low price, busy evenings, still nights. */
export const HOUR_WEIGHTS: readonly number[] = [
  0.67, 0.45, 0.36, 0.36, 0.36, 0.42, 0.67, 1.07, 0.94, 0.74, 0.8, 1.07, 1.2, 0.94, 0.74, 0.74, 0.87, 1.27, 1.87, 2.08,
  2.08, 1.84, 1.47, 1.0,
]

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MIN_PAUSE_MS = 200
/** The first cars arrive within this time, so that the console shows charges from the start. */
const FIRST_VISIT_MS = 4_000
/** Least part of a visit that is left at the start, so that a charge does not end when it has just begun to be seen. */
const LEAST_LEFT = 0.25
/** Visits in a sample. */
const SAMPLE = 200
/** Longest pause in days; a timer cannot exceed 24.8. */
const MOST_DAYS = 20

type Course = Pick<FleetOptions, 'visitsPerDay' | 'hourWeights' | 'utcOffset_min' | 'speed'>

/** Returns the expected cars per ms at one connector, by the hour on the stations' clock. */
function rateAt({ visitsPerDay = 12, hourWeights = HOUR_WEIGHTS, utcOffset_min = 480, speed = 1 }: Course, at: number) {
  const hour = Math.floor(((at + utcOffset_min * MINUTE_MS) % DAY_MS) / HOUR_MS)
  return (visitsPerDay * speed * (hourWeights[hour] ?? 1)) / DAY_MS
}

/**
 * Returns the pause until the next car in ms. The rate is followed through the hours that pass (Poisson process), so that a car
 * expected in a still night does not miss the next day.
 */
function nextArrival(course: Course, random: Random, now: number): number {
  let left = -Math.log(1 - random.next())
  let at = now
  while (at - now < MOST_DAYS * DAY_MS) {
    const end = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS
    const rate = rateAt(course, at)
    if (rate * (end - at) >= left) return MIN_PAUSE_MS + at + left / rate - now
    left -= rate * (end - at)
    at = end
  }
  return MOST_DAYS * DAY_MS
}

/** Returns the share of the visits of a kind that still charge after each minute, from a sample of cars and drivers. */
function staysOf(kind: PileKind): readonly number[] {
  const random = createRandom(1).fork(kind)
  const supply = { kind, limit_w: PILE_KINDS[kind].power_w }
  const counts: number[] = []
  for (let visit = 0; visit < SAMPLE; visit++) {
    const car = aCar(random)
    const patience_min = random.integer(...patienceOf(kind))
    for (let minute = 0; minute < patience_min && car.soc_permille < car.target_permille; minute++) {
      counts[minute] = (counts[minute] ?? 0) + 1
      charge(supply, car, 0, MINUTE_MS)
    }
  }
  return counts.map(count => count / SAMPLE)
}

/** Returns the share of the connectors of a kind that are expected to charge at an instant: all who came and have not left. */
function busyShare(kind: PileKind, course: Course, now: number): number {
  const step_ms = MINUTE_MS / (course.speed ?? 1)
  const cars = staysOf(kind).reduce(
    (sum, stays, minute) => sum + rateAt(course, now - minute * step_ms) * step_ms * stays,
    0,
  )
  // No car comes to a plug in use.
  return cars / (1 + cars)
}

/** Draws the connectors with a car at the start, by pile. */
export function drawUnderway(
  options: Pick<FleetOptions, 'piles' | 'busyAtStart' | 'leastAtStart'> & Course,
  random: Random,
  now: number,
): ReadonlyMap<string, ReadonlySet<number>> {
  const plugs = options.piles
    .filter(({ idle }) => !idle)
    .flatMap(({ identity, kind, connectors, begins }) =>
      Array.from({ length: connectors }, (_, index) => ({ identity, kind, number: index + 1 }))
        .filter(({ number }) => number > 1 || begins === undefined)
        .map(plug => ({ ...plug, luck: random.next() })),
    )
  const shares = new Map(plugs.map(({ kind }) => [kind, options.busyAtStart]))
  for (const [kind, share] of shares) shares.set(kind, share ?? busyShare(kind, options, now))
  const busy = plugs.filter(({ kind, luck }) => luck < (shares.get(kind) ?? 0))
  const more = plugs
    .filter(plug => !busy.includes(plug))
    .toSorted((a, b) => Number(PILE_KINDS[a.kind].direct) - Number(PILE_KINDS[b.kind].direct) || a.luck - b.luck)
  const drawn = [...busy, ...more.slice(0, Math.max(0, (options.leastAtStart ?? 0) - busy.length))]
  return new Map(
    [...Map.groupBy(drawn, ({ identity }) => identity)].map(([identity, own]) => [
      identity,
      new Set(own.map(({ number }) => number)),
    ]),
  )
}

/**
 * Creates the drivers of one pile. `begin` sends the first ones, at once to the connectors given, whose visits are partly over.
 */
export function createVisits(
  pile: VirtualPile,
  entry: FleetPile,
  options: FleetOptions,
  random: Random,
  after: (delay_ms: number, act: () => void) => void,
): { begin: (underway: ReadonlySet<number>) => void; beginWith: (state: 'fault' | 'reserved') => void } {
  const speed = options.speed ?? 1
  const [firstTag, ...otherTags] = options.tags
  const minutes = (min: number, max: number) =>
    (random.integer(min * 60_000, max * 60_000) + MIN_PAUSE_MS) / speed + MIN_PAUSE_MS

  const nextVisit = (connector: number): void => after(nextArrival(options, random, Date.now()), () => visit(connector))

  const visit = (connector: number, toReader_ms = minutes(0, 1), left = 1): void => {
    const car = aCar(random, speed)
    car.soc_permille += Math.floor((car.target_permille - car.soc_permille) * (1 - left))
    if (firstTag === undefined || !pile.plugIn(connector, car)) return nextVisit(connector)
    if (random.chance(options.outageRate ?? 0.01)) pile.cut(minutes(1, 6))
    const tag = random.pick([firstTag, ...otherTags])
    // A driver needs some seconds from the plug to the reader.
    after(toReader_ms, () => void present(connector, tag, left))
  }

  const present = async (connector: number, tag: string, left: number): Promise<void> => {
    const begun = await pile.presentTag(connector, tag)
    if (!begun) return after(minutes(0, 1), () => leave(connector))
    if (random.chance(options.faultRate ?? 0.005)) after(minutes(2, 10), () => breakDown(connector))
    watch(connector, Date.now() + left * minutes(...patienceOf(entry.kind)), tag)
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
    begin: underway => {
      for (const { number } of pile.connectors) {
        if (number === 1 && entry.begins) continue
        const left = LEAST_LEFT + (1 - LEAST_LEFT) * random.next()
        if (underway.has(number)) after(random.integer(500, FIRST_VISIT_MS), () => visit(number, MIN_PAUSE_MS, left))
        else nextVisit(number)
      }
    },
  }
}

/** Returns a random car: 38–82 kWh, 45–110 kW, arrival between 15 and 60 %, departure between 80 and 98 %. */
export function aCar(random: Random, speed = 1): Car {
  return {
    capacity_wh: (random.integer(38, 82) * 1_000) / speed,
    maxDirect_w: random.integer(45, 110) * 1_000,
    soc_permille: random.integer(150, 600),
    target_permille: random.integer(800, 980),
  }
}
