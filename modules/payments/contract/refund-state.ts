import type { Fen } from '@wattyard/money'
import { UNKNOWN_AFTER_MS, UNKNOWN_NEEDED } from './payment-state.ts'
import { PART_TRANSITIONS, type PartEffect, type PartEvent, type PartRefusal, type PartState } from './refund-table.ts'

export type PartTransition =
  | { ok: true; state: PartState; effects: readonly PartEffect[] }
  | { ok: false; state: PartState; code: PartRefusal }

/** Facts about the part at the moment of the event. */
export interface PartWitness {
  /** Paid by a person: bank transfer or cash. */
  isByHand: boolean
  /** Answers "no such number" in a row, this one included. */
  unknownAnswers: number
  /** Ms since the part was last sent. */
  sinceSentMs: number
  /** State of `heirOf` this part; null when nothing took its place. */
  heir: PartState | null
  /** An earlier request with this number was never answered. */
  isUnproved: boolean
  /** The last request was refused; of earlier ones nothing is known. */
  isRefused: boolean
}

/**
 * Returns the next state of a part and what to do, or a refusal with the state unchanged. Rules in addition to the table:
 * - An unclear number counts as unknown after `UNKNOWN_NEEDED` answers, the last at least `UNKNOWN_AFTER_MS` after it was sent.
 *   Then the same number is sent again: of two requests with one number the channels carry out one.
 * - A refusal says nothing of earlier requests with the number. As long as one of them was never answered, the part is unclear until a query
 *   has told; a number that is unknown then has failed, as the refusal said.
 * - Only a channel's part is sent, and only a person's part is paid by hand.
 * - A part that succeeds after another took its place is paid out of what was meant for that other part, as long as that is
 *   neither sent nor given back. Otherwise the money left twice, and the second time is the member's debt.
 */
export function partTransition(state: PartState, event: PartEvent, witness: PartWitness): PartTransition {
  const cell = PART_TRANSITIONS[state][event]
  if (typeof cell === 'string') return { ok: false, state, code: cell }
  if (event === 'claimed' && witness.isByHand) return { ok: false, state, code: 'payments.personDecides' }
  if (event === 'paid-by-hand' && !witness.isByHand) return { ok: false, state, code: 'payments.channelDecides' }
  const [next, ...effects] = cell
  if (state === 'sending' && event === 'said-refused' && witness.isUnproved)
    return { ok: true, state: 'unclear', effects: ['ask'] }
  if (state === 'unclear' && event === 'number-unknown') {
    if (!isUnknown(witness)) return { ok: true, state, effects: ['ask'] }
    if (witness.isRefused) return { ok: true, state: 'failed', effects: ['open-finding'] }
  }
  if (effects.includes('charge-back') && witness.heir !== null && isUntouched(witness.heir))
    return { ok: true, state: next, effects: ['pay-out', 'drop-heir', 'open-finding', 'send-alarm'] }
  return { ok: true, state: next, effects }
}

function isUnknown({ unknownAnswers, sinceSentMs }: PartWitness): boolean {
  return unknownAnswers >= UNKNOWN_NEEDED && sinceSentMs >= UNKNOWN_AFTER_MS
}

/** Neither paid, nor perhaps paid, nor given back. */
function isUntouched(state: PartState): boolean {
  return state === 'waiting' || state === 'failed'
}

const MOVING: ReadonlySet<PartState> = new Set(['waiting', 'sending', 'accepted', 'unclear', 'abnormal'])

/** Returns whether a part may still be paid out without anybody's decision. */
export function isMoving(state: PartState): boolean {
  return MOVING.has(state)
}

/** Returns whether the part's money lies in `refund_payable`: the account's balance is the sum of these parts. */
export function isOwed(state: PartState): boolean {
  return isMoving(state) || state === 'failed'
}

/** A part with the one that took its place. */
export interface PartLink {
  id: string
  state: PartState
  /** The part that this one replaced. */
  replacesId: string | null
}

/** Returns the last part of the chain that took a part's place, or null. */
export function heirOf<P extends PartLink>(part: P, parts: readonly P[]): P | null {
  let heir: P | null = null
  for (let at: P | undefined = part; at; at = parts.find(one => one.replacesId === at?.id)) heir = at
  return heir === part ? null : heir
}

export const REFUND_STATES = [
  'requested',
  'rejected',
  'withdrawn',
  'approved',
  'failed',
  'partlyDone',
  'givenBack',
  'done',
] as const
export type RefundState = (typeof REFUND_STATES)[number]

const DECISIONS = { approved: 'approved', rejected: 'rejected', withdrawn: 'withdrawn' } as const
export type RefundDecision = keyof typeof DECISIONS

/** Returns the state after a decision, or null: a refund is decided once. From `approved` on its parts give its state. */
export function decideRefund(state: RefundState, decision: RefundDecision): RefundState | null {
  return state === 'requested' ? DECISIONS[decision] : null
}

/**
 * Returns the state of an approved refund; it is derived and never set.
 *
 * - `approved`: a part is under way
 * - `failed`: none is, and the money of at least one waits for a person, whatever became of the others
 * - `done`, `givenBack`: all parts were paid out, or all are in the wallet again
 * - `partlyDone`: some of each
 *
 * The last three are the ends: exactly then nothing of the refund is left in `refund_payable`.
 *
 * @param parts states of all parts, at least one
 * @throws RangeError when none is left to count
 */
export function refundStateOf(parts: readonly PartState[]): RefundState {
  const counted = parts.filter(state => state !== 'replaced' && state !== 'dropped')
  if (counted.length === 0) throw new RangeError('a refund without parts')
  if (counted.some(isMoving)) return 'approved'
  if (counted.includes('failed')) return 'failed'
  if (!counted.includes('givenBack')) return 'done'
  return counted.includes('done') ? 'partlyDone' : 'givenBack'
}

/** Returns whether nothing of a refund is left to do. The member may ask for another one as soon as this one is decided. */
export function isRefundEnded(state: RefundState): boolean {
  return state !== 'requested' && state !== 'approved' && state !== 'failed'
}

/** What a channel says of a refund that it carried out. */
export interface RefundedFact {
  /** Our number of the part. */
  number: string
  /** Fen of this part; Alipay's sum over a payment (`refund_fee`) is none, and has to be asked for by `queryRefund`. */
  amount: Fen
  merchantNo: string
  /** The channel's number of the payment. */
  paymentChannelNo: string
}

/** Returns the members in which a verified fact differs from our part; none when it is about it. */
export function compareRefunded(expected: RefundedFact, fact: RefundedFact): (keyof RefundedFact)[] {
  return (['number', 'amount', 'merchantNo', 'paymentChannelNo'] as const).filter(
    member => fact[member] !== expected[member],
  )
}
