import { type Energy, type Fen, subEnergy, subFen } from '@wattyard/money'
import type { FinishedSession } from './session/finish-session.ts'

/** Amounts that were posted for an order. */
export interface PostedBill {
  energy: Energy
  electricity: Fen
  service: Fen
}

/** Comparison of a settled bill with the present facts. A person decides on a difference, which is posted as a further entry. */
export type Comparison =
  | { verdict: 'matches' }
  /** The present facts give another bill. The differences are present minus posted. */
  | { verdict: 'differs'; energy: Energy; electricity: Fen; service: Fen }
  /** With the present facts the session would not be billed without a person. */
  | { verdict: 'doubtful'; codes: readonly string[] }

/**
 * Compares a posted bill with the present facts. Facts after settlement never change the bill (I-21, I-26): they match it or
 * become a proposal.
 */
export function compareWithPosted(posted: PostedBill, { derived, bill }: FinishedSession): Comparison {
  if (bill === null) {
    return { verdict: 'doubtful', codes: derived.flags.filter(flag => flag.effect === 'block').map(flag => flag.code) }
  }
  const energy = subEnergy(bill.energy, posted.energy)
  const electricity = subFen(bill.electricityFen, posted.electricity)
  const service = subFen(bill.serviceFen, posted.service)
  if (energy === 0n && electricity === 0n && service === 0n) return { verdict: 'matches' }
  return { verdict: 'differs', energy, electricity, service }
}
