import {
  aCar,
  charge,
  createRandom,
  HOUR_WEIGHTS,
  patienceOf,
  PILE_KINDS,
  type PileKind,
  type Random,
  type Reading,
  readMeter,
  type Supply,
} from '@wattyard/app-simulator'
import { addDays, type BusinessDay, businessDayOf, eachDay, instantAt, weekdayOf } from '@wattyard/time'

/** Number of full days of the demo's past, before the day of the first start. */
export const HISTORY_DAYS = 8
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Cars at a station per day, fewest and most. The piles of the present get as many (`demo-fleet.ts`). */
const ORDERS_A_DAY = [15, 18] as const
const MORE_AT_WEEKENDS = 2
const TRIES = 30
/** Shortest time between two cars at the same plug. */
const PLUG_FREE_MS = 6 * MINUTE_MS
/**
 * Shortest time between two charges of a driver; no shorter than a slot of the replay, so that a driver starts once in each and
 * never on a wallet that waits for the end of the slot.
 */
const DRIVER_REST_MS = 8 * HOUR_MS
/** Step of a charge's computation. */
const STEP_MS = MINUTE_MS
/** Samples in one message. */
const SAMPLES_A_REPORT = 5
/** Upper bound of the demo's price with service fee, in fen per Wh: a driver with this amount ends without a debt. */
const DEAREST_FEN_PER_WH = 0.18
/** Additional amount that stays in the wallet. */
const RESERVE_FEN = 2_000
type TopUpKind = readonly [principal_fen: number, gift_fen: number]
/** Amounts paid in, and the gifts on top. */
const TOP_UPS: readonly [TopUpKind, ...TopUpKind[]] = [
  [10_000, 500],
  [20_000, 1_500],
  [30_000, 3_000],
]
/** Number of drivers who never pay in again; their last charge remains unpaid. */
const CARELESS = 4

export interface PlannedPile {
  identity: string
  stationId: string
  kind: PileKind
  power_w: number
  connectors: number
  /** Connectors per EVSE; only one of them charges at a time. */
  connectorsPerEvse: number
}

export interface Driver {
  memberId: string
  tag: string
  /** Amount in the wallet when the past begins. */
  funds_fen: number
}

/**
 * Fault of a visit: `stranger` is an unknown card at a pile that lets it charge, `frozen` a meter that does not move, `backwards`
 * a stop below the start, `instant` a charge that ends within the second it began.
 */
export type Oddity = 'stranger' | 'frozen' | 'backwards' | 'instant'

/** Fault of the one odd charge per day, by number of days before the present; the station varies. */
const ODDITIES: Readonly<Record<number, Oddity>> = {
  11: 'instant',
  9: 'stranger',
  6: 'frozen',
  4: 'backwards',
  3: 'instant',
  2: 'stranger',
  1: 'frozen',
}

/** One car at one plug. Readings count from 0 at its start. */
export interface Visit {
  number: number
  pile: PlannedPile
  connector: number
  tag: string
  startedAt: number
  endedAt: number
  /** Reading at the start; `end` is the one at the end. */
  begin: Reading
  end: Reading
  /** Samples during the charge, grouped by message. */
  reports: readonly (readonly Reading[])[]
  ended: 'full' | 'local'
  oddity: Oddity | null
}

/** A payment of a driver into the wallet, in the app. */
export interface PlannedTopUp {
  number: number
  memberId: string
  at: number
  principal_fen: number
  gift_fen: number
}

export interface Plan {
  visits: readonly Visit[]
  topUps: readonly PlannedTopUp[]
}

export interface PlanOptions {
  seed: number
  piles: readonly PlannedPile[]
  drivers: readonly Driver[]
  zone: string
  /** Number of full days before the day of `until`. */
  days: number
  /** The present, epoch ms: no visit is running at that time. */
  until: number
}

type Draft = Omit<Visit, 'number' | 'tag'>

/** Plans the demo's past. The same options always give the same plan. */
export function planHistory({ seed, piles, drivers, zone, days: count, until }: PlanOptions): Plan {
  const random = createRandom(seed)
  const today = businessDayOf(until, zone)
  const days = eachDay(addDays(today, -count), today)
  const stations = [...Map.groupBy(piles, pile => pile.stationId).values()]
  const taken = new Map<string, [from: number, to: number][]>()
  const drafts = days.flatMap((day, index) =>
    stations.flatMap((own, station) => {
      const luck = random.fork(`${index}/${station}`)
      const cars = luck.integer(...ORDERS_A_DAY) + (weekdayOf(day) >= 6 ? MORE_AT_WEEKENDS : 0)
      const odd = index % stations.length === station ? (ODDITIES[days.length - 1 - index] ?? null) : null
      return Array.from({ length: cars }, (_, at) =>
        drawVisit(own, { day, zone, luck, taken, oddity: at === 0 ? odd : null }),
      ).filter(visit => visit !== null)
    }),
  )
  const over = drafts.filter(visit => visit.endedAt < until - MINUTE_MS).toSorted((a, b) => a.startedAt - b.startedAt)
  return seatDrivers(over, drivers, random.fork('drivers'))
}

interface Draw {
  day: BusinessDay
  zone: string
  luck: Random
  /** Busy time spans of each EVSE. */
  taken: Map<string, [from: number, to: number][]>
  oddity: Oddity | null
}

/** Returns a car at a free plug of the station; null when none was found in TRIES attempts. */
function drawVisit(piles: readonly PlannedPile[], draw: Draw): Draft | null {
  const { day, zone, luck, taken, oddity } = draw
  const [first, ...others] = piles
  if (first === undefined) return null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const pile = luck.pick([first, ...others])
    const connector = luck.integer(1, pile.connectors)
    const startedAt = instantAt(day, drawMinute(luck), zone) + luck.integer(0, 59) * 1_000
    const patience_ms = luck.integer(...patienceOf(pile.kind)) * MINUTE_MS + luck.integer(0, 59) * 1_000
    const plug = `${pile.identity}#${Math.ceil(connector / pile.connectorsPerEvse)}`
    const spans = taken.get(plug) ?? []
    const latest = startedAt + patience_ms
    if (spans.some(([from, to]) => startedAt < to + PLUG_FREE_MS && latest + PLUG_FREE_MS > from)) continue
    taken.set(plug, [...spans, [startedAt, latest]])
    // Two EVSEs of a pile share its rated power; the plan splits it evenly, whenever the other car comes.
    const supply = {
      kind: pile.kind,
      limit_w: Math.floor(pile.power_w / Math.ceil(pile.connectors / pile.connectorsPerEvse)),
    }
    const course = drawCourse(supply, luck, startedAt, oddity === 'instant' ? 1_000 : patience_ms)
    return { pile, connector, startedAt, oddity, ...course }
  }
  return null
}

function drawMinute(luck: Random): number {
  let left = luck.next() * HOUR_WEIGHTS.reduce((sum, weight) => sum + weight, 0)
  const hour = HOUR_WEIGHTS.findIndex(weight => (left -= weight) < 0)
  return Math.max(0, hour) * 60 + luck.integer(0, 59)
}

/** Computes a charge by the simulator's own curves. */
function drawCourse(
  supply: Supply,
  luck: Random,
  startedAt: number,
  patience_ms: number,
): Pick<Visit, 'begin' | 'end' | 'reports' | 'endedAt' | 'ended'> {
  const isDirect = PILE_KINDS[supply.kind].direct
  const car = aCar(luck)
  const interval_ms = (isDirect ? 10 : 40) * MINUTE_MS
  const begin = readMeter(supply, car, 0, false, startedAt)
  const samples: Reading[] = []
  let register_mwh = 0
  let elapsed_ms = 0
  while (elapsed_ms < patience_ms && car.soc_permille < car.target_permille) {
    const step_ms = Math.min(STEP_MS, patience_ms - elapsed_ms)
    register_mwh = charge(supply, car, register_mwh, step_ms)
    elapsed_ms += step_ms
    const isDue = elapsed_ms % interval_ms === 0 && patience_ms - elapsed_ms > STEP_MS
    if (isDue) samples.push(readMeter(supply, car, register_mwh, true, startedAt + elapsed_ms))
  }
  const endedAt = startedAt + elapsed_ms
  const end = readMeter(supply, car, register_mwh, false, endedAt)
  const reports = Array.from({ length: Math.ceil(samples.length / SAMPLES_A_REPORT) }, (_, i) =>
    samples.slice(i * SAMPLES_A_REPORT, (i + 1) * SAMPLES_A_REPORT),
  )
  return { begin, end, reports, endedAt, ended: car.soc_permille >= car.target_permille ? 'full' : 'local' }
}

/** Returns the energy of a visit in Wh. */
export function energyOf({ end }: Pick<Visit, 'end'>): number {
  return end.register_wh
}

interface Seat extends Driver {
  isCareless: boolean
  freeAt: number
}

/** Assigns drivers to visits in turn, none to two at once. A driver whose wallet does not suffice tops it up before. */
function seatDrivers(drafts: readonly Draft[], drivers: readonly Driver[], luck: Random): Plan {
  const poorest = drivers.toSorted((a, b) => a.funds_fen - b.funds_fen).slice(0, CARELESS)
  const seats: Seat[] = shuffled(drivers, luck).map(one => ({ ...one, isCareless: poorest.includes(one), freeAt: 0 }))
  // On a busy day every driver is taken; the odd charges are the story, and have one of their own.
  const own = seats.find(one => !one.isCareless)
  const queue = seats.filter(one => one !== own)
  const visits: Visit[] = []
  const topUps: PlannedTopUp[] = []
  drafts.forEach((draft, number) => {
    const stranger =
      draft.oddity === 'stranger' ? `04${luck.integer(0x10000000, 0x7fffffff).toString(16)}`.toUpperCase() : null
    const cost_fen = Math.ceil(energyOf(draft) * DEAREST_FEN_PER_WH) + RESERVE_FEN
    const asked = draft.oddity !== null && own !== undefined ? [own, ...queue] : queue
    const seat = stranger === null ? asked.find(one => mayCome(one, draft.startedAt)) : undefined
    if (stranger === null && seat === undefined) return
    if (seat !== undefined) {
      if (seat !== own) {
        queue.splice(queue.indexOf(seat), 1)
        // A random place in the queue varies the order of drivers.
        queue.splice(Math.max(0, queue.length - luck.integer(0, 12)), 0, seat)
      }
      if (seat.funds_fen < cost_fen && !seat.isCareless) {
        const [principal_fen, gift_fen] = luck.pick(TOP_UPS)
        const at = draft.startedAt - luck.integer(120, 600) * 1_000
        topUps.push({ number: topUps.length, memberId: seat.memberId, at, principal_fen, gift_fen })
        seat.funds_fen += principal_fen + gift_fen
      }
      seat.funds_fen -= cost_fen - RESERVE_FEN
      seat.freeAt = draft.endedAt + DRIVER_REST_MS
    }
    visits.push({ ...draft, number, tag: stranger ?? seat?.tag ?? '' })
  })
  return { visits, topUps: topUps.toSorted((a, b) => a.at - b.at) }
}

/** Returns whether a driver may come. Careless drivers come once more when nothing is left, and are refused. */
function mayCome({ freeAt, isCareless, funds_fen }: Seat, at: number): boolean {
  return freeAt <= at && (!isCareless || funds_fen > -3 * RESERVE_FEN)
}

function shuffled<T>(list: readonly T[], luck: Random): T[] {
  return list
    .map(one => ({ one, key: luck.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

/** Returns the first register of a connector in Wh, as if its pile had been in use for years. */
export function firstRegister(pile: PlannedPile, connector: number): number {
  const luck = createRandom(connector).fork(pile.identity)
  return Math.floor(PILE_KINDS[pile.kind].power_w * luck.integer(400, 900))
}
