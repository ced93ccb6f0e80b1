import { allocateFen, type Fen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'

/** Wallet money by origin: paid in by the member, and bonus from the operator. */
export interface WalletParts {
  principal: Fen
  gift: Fen
}

/** Which part is used first; the same values as in the settlement plan of an order. */
export const MIX_RULES = ['gift-first', 'principal-first', 'proportional'] as const
export type MixRule = (typeof MIX_RULES)[number]

/** A member's money. No part is ever negative. */
export interface Wallet extends WalletParts {
  frozenPrincipal: Fen
  frozenGift: Fen
  /** Debt of the member. */
  owed: Fen
}

export const EMPTY_WALLET: Wallet = {
  principal: ZERO_FEN,
  gift: ZERO_FEN,
  frozenPrincipal: ZERO_FEN,
  frozenGift: ZERO_FEN,
  owed: ZERO_FEN,
}

export const sumParts = ({ principal, gift }: WalletParts): Fen => sumFen([principal, gift])

/** Takes at most `wanted` from the parts by the rule. No part gives more than it has. */
export function takeParts(wanted: Fen, parts: WalletParts, mix: MixRule): WalletParts {
  const amount = minFen(wanted, sumParts(parts))
  if (mix === 'gift-first') {
    const gift = minFen(amount, parts.gift)
    return { gift, principal: subFen(amount, gift) }
  }
  if (mix === 'principal-first') {
    const principal = minFen(amount, parts.principal)
    return { principal, gift: subFen(amount, principal) }
  }
  if (amount === ZERO_FEN) return { principal: ZERO_FEN, gift: ZERO_FEN }
  // amount ≤ Σ parts, so by largest remainder no share exceeds its part.
  const [principal = ZERO_FEN, gift = ZERO_FEN] = allocateFen(amount, [parts.principal, parts.gift])
  return { principal, gift }
}
