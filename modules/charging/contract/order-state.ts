import {
  ORDER_TRANSITIONS,
  type OrderEffect,
  type OrderEvent,
  type OrderState,
  type RefusalCode,
} from './order-table.ts'

export type Transition =
  | { ok: true; state: OrderState; effects: readonly OrderEffect[] }
  | { ok: false; state: OrderState; code: RefusalCode }

/** Facts about the order's own session at the moment of the event. */
export interface SessionWitness {
  /** The connector reports energy flow, and no later session has begun on it. */
  isEnergyFlowing: boolean
  /** The pile has reported a start for this order. */
  hasStarted: boolean
  /** A stop has been reported. */
  hasStopped: boolean
  /** Energy was metered, or it is unknown whether it was. */
  hasMetered?: boolean
}

/**
 * Returns the next state and its effects, or a typed refusal with the state unchanged. Rules in addition to the table:
 * - An order whose start was reported, or whose connector delivers energy, is not closed by a pile's "nothing is running" or by a
 *   timeout. A pile that has lost its transaction would make the energy free, so a person decides.
 * - A refused start, or a session that the pile has shown to be over, closes automatically only when nothing was metered.
 *   Otherwise the energy would be free, so a person decides.
 * - No event leads to a terminal state while the order's connector reports energy flow (I-27).
 * - No bill is posted automatically before the stop is confirmed.
 */
export function transition(state: OrderState, event: OrderEvent, witness: SessionWitness): Transition {
  const cell = ORDER_TRANSITIONS[state][event]
  if (typeof cell === 'string') return { ok: false, state, code: cell }
  const [next, ...effects] = cell
  const isDoubtful = witness.hasStarted || witness.isEnergyFlowing
  if (
    isDoubtful &&
    (event === 'never-started' || event === 'start-timeout') &&
    next === 'closed' &&
    state !== 'closed'
  ) {
    return { ok: true, state: 'abnormal', effects: ['send-stop', 'open-case'] }
  }
  if (witness.hasMetered && event === 'ended-unseen' && next === 'closed') {
    return { ok: true, state: 'abnormal', effects: ['send-stop', 'open-case'] }
  }
  if (witness.hasMetered && event === 'start-refused') return { ok: false, state, code: 'charging.stillRunning' }
  // A refused start is closed whatever its connector reports: the first metered energy opens it again.
  const isReversible = event === 'start-refused'
  if (witness.isEnergyFlowing && !isReversible && isTerminal(next) && !isTerminal(state)) {
    return { ok: false, state, code: 'charging.energyFlowing' }
  }
  if (!witness.hasStopped && (event === 'bill-ready' || event === 'nothing-charged' || event === 'cause-cleared')) {
    return { ok: false, state, code: 'charging.stillRunning' }
  }
  return { ok: true, state: next, effects }
}

/** Returns whether the state is final for money: only adjustments, or contradicting facts, can follow. */
export function isTerminal(state: OrderState): boolean {
  return state === 'settled' || state === 'closed' || state === 'reversed'
}

/**
 * Returns whether an order occupies its connector and its member (I-30). An abnormal order does not: another car may charge.
 */
export function isActive(state: OrderState): boolean {
  return state === 'starting' || state === 'charging' || state === 'stopping'
}

/** T/CEC 102.3 StartChargeSeqStat: 1 starting, 2 charging, 3 stopping, 4 ended, 5 unknown. */
export const CEC_ORDER_STATE: Record<OrderState, 1 | 2 | 3 | 4 | 5> = {
  draft: 1,
  starting: 1,
  charging: 2,
  stopping: 3,
  ended: 4,
  settled: 4,
  abnormal: 5,
  closed: 4,
  reversed: 4,
}
