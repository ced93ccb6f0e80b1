import type { Fen } from '@wattyard/money'
import { MINUTE_MS } from '@wattyard/time'
import {
  PAYMENT_TRANSITIONS,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentRefusal,
  type PaymentState,
} from './payment-table.ts'

/** Answers "no such number" without anything else between them, after which an order is taken not to exist. */
export const UNKNOWN_NEEDED = 2
/** The channels do not say how long a request may be on its way; our own choice, well above the time we wait for an answer. */
export const UNKNOWN_AFTER_MS = MINUTE_MS

export type PaymentTransition =
  | { ok: true; state: PaymentState; effects: readonly PaymentEffect[] }
  | { ok: false; state: PaymentState; code: PaymentRefusal | 'payments.refundInstead' | 'payments.refundFirst' }

/** Facts about the payment at the moment of the event. */
export interface PaymentWitness {
  /** Neither cancelled nor past its validity: a code may still be made for it. */
  isWanted: boolean
  /** Entered by a person and not confirmed by a channel since: cash, a transfer, or a payment of a channel typed in. */
  isByHand: boolean
  /** Nothing of its lot was refunded, and its money is still there. */
  isWhole: boolean
  /** Answers "no such number" in a row, this one included. */
  unknownAnswers: number
  /** Ms since the channel was last asked to create it. */
  sinceCreateMs: number
}

/**
 * Returns the next state of a payment and what to do, or a refusal with the state unchanged. Rules in addition to the table:
 * - A payment that nobody wants any more gets no code: what would make one closes it. Otherwise a query that follows a
 *   cancellation would revive it.
 * - An unclear order counts as unknown after `UNKNOWN_NEEDED` answers, the last at least `UNKNOWN_AFTER_MS` after it was sent.
 * - Only what a person entered is recorded by a person, and reversed in the books only while it is whole. Money that a channel
 *   has goes back by a refund.
 */
export function paymentTransition(
  state: PaymentState,
  event: PaymentEvent,
  witness: PaymentWitness,
): PaymentTransition {
  const cell = PAYMENT_TRANSITIONS[state][event]
  if (typeof cell === 'string') return { ok: false, state, code: cell }
  if (event === 'recorded' && !witness.isByHand) return { ok: false, state, code: 'payments.channelDecides' }
  if (event === 'journal-reversed' && !witness.isByHand) return { ok: false, state, code: 'payments.refundInstead' }
  if (event === 'journal-reversed' && !witness.isWhole) return { ok: false, state, code: 'payments.refundFirst' }
  const [next, ...effects] = cell
  if (state === 'unclear' && event === 'number-unknown' && !isUnknown(witness))
    return { ok: true, state, effects: ['ask'] }
  return { ok: true, ...(witness.isWanted ? { state: next, effects } : unwanted(next, effects, event)) }
}

/** Returns whether nothing more is expected of a payment by itself; a payment that arrives late changes it still. */
export function isPaymentEnded(state: PaymentState): boolean {
  return state === 'refused' || state === 'closed' || state === 'paid' || state === 'reversed'
}

function isUnknown({ unknownAnswers, sinceCreateMs }: PaymentWitness): boolean {
  return unknownAnswers >= UNKNOWN_NEEDED && sinceCreateMs >= UNKNOWN_AFTER_MS
}

type Outcome = { state: PaymentState; effects: readonly PaymentEffect[] }

function unwanted(next: PaymentState, effects: readonly PaymentEffect[], event: PaymentEvent): Outcome {
  if (effects.includes('keep-code')) return { state: next, effects: ['close'] }
  if (next === 'open' && event === 'still-open') return { state: next, effects: ['close'] }
  if (!effects.includes('create')) return { state: next, effects }
  // The channel has the order, or it has none and none was asked for.
  return event === 'still-open'
    ? { state: 'open', effects: ['close'] }
    : { state: 'closed', effects: ['drop-code', 'ask-late'] }
}

/** What a channel says of a payment that was paid; the same of a notification, a query and a row of a statement. */
export interface PaidFact {
  /** Our number. */
  number: string
  /** The channel's number. */
  channelNo: string
  amount: Fen
  merchantNo: string
  appNo: string
}

/** The same of our row. */
export interface ExpectedPayment extends Omit<PaidFact, 'channelNo'> {
  /** Null until the channel has told it. */
  channelNo: string | null
}

/**
 * Returns what a verified payment means for our row: `paid` when everything agrees, otherwise `paid-otherwise` with the members
 * that differ. A right signature proves who spoke, not that the money belongs to this payment.
 */
export function comparePaid(
  expected: ExpectedPayment,
  fact: PaidFact,
): { event: 'paid' } | { event: 'paid-otherwise'; differs: readonly (keyof PaidFact)[] } {
  const differs = (['number', 'amount', 'merchantNo', 'appNo'] as const).filter(
    member => fact[member] !== expected[member],
  )
  const isOther = expected.channelNo !== null && expected.channelNo !== fact.channelNo
  if (differs.length === 0 && !isOther) return { event: 'paid' }
  return { event: 'paid-otherwise', differs: isOther ? [...differs, 'channelNo'] : differs }
}
