import { type Energy, energy } from '@wattyard/money'
import type { ConnectorState, StartVerdict } from '@wattyard/gateway/contract'
import { type CloseReason, refusalReason } from '../close-reason.ts'
import {
  isSameProvenance,
  type Provenance,
  type Reading,
  type SessionState,
  type StartVersion,
  type StopVersion,
} from './session-state.ts'

/** Returns the start that counts, the earliest one; null when there is none. */
export function startOf(state: SessionState): StartVersion | null {
  return state.starts[0] ?? null
}

/** Returns the stop that counts: the earliest one that carries a register, else the earliest. */
export function stopOf(state: SessionState): StopVersion | null {
  return state.stops.find(stop => stop.meterStop !== null) ?? state.stops[0] ?? null
}

/** Returns the later tag that was accepted to begin the charge (2.x, cable first). */
const acceptedLater = ({ lateTags }: SessionState) => lateTags.find(mark => mark.verdict === 'accepted')

/**
 * Returns the tag that the session is charged to: that of the start, else the one accepted later, else the earliest presented.
 */
export function tagOf(state: SessionState): string | null {
  return startOf(state)?.tag ?? acceptedLater(state)?.tag ?? state.lateTags[0]?.tag ?? null
}

/**
 * Returns the server's verdict on the driver; null when nothing was to be decided. A start without a tag does not decide on a tag
 * presented later.
 */
export function verdictOf(state: SessionState): StartVerdict | null {
  const start = startOf(state)
  if (start?.verdict === 'accepted' || acceptedLater(state)) return 'accepted'
  return state.lateTags.findLast(mark => mark.verdict)?.verdict ?? start?.verdict ?? null
}

/** Returns why the server does not let the session charge; null when it does, or nothing was to be decided. */
export function refusalOfSession(state: SessionState): CloseReason | null {
  const verdict = verdictOf(state)
  if (verdict === null || verdict === 'accepted') return null
  return tagOf(state) === null ? 'start-unauthorised' : refusalReason(verdict)
}

/**
 * Returns the readings that count, in order of device time. Left out: readings of a seqNo that an earlier frame had
 * used with other content, and readings inside a stop other than the one that counts.
 */
export function countedReadings(state: SessionState): readonly Reading[] {
  const counted = isCounted(state)
  return state.readings.every(counted) ? state.readings : state.readings.filter(counted)
}

/** Returns the readings that `countedReadings` leaves out: each belongs to a second version of something. */
export function discountedReadings(state: SessionState): readonly Reading[] {
  const counted = isCounted(state)
  return state.readings.filter(reading => !counted(reading))
}

function isCounted(state: SessionState): (reading: Reading) => boolean {
  const stop = stopOf(state)
  const winners = new Map<number, Provenance>(state.sequence.map(mark => [mark.seqNo, mark]))
  return reading => {
    if (reading.source === 'stop') return stop !== null && isSameProvenance(reading, stop)
    if (reading.seqNo === null) return true
    const winner = winners.get(reading.seqNo)
    return winner !== undefined && isSameProvenance(reading, winner)
  }
}

/** Figures of a session for live screens; each is the newest reported one, or null. */
export interface LiveFigures {
  /** Instant of the newest reading. */
  at: number | null
  register: Energy | null
  powerW: number | null
  socPermille: number | null
}

/**
 * Number of last readings that are searched for a figure. A figure that none of them has is unknown: an AC pile never sends a
 * state of charge.
 */
export const LIVE_LOOK_BACK = 32

/** Returns the live figures in constant time, as needed for every push to a screen. */
export function liveFigures(state: SessionState): LiveFigures {
  const figures: LiveFigures = { at: null, register: null, powerW: null, socPermille: null }
  const oldest = Math.max(0, state.readings.length - LIVE_LOOK_BACK)
  for (let index = state.readings.length - 1; index >= oldest; index--) {
    const reading = state.readings[index]
    if (reading === undefined) break
    figures.at ??= reading.at
    figures.register ??= reading.register
    figures.powerW ??= reading.powerW
    figures.socPermille ??= reading.socPermille
    if (figures.register !== null && figures.powerW !== null && figures.socPermille !== null) break
  }
  return figures
}

/** Returns the newest state of the session's connector, or null when none was reported. */
export function connectorStateOf(state: SessionState): ConnectorState | null {
  return state.statuses.at(-1)?.state ?? null
}

/** Returns the number of consecutive reports with one of `states`, counted back from the newest. */
export function trailingStatuses(state: SessionState, states: readonly ConnectorState[]): number {
  let count = 0
  for (let index = state.statuses.length - 1; index >= 0; index--) {
    const status = state.statuses[index]
    if (status === undefined || !states.includes(status.state)) break
    count++
  }
  return count
}

/**
 * Returns the metered energy since the start of the session, by registers or else by intervals; null when neither was reported.
 */
export function meteredOf(state: SessionState): Energy | null {
  let first = startOf(state)?.meterStart ?? null
  let most: Energy | null = stopOf(state)?.meterStop ?? null
  let sum: bigint | null = null
  for (const { register, interval } of countedReadings(state)) {
    first ??= register
    if (register !== null && (most === null || register > most)) most = register
    if (interval !== null && interval >= 0n) sum = (sum ?? 0n) + interval
  }
  if (first !== null && most !== null) return energy(most > first ? most - first : 0n)
  return sum === null ? null : energy(sum)
}
