import type { Random } from '@wattyard/charging/testing'

/** Chances per message, per pile and step, or counts per run. Zero means the fault does not happen in this run. */
export interface FaultPlan {
  /** A call is lost on its way. */
  dropCall: number
  /** The answer is lost on its way. */
  dropAnswer: number
  /** The same frame arrives twice, message id and all. */
  duplicate: number
  /** The same content arrives again under a new message id. */
  repeat: number
  /** Something acknowledged long ago is sent once more. */
  late: number
  /** Queued messages change their order, as far as real piles do that. */
  reorder: number
  cut: number
  /** The line is dead and neither side knows. */
  freeze: number
  /** The pile is away for several steps and goes on by itself. */
  offline: number
  reboot: number
  /** At a reboot the meter begins at 0. */
  meterReset: number
  /** At a reboot everything that was not acknowledged is forgotten, running sessions included. */
  forget: number
  /** Share of piles that never tell the stop of a start that was refused. */
  neverStops: number
  /** A pile's clock is put right, and it tells a charge once more that has ended. */
  retell: number
  /** Share of piles whose clock is wrong. */
  wrongClock: number
  /** A pile speaks of a transaction that is another pile's. */
  foreign: number
  /** Frames that are no OCPP at all. */
  junk: number
  /** Share of starts with a tag that nobody knows. */
  unknownTag: number
  /** Share of starts with a tag that is used at another pile. */
  sharedTag: number
  /** Times the server process dies. */
  crashes: number
  /** Times the server loses its connection to the database. */
  cuts: number
  /** Share of rounds in which the consumer gets no turn. */
  lag: number
  /** Operators and the supervisor send stops. */
  supervised: boolean
}

/**
 * Every run has its own mix: each fault is either off or at a strength of its own. A fault that is always on hides what
 * only happens without it.
 */
export function drawPlan(random: Random): FaultPlan {
  const some = (most: number): number => (random.chance(0.5) ? 0 : random.next() * most)
  const count = (most: number): number => (random.chance(0.35) ? 0 : random.int(1, most))
  return {
    dropCall: some(0.15),
    dropAnswer: some(0.15),
    duplicate: some(0.2),
    repeat: some(0.2),
    late: some(0.1),
    reorder: some(0.5),
    cut: some(0.15),
    freeze: some(0.08),
    offline: some(0.12),
    reboot: some(0.08),
    meterReset: some(0.5),
    forget: some(0.3),
    neverStops: some(0.6),
    retell: some(0.08),
    wrongClock: some(0.4),
    foreign: some(0.1),
    junk: some(0.05),
    unknownTag: some(0.15),
    sharedTag: some(0.2),
    crashes: count(4),
    cuts: count(4),
    lag: some(0.6),
    supervised: random.chance(0.5),
  }
}

/** For the quiet end of a run: everything that waits must get through. */
export function calm(plan: FaultPlan): FaultPlan {
  const quiet = Object.fromEntries(Object.keys(plan).map(name => [name, 0]))
  return { ...plan, ...quiet, supervised: plan.supervised }
}
