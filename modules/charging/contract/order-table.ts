/**
 * The states of a charge order and their transitions, as data. Texts for states are in the locales (`charging.order_state.*`).
 *
 * - draft: placed (and perhaps paid), no start command sent yet
 * - starting: start command sent, no energy yet
 * - charging: the pile has reported the start
 * - stopping: a stop was requested and is not confirmed yet
 * - ended: the stop is confirmed; energy and bill are being computed
 * - settled: the bill is posted; from here only adjustment entries (I-21)
 * - abnormal: a person has to decide; money stays held
 * - reversed: was settled, and its settlement was reversed in the ledger; it costs nothing any more
 * - closed: ended without a charge: never started, refused, cancelled before the start, lost by its pile before anything was
 *   metered, or waived by a person
 */
export const ORDER_STATES = [
  'draft',
  'starting',
  'charging',
  'stopping',
  'ended',
  'settled',
  'abnormal',
  'closed',
  'reversed',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const ORDER_EVENTS = [
  // requests of the platform and of people
  'start-sent',
  'stop-requested',
  'cancel-requested',
  'refund-requested',
  'draft-expired',
  // reports of the pile; never refused, because a fact has already happened
  'session-started',
  'stop-confirmed',
  'facts-changed',
  'never-started',
  // the start was refused, and nothing has been metered
  'start-refused',
  // the pile has shown that its session is over, and never reported the stop
  'ended-unseen',
  // energy on an order that was closed because none flowed
  'energy-shown',
  // findings of the supervisor
  'start-timeout',
  'stop-timeout',
  'session-lost',
  'bill-timeout',
  // decisions of billing and the operator
  'bill-ready',
  'bill-held',
  // a refused start ended without energy on the meter
  'nothing-charged',
  'cause-cleared',
  'operator-settled',
  'operator-closed',
  'operator-adjusted',
  // reversal in the ledger
  'settlement-reversed',
] as const
export type OrderEvent = (typeof ORDER_EVENTS)[number]

/** Events that report facts. The table has a transition for each of them in every state, never a refusal. */
export const FACT_EVENTS = [
  'session-started',
  'stop-confirmed',
  'facts-changed',
  'never-started',
] as const satisfies readonly OrderEvent[]

/** Actions for the caller, inside the transaction of the transition (commands are sent after commit). */
export type OrderEffect =
  | 'send-start'
  | 'send-stop'
  /** Remember the request; it is granted when the stop is confirmed and the bill is computed. */
  | 'remember-cancel'
  /** Void the money that is still frozen. */
  | 'release-hold'
  /** Derive the energy, rate it, then raise `bill-ready` or `bill-held`. */
  | 'make-bill'
  /** Post the bill and the settlement plan. */
  | 'post-bill'
  | 'plan-refund'
  /** Open a case in the abnormal list, with an estimate where there is one. */
  | 'open-case'
  /** Evaluate the open case again; raise `cause-cleared` when no finding blocks any more. */
  | 'review-case'
  | 'close-case'
  /** Compare with the posted bill; a difference becomes an adjustment proposal (I-26). */
  | 'propose-adjustment'
  | 'post-adjustment'

export type RefusalCode =
  | 'charging.notStarted'
  | 'charging.alreadyStarted'
  | 'charging.stillRunning'
  | 'charging.alreadyEnded'
  | 'charging.billFirst'
  | 'charging.alreadySettled'
  | 'charging.needsOperator'
  | 'charging.notAbnormal'
  | 'charging.alreadyClosed'
  | 'charging.notWaiting'
  | 'charging.energyFlowing'
  | 'charging.notSettled'
  | 'charging.nothingPaid'
  | 'charging.reversed'

/** A cell is `[next state, ...effects]`, or the code of the refusal. */
export type Cell = readonly [OrderState, ...OrderEffect[]] | RefusalCode

const DRAFT: Record<OrderEvent, Cell> = {
  'start-sent': ['starting', 'send-start'],
  'stop-requested': 'charging.notStarted',
  'cancel-requested': ['closed', 'release-hold'],
  'refund-requested': 'charging.nothingPaid',
  'draft-expired': ['closed', 'release-hold'],
  'session-started': ['charging'],
  'stop-confirmed': ['ended', 'make-bill'],
  'facts-changed': ['draft'],
  'never-started': ['draft'],
  'start-refused': 'charging.notStarted',
  'ended-unseen': 'charging.notStarted',
  'energy-shown': 'charging.notStarted',
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.notStarted',
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.notStarted',
  'bill-held': 'charging.notStarted',
  'nothing-charged': 'charging.notStarted',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.notAbnormal',
  'operator-closed': ['closed', 'release-hold'],
  'operator-adjusted': 'charging.notStarted',
  'settlement-reversed': 'charging.notSettled',
}

const STARTING: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.alreadyStarted',
  'stop-requested': ['stopping', 'send-stop'],
  // I-28: the start command was sent and may succeed any second; only a confirmed stop or "never started" closes.
  'cancel-requested': ['stopping', 'send-stop', 'remember-cancel'],
  'refund-requested': 'charging.nothingPaid',
  'draft-expired': 'charging.alreadyStarted',
  'session-started': ['charging'],
  'stop-confirmed': ['ended', 'make-bill'],
  'facts-changed': ['starting'],
  'never-started': ['closed', 'release-hold'],
  'start-refused': ['closed', 'release-hold'],
  'ended-unseen': 'charging.notStarted',
  'energy-shown': 'charging.alreadyStarted',
  // YKC note 1–2 closes after 90 s. The stop command is sent too, so that a start still on its way is stopped.
  'start-timeout': ['closed', 'send-stop', 'release-hold'],
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.notStarted',
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.notStarted',
  'bill-held': 'charging.notStarted',
  'nothing-charged': 'charging.notStarted',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.notAbnormal',
  'operator-closed': 'charging.stillRunning',
  'operator-adjusted': 'charging.notStarted',
  'settlement-reversed': 'charging.notSettled',
}

const CHARGING: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.alreadyStarted',
  'stop-requested': ['stopping', 'send-stop'],
  'cancel-requested': ['stopping', 'send-stop', 'remember-cancel'],
  'refund-requested': 'charging.nothingPaid',
  'draft-expired': 'charging.alreadyStarted',
  'session-started': ['charging'],
  'stop-confirmed': ['ended', 'make-bill'],
  'facts-changed': ['charging'],
  // The pile has reported a start and now denies it, so a person has to look.
  'never-started': ['abnormal', 'open-case'],
  'start-refused': ['closed', 'release-hold'],
  'ended-unseen': ['closed', 'release-hold'],
  'energy-shown': 'charging.alreadyStarted',
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': ['abnormal', 'send-stop', 'open-case'],
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.stillRunning',
  'bill-held': 'charging.stillRunning',
  'nothing-charged': 'charging.stillRunning',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.stillRunning',
  'operator-closed': 'charging.stillRunning',
  'operator-adjusted': 'charging.stillRunning',
  'settlement-reversed': 'charging.notSettled',
}

const STOPPING: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.alreadyStarted',
  'stop-requested': ['stopping', 'send-stop'],
  'cancel-requested': ['stopping', 'remember-cancel'],
  'refund-requested': 'charging.nothingPaid',
  'draft-expired': 'charging.alreadyStarted',
  // A start that was on its way when the stop was sent.
  'session-started': ['stopping', 'send-stop'],
  'stop-confirmed': ['ended', 'make-bill'],
  'facts-changed': ['stopping'],
  'never-started': ['closed', 'release-hold'],
  'start-refused': ['closed', 'release-hold'],
  'ended-unseen': ['closed', 'release-hold'],
  'energy-shown': 'charging.alreadyStarted',
  'start-timeout': ['stopping', 'send-stop'],
  'stop-timeout': ['abnormal', 'send-stop', 'open-case'],
  'session-lost': ['abnormal', 'send-stop', 'open-case'],
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.stillRunning',
  'bill-held': 'charging.stillRunning',
  'nothing-charged': 'charging.stillRunning',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.stillRunning',
  'operator-closed': 'charging.stillRunning',
  'operator-adjusted': 'charging.stillRunning',
  'settlement-reversed': 'charging.notSettled',
}

const ENDED: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.alreadyEnded',
  'stop-requested': 'charging.alreadyEnded',
  'cancel-requested': 'charging.alreadyEnded',
  'refund-requested': 'charging.billFirst',
  'draft-expired': 'charging.alreadyEnded',
  'session-started': ['ended', 'make-bill'],
  'stop-confirmed': ['ended', 'make-bill'],
  'facts-changed': ['ended', 'make-bill'],
  'never-started': ['ended'],
  'start-refused': 'charging.alreadyEnded',
  'ended-unseen': 'charging.alreadyEnded',
  'energy-shown': 'charging.alreadyEnded',
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.alreadyEnded',
  'bill-timeout': ['abnormal', 'open-case'],
  'bill-ready': ['settled', 'post-bill', 'release-hold'],
  'bill-held': ['abnormal', 'open-case'],
  'nothing-charged': ['closed', 'release-hold'],
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.notAbnormal',
  'operator-closed': 'charging.notAbnormal',
  'operator-adjusted': 'charging.billFirst',
  'settlement-reversed': 'charging.notSettled',
}

const SETTLED: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.alreadySettled',
  'stop-requested': 'charging.alreadySettled',
  'cancel-requested': 'charging.alreadySettled',
  'refund-requested': ['settled', 'plan-refund'],
  'draft-expired': 'charging.alreadySettled',
  'session-started': ['settled', 'propose-adjustment'],
  'stop-confirmed': ['settled', 'propose-adjustment'],
  'facts-changed': ['settled', 'propose-adjustment'],
  'never-started': ['settled', 'propose-adjustment'],
  'start-refused': 'charging.alreadySettled',
  'ended-unseen': 'charging.alreadySettled',
  'energy-shown': 'charging.alreadySettled',
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.alreadySettled',
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.alreadySettled',
  'bill-held': 'charging.alreadySettled',
  'nothing-charged': 'charging.alreadySettled',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.alreadySettled',
  'operator-closed': 'charging.alreadySettled',
  'operator-adjusted': ['settled', 'post-adjustment'],
  'settlement-reversed': ['reversed'],
}

const ABNORMAL: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.needsOperator',
  // Energy may still flow on an abnormal order: stopping it is always allowed.
  'stop-requested': ['abnormal', 'send-stop'],
  'cancel-requested': 'charging.needsOperator',
  'refund-requested': 'charging.needsOperator',
  'draft-expired': 'charging.needsOperator',
  'session-started': ['abnormal', 'send-stop', 'review-case'],
  'stop-confirmed': ['abnormal', 'review-case'],
  'facts-changed': ['abnormal', 'review-case'],
  'never-started': ['abnormal', 'review-case'],
  'start-refused': 'charging.needsOperator',
  'ended-unseen': 'charging.needsOperator',
  'energy-shown': 'charging.needsOperator',
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.needsOperator',
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.needsOperator',
  'bill-held': 'charging.needsOperator',
  'nothing-charged': 'charging.needsOperator',
  'cause-cleared': ['ended', 'close-case', 'make-bill'],
  'operator-settled': ['settled', 'post-bill', 'release-hold', 'close-case'],
  'operator-closed': ['closed', 'release-hold', 'close-case'],
  'operator-adjusted': 'charging.billFirst',
  'settlement-reversed': 'charging.notSettled',
}

const CLOSED: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.alreadyClosed',
  'stop-requested': 'charging.alreadyClosed',
  'cancel-requested': 'charging.alreadyClosed',
  'refund-requested': 'charging.alreadyClosed',
  'draft-expired': 'charging.alreadyClosed',
  // Energy on a closed order (start after the timeout, or the fraud of cancelling during the start): stop it and open a case.
  'session-started': ['abnormal', 'send-stop', 'open-case'],
  'stop-confirmed': ['abnormal', 'open-case'],
  'facts-changed': ['abnormal', 'open-case'],
  'never-started': ['closed'],
  'start-refused': 'charging.alreadyClosed',
  'ended-unseen': 'charging.alreadyClosed',
  'energy-shown': ['charging'],
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.alreadyClosed',
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.alreadyClosed',
  'bill-held': 'charging.alreadyClosed',
  'nothing-charged': 'charging.alreadyClosed',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.alreadyClosed',
  'operator-closed': 'charging.alreadyClosed',
  'operator-adjusted': 'charging.alreadyClosed',
  'settlement-reversed': 'charging.notSettled',
}

/** The settlement was reversed: later facts about the session change no money. */
const REVERSED: Record<OrderEvent, Cell> = {
  'start-sent': 'charging.reversed',
  'stop-requested': 'charging.reversed',
  'cancel-requested': 'charging.reversed',
  'refund-requested': 'charging.reversed',
  'draft-expired': 'charging.reversed',
  'session-started': ['reversed'],
  'stop-confirmed': ['reversed'],
  'facts-changed': ['reversed'],
  'never-started': ['reversed'],
  'start-refused': 'charging.reversed',
  'ended-unseen': 'charging.reversed',
  'energy-shown': 'charging.reversed',
  'start-timeout': 'charging.notWaiting',
  'stop-timeout': 'charging.notWaiting',
  'session-lost': 'charging.reversed',
  'bill-timeout': 'charging.notWaiting',
  'bill-ready': 'charging.reversed',
  'bill-held': 'charging.reversed',
  'nothing-charged': 'charging.reversed',
  'cause-cleared': 'charging.notAbnormal',
  'operator-settled': 'charging.reversed',
  'operator-closed': 'charging.reversed',
  'operator-adjusted': 'charging.reversed',
  'settlement-reversed': 'charging.reversed',
}

export const ORDER_TRANSITIONS: Record<OrderState, Record<OrderEvent, Cell>> = {
  draft: DRAFT,
  starting: STARTING,
  charging: CHARGING,
  stopping: STOPPING,
  ended: ENDED,
  settled: SETTLED,
  abnormal: ABNORMAL,
  closed: CLOSED,
  reversed: REVERSED,
}
