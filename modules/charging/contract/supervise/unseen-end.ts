import type { Energy } from '@wattyard/money'
import type { ConnectorState } from '@wattyard/gateway/contract'
import { PILE_OFFLINE_MS } from '../abnormal/abnormal-device-rules.ts'
import type { CloseReason } from '../close-reason.ts'

/**
 * A stop may still lie in the pile's queue when the pile has shown that its session is over: for so long it is waited
 * for before the order ends without it. The driver does not wait: who is proved not to charge may start elsewhere.
 */
export const LATE_STOP_MS = 300_000
/** The same where nothing was metered: the stop that comes after all opens the order again by itself. */
export const LATE_NOTHING_MS = 60_000
/** A pile that has restarted says within this time which of its sessions go on: readings come every quarter of an hour at least. */
export const RESUME_MS = 900_000

/** What has been told of a session that has a start and no stop. Instants are epoch ms. */
export interface RunningSession {
  startedAt: number
  /** When the server first heard of it. */
  firstHeardAt: number
  /** Receipt of its newest fact. */
  heardAt: number
  meterStart: Energy | null
}

/** A connector said that it is idle (OCPP `Available`). */
export interface IdleWord {
  /** By the clock to account with, epoch ms. */
  at: number
  /** When it was received, epoch ms. */
  heardAt: number
}

/** What else is known of its pile and connector. */
export interface EndSigns {
  /** What the connector said last, whether or not its pile is connected now. */
  connector: { state: ConnectorState; at: number; idle: IdleWord | null } | null
  /** The first later start on the same connector. */
  nextStart: { at: number; meterStart: Energy | null } | null
  /** When the pile refused a stop for this session. */
  stopRejectedAt: number | null
  /** When the pile registered last. */
  bootedAt: number | null
  /** Since when the pile is unreachable; null while it is connected. */
  offlineSince: number | null
}

export interface EndProof {
  reason: CloseReason
  /** Since when the session is known to be over. */
  at: number
  /** Between its start and the next one on the meter; null when that cannot be said. */
  taken: bigint | null
}

/** States of a connector in which a transaction may be running. */
const MAY_RUN: ReadonlySet<ConnectorState> = new Set(['charging', 'suspended', 'plugged'])

/**
 * Returns whether a pile has shown, without telling the stop, that a session is over; null while it may go on. What
 * each sign proves:
 * - another start on the connector, of a later time: a connector carries one transaction, so the former is over. It
 * says
 *   nothing the other way round: a queue may tell an earlier session later;
 * - `idle` (OCPP `Available`) of a later time than the start, and said after the start was told: no cable, no
 * transaction.
 *   What a connector says while the start is still in its pile's queue may be of a time before the start, whatever it
 * is
 *   dated. It counts on although the connector says something else since, as long as nothing is heard of the session;
 * - a stop refused as unknown, and not a word of the session since: the pile does not have it. Piles also refuse what
 *   they cannot do just now, so that a connector that says it charges is believed more;
 * - a boot, after it not a word of the session, and a connector that says it does not charge, or nothing for a quarter
 *   of an hour: it was not resumed. A boot alone proves nothing: many piles send one at every reconnect and charge on.
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

/** After a boot: the connector does not charge, or nobody has said anything for so long that nothing was resumed. */
function isGone(connector: EndSigns['connector'], bootedAt: number, now: number): boolean {
  if (connector !== null && connector.at >= bootedAt) return !MAY_RUN.has(connector.state)
  return now - bootedAt >= RESUME_MS
}

/**
 * Returns whether a session keeps its driver from starting another: not once it is proved to be over, and not while its
 * pile cannot be reached, because a pile without power would keep its driver for a day.
 */
export function keepsDriver(session: RunningSession, signs: EndSigns, now: number): boolean {
  const { offlineSince } = signs
  if (offlineSince !== null && now - offlineSince >= PILE_OFFLINE_MS) return false
  return proofOfEnd(session, signs, now) === null
}
