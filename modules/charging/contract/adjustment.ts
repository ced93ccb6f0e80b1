import { type Energy, type Fen, subEnergy, subFen } from '@wattyard/money'
import type { FinishedSession } from './session/finish-session.ts'

/** What was posted for an order. */
export interface PostedBill {
  energy: Energy
  electricity: Fen
  service: Fen
}

/** A settled bill and what the facts say now. A person decides on a proposal; it is posted as a further entry. */
export type Comparison =
  | { verdict: 'matches' }
  /** New facts give another bill: the differences, now minus posted. */
  | { verdict: 'differs'; energy: Energy; electricity: Fen; service: Fen }
  /** New facts make the session one that would not be billed without a person. */
  | { verdict: 'doubtful'; codes: readonly string[] }

/** Facts that come after settlement never change the bill (I-21, I-26): they match it, or they make a proposal. */
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
