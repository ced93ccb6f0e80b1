import { divideHalfUp, type Fen, fen, maxFen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { MIX_RULES, type MixRule, sumParts, type WalletParts } from '@wattyard/members/contract'

/**
 * How the money used so far is counted when part of a lot is given back; the words are those of the order of payment, because the
 * question is the same: which part of the lot paid for what was used. Which basis applies to which cause is a versioned rule of
 * the tenant (decision 402). The draft of 法释〔2025〕4号 counted use at paid ÷ (paid + gift) where the consumer did not cause the
 * refund (its article 21); that is `proportional`. The other two are what operators agree on with their customers.
 */
export const REFUND_BASES = MIX_RULES
export type RefundBasis = MixRule

/** One lot as a basis sees it, in fen. */
export interface LotValue {
  /** Paid in, less what was paid out again. */
  paid: Fen
  /** Given on top, less what was forfeited. */
  gift: Fen
  /** What is left of it in the wallet, on hold included. */
  rest: WalletParts
}

/** What a refund takes out of one lot, in fen. */
export interface Take {
  /** Goes back to the member: `fromPrincipal + fromGift`. */
  paidOut: Fen
  fromPrincipal: Fen
  /** Revalued to principal before it is paid out: the basis gives more than the books hold as principal. */
  fromGift: Fen
  forfeitedGift: Fen
  /** The basis gives less than the books hold as principal. */
  forfeitedPrincipal: Fen
}

/**
 * Returns the most that can be refunded of a lot, in fen: 0 ≤ result ≤ rest, and no more than was paid. With `paid` p, `gift` g,
 * rest v and use u = p + g − v:
 *
 * - `proportional`: p × v ÷ (p + g), half up
 * - `principal-first`: p − u, at least 0
 * - `gift-first`: p − (u − g), at most p; that is the smaller of p and v
 *
 * @throws RangeError for a negative part, or more left than was paid and given
 */
export function refundableOf(lot: LotValue, basis: RefundBasis): Fen {
  const { paid, whole, value } = measured(lot)
  switch (basis) {
    case 'proportional':
      return whole === ZERO_FEN ? ZERO_FEN : fen(divideHalfUp(paid * value, whole))
    case 'principal-first':
      return maxFen(ZERO_FEN, subFen(paid, subFen(whole, value)))
    case 'gift-first':
      return minFen(paid, value)
  }
}

/**
 * Returns what a refund of `amount` takes out of a lot. Besides the amount a share of what the whole refund would forfeit goes:
 * (rest − refundable) × amount ÷ refundable, half up. So the gift leaves with the money that it was given for, under every basis,
 * and nobody keeps a gift by leaving one fen of the principal. The amount comes out of principal first; a gift is forfeited
 * before principal is.
 *
 * @param amount fen, 0 … `refundableOf(lot, basis)`
 * @throws RangeError for any other amount
 */
export function takeFromLot(lot: LotValue, basis: RefundBasis, amount: Fen): Take {
  const refundable = refundableOf(lot, basis)
  if (amount < ZERO_FEN || amount > refundable) throw new RangeError(`${amount} fen of ${refundable} refundable`)
  const { rest } = lot
  const unpaid = subFen(sumParts(rest), refundable)
  const forfeited = amount === ZERO_FEN ? ZERO_FEN : fen(divideHalfUp(unpaid * amount, refundable))
  const fromPrincipal = minFen(amount, rest.principal)
  const fromGift = subFen(amount, fromPrincipal)
  // Where gift is paid out, no principal is left to forfeit, and amount and forfeit together are within the rest.
  const forfeitedGift = minFen(forfeited, rest.gift)
  const forfeitedPrincipal = subFen(forfeited, forfeitedGift)
  return { paidOut: amount, fromPrincipal, fromGift, forfeitedGift, forfeitedPrincipal }
}

/** Returns the parts of a wallet that a take empties, in fen. */
export function takenParts(take: Take): WalletParts {
  return {
    principal: sumFen([take.fromPrincipal, take.forfeitedPrincipal]),
    gift: sumFen([take.fromGift, take.forfeitedGift]),
  }
}

/** Returns the lot as a basis sees it after a take. Its use is what it was: a refund is not a use. */
export function afterTake({ paid, gift, rest }: LotValue, take: Take): LotValue {
  const { principal, gift: takenGift } = takenParts(take)
  return {
    paid: subFen(paid, take.paidOut),
    gift: subFen(gift, sumFen([take.forfeitedGift, take.forfeitedPrincipal])),
    rest: { principal: subFen(rest.principal, principal), gift: subFen(rest.gift, takenGift) },
  }
}

/**
 * Returns what of a take's forfeit comes back when `amount` more of it could not be paid out, in fen: its share, half up on the sum of
 * all that came back, so that the whole forfeit is back when the whole take is, however it was divided.
 *
 * @param back fen of the take that came back before
 */
export function forfeitBack(
  { paidOut, forfeitedGift, forfeitedPrincipal }: Take,
  { back, amount }: { back: Fen; amount: Fen },
): Fen {
  const forfeited = sumFen([forfeitedGift, forfeitedPrincipal])
  const shareOf = (sum: bigint): Fen => fen(divideHalfUp(forfeited * sum, paidOut))
  return subFen(shareOf(back + amount), shareOf(back))
}

function measured({ paid, gift, rest }: LotValue): { paid: Fen; whole: Fen; value: Fen } {
  const whole = sumFen([paid, gift])
  const value = sumParts(rest)
  if ([paid, gift, rest.principal, rest.gift].some(part => part < ZERO_FEN) || value > whole)
    throw new RangeError(`a lot of ${paid} + ${gift} fen with ${rest.principal} + ${rest.gift} left`)
  return { paid, whole, value }
}
