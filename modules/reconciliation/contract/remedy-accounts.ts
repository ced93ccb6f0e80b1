import { type Fen, ZERO_FEN } from '@wattyard/money'
import { REMEDY_ACCOUNTS, type RemedyAccount } from './records/outcome.ts'

/** Accounts that take a surplus, and those that bear a shortage. */
const TAKES: Readonly<Record<Exclude<RemedyAccount, 'channel_clearing'>, 'both' | 'surplus' | 'shortage'>> = {
  unmatched: 'both',
  channel_fee: 'both',
  disputed: 'shortage',
  other_income: 'surplus',
  shortage_loss: 'shortage',
}

/**
 * Returns the accounts that a remedy may name.
 * @param kind what became of the movement: a payout is booked between the channel and the bank
 * @param missing minor units that the books lack of what the channel says; negative: have too much
 */
export function accountsFor(missing: Fen, kind: string): RemedyAccount[] {
  if (missing === ZERO_FEN) return []
  // What a channel paid out was owed by it: nobody has to find out whose it is.
  if (kind === 'payoutNotBooked') return ['channel_clearing']
  const side = missing > ZERO_FEN ? 'surplus' : 'shortage'
  return REMEDY_ACCOUNTS.filter(
    account => account !== 'channel_clearing' && (TAKES[account] === 'both' || TAKES[account] === side),
  )
}
