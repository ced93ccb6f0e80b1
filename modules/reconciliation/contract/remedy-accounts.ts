import { type Fen, ZERO_FEN } from '@wattyard/money'
import { REMEDY_ACCOUNTS, type RemedyAccount } from './records/outcome.ts'

/** Accounts that take a surplus, and those that bear a shortage. */
const TAKES: Readonly<Record<RemedyAccount, 'both' | 'surplus' | 'shortage'>> = {
  unmatched: 'both',
  channel_fee: 'both',
  disputed: 'shortage',
  other_income: 'surplus',
  shortage_loss: 'shortage',
}

/**
 * Returns the accounts that a remedy may name.
 * @param missing minor units that the books lack of what the channel says; negative: have too much
 */
export function accountsFor(missing: Fen): RemedyAccount[] {
  if (missing === ZERO_FEN) return []
  const side = missing > ZERO_FEN ? 'surplus' : 'shortage'
  return REMEDY_ACCOUNTS.filter(account => TAKES[account] === 'both' || TAKES[account] === side)
}
