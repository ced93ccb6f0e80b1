import { addFen, type Fen, subFen, ZERO_FEN } from '@wattyard/money'

/** A wallet as its holder knows it, in fen: what can be used of each kind, what is on hold of both, and what is owed. */
export interface Balances {
  principal: Fen
  gift: Fen
  frozen: Fen
  owed: Fen
}

export const NO_BALANCES: Balances = { principal: ZERO_FEN, gift: ZERO_FEN, frozen: ZERO_FEN, owed: ZERO_FEN }

/** What one movement changed; amounts may be negative. */
export type StatementChange = Balances

const each = (join: (a: Fen, b: Fen) => Fen, a: Balances, b: Balances): Balances => ({
  principal: join(a.principal, b.principal),
  gift: join(a.gift, b.gift),
  frozen: join(a.frozen, b.frozen),
  owed: join(a.owed, b.owed),
})

/**
 * Returns the balances after each movement.
 *
 * @param movements newest first
 * @param after balances after the newest of them
 */
export function withBalances<M extends { readonly change: StatementChange }>(
  movements: readonly M[],
  after: Balances,
): (M & { balances: Balances })[] {
  let balances = after
  return movements.map(movement => {
    const own = balances
    balances = each(subFen, balances, movement.change)
    return { ...movement, balances: own }
  })
}

/** Returns the balances before the oldest of some movements, which are all that lie between. */
export const balancesBefore = (movements: readonly { readonly change: StatementChange }[], after: Balances): Balances =>
  each(
    subFen,
    after,
    movements.reduce((sum, { change }) => each(addFen, sum, change), NO_BALANCES),
  )
