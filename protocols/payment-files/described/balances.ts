import { addFen, type Fen, subFen } from '@wattyard/money'

/** Follows the balance after each row of an account. */
export interface Balances {
  /** Returns whether a row fits the one before it. The next rows are held against this one, whether it fits or not. */
  follows(amount: Fen, balance: Fen): boolean
}

/**
 * Makes a follower of balances. Banks write the oldest row first or the newest; the first two rows that tell which decide, and a row that is
 * missing shows from then on.
 */
export function createBalances(): Balances {
  let before: { readonly amount: Fen; readonly balance: Fen } | null = null
  let [mayRise, mayFall] = [true, true]

  return {
    follows(amount, balance) {
      const last = before
      before = { amount, balance }
      if (last === null) return true
      const rises = addFen(last.balance, amount) === balance
      const falls = subFen(last.balance, last.amount) === balance
      if (!(mayRise && rises) && !(mayFall && falls)) return false
      mayRise &&= rises
      mayFall &&= falls
      return true
    },
  }
}
