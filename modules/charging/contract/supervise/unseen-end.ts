import type { Energy } from '@wattyard/money'
import type { ConnectorState } from '@wattyard/gateway/contract'
import { PILE_OFFLINE_MS } from '../abnormal/abnormal-device-rules.ts'
import type { CloseReason } from '../close-reason.ts'

/**
 * A stop may still be in the pile's queue when the pile has shown that its session is over. The order waits this long for it
 * before it ends without one. The driver does not have to wait: a driver who is proved not to charge may start elsewhere.
 */
export const LATE_STOP_MS = 300_000
/** The same when nothing was metered. A stop that arrives later opens the order again. */
export const LATE_NOTHING_MS = 60_000
/** Time within which a restarted pile reports the sessions that go on: readings come every quarter of an hour at least. */
export const RESUME_MS = 900_000

/** Reported facts of a session with a start and without a stop. Instants are epoch ms. */
export interface RunningSession {
  startedAt: number
  /** Receipt of its first fact. */
  firstHeardAt: number
  /** Receipt of its newest fact. */
  heardAt: number
  meterStart: Energy | null
}

/** Report of a connector that it is idle (OCPP `Available`). */
export interface IdleWord {
  /** Instant for accounting, epoch ms. */
  at: number
  /** Receipt, epoch ms. */
  heardAt: number
}

/** Further facts about the session's pile and connector. */
export interface EndSigns {
  /** Last report of the connector, whether or not its pile is connected now. */
  connector: { state: ConnectorState; at: number; idle: IdleWord | null } | null
  /** The first later start on the same connector. */
  nextStart: { at: number; meterStart: Energy | null } | null
  /** Instant at which the pile refused a stop for this session. */
  stopRejectedAt: number | null
  /** Last registration of the pile. */
  bootedAt: number | null
  /** Start of the pile's outage; null while it is connected. */
  offlineSince: number | null
}

export interface EndProof {
  reason: CloseReason
  /** Instant from which the session is known to be over. */
  at: number
  /** Difference of the meter between its start and the next one; null when unknown. */
  taken: bigint | null
}

/** Connector states in which a transaction may be running. */
const MAY_RUN: ReadonlySet<ConnectorState> = new Set(['charging', 'suspended', 'plugged'])

/**
 * Returns the proof that a session is over although the pile has not reported the stop; null while it may go on. The signs:
 * - Another start on the connector with a later time: a connector carries one transaction, so the former is over. An earlier time
 *   proves nothing, because a queue may report an earlier session later.
 * - `idle` (OCPP `Available`) with a time after the start, received after the start: no cable, no transaction. Reports received
 *   while the start is still in its pile's queue may precede the start, whatever their time. The proof stays valid when the
 *   connector reports something else later, as long as nothing is heard of the session.
 * - A stop refused as unknown, and no fact of the session since: the pile does not have it. Piles also refuse what they cannot do
 *   at the moment, so a connector that reports charging takes precedence.
 * - A boot, no fact of the session after it, and a connector that reports not to charge, or nothing for a quarter of an hour: the
 *   session was not resumed. A boot alone proves nothing: many piles send one at every reconnect and keep charging.
 */
export function proofOfEnd(session: RunningSession, signs: EndSigns, now: number): EndProof | null {
  const { connector, nextStart, stopRejectedAt, bootedAt } = signs
  if (nextStart !== null && nextStart.at > session.startedAt) {
    const { meterStart } = nextStart
    const taken = meterStart === null || session.meterStart === null ? null : meterStart - session.meterStart
    return { reason: 'pile-began-another', at: nextStart.at, taken }
  }
  if (connector !== null && showsIdle(session, connector))
    return { reason: 'pile-idle', at: connector.idle.at, taken: null }
  if (stopRejectedAt !== null && stopRejectedAt >= session.heardAt && connector?.state !== 'charging')
    return { reason: 'pile-knows-nothing', at: stopRejectedAt, taken: null }
  if (bootedAt !== null && bootedAt > session.heardAt && isGone(connector, bootedAt, now))
    return { reason: 'pile-restarted', at: bootedAt, taken: null }
  return null
}

type Connector = NonNullable<EndSigns['connector']>

function showsIdle(session: RunningSession, connector: Connector): connector is Connector & { idle: IdleWord } {
  const { state, idle } = connector
  if (idle === null || idle.at <= session.startedAt || idle.heardAt <= session.firstHeardAt) return false
  return state === 'idle' || idle.heardAt > session.heardAt
}

/** Returns whether nothing was resumed after a boot: the connector does not charge, or there was no report for `RESUME_MS`. */
function isGone(connector: EndSigns['connector'], bootedAt: number, now: number): boolean {
  if (connector !== null && connector.at >= bootedAt) return !MAY_RUN.has(connector.state)
  return now - bootedAt >= RESUME_MS
}

/**
 * Returns whether a session keeps its driver from starting another. It does not once it is proved to be over, nor after a long
 * outage of its pile: a pile without power would otherwise block its driver for a day.
 */
export function keepsDriver(session: RunningSession, signs: EndSigns, now: number): boolean {
  const { offlineSince } = signs
  if (offlineSince !== null && now - offlineSince >= PILE_OFFLINE_MS) return false
  return proofOfEnd(session, signs, now) === null
}
