import { growsByDebit, type Posting } from '../contract/index.ts'

/** Balances of the accounts that must not be negative, by account id. */
export type Balances = Map<string, bigint>

/** Net change per account with a floor, on the account's own side. */
function changesOf(postings: readonly Posting[]): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  for (const { debit, credit, amount_fen } of postings) {
    if (debit.minZero)
      changes.set(debit.id, (changes.get(debit.id) ?? 0n) + (growsByDebit(debit.kind) ? amount_fen : 0n - amount_fen))
    if (credit.minZero)
      changes.set(
        credit.id,
        (changes.get(credit.id) ?? 0n) + (growsByDebit(credit.kind) ? 0n - amount_fen : amount_fen),
      )
  }
  return changes
}

/** Adds a journal to the balances, floor or not. */
export function applyPostings(postings: readonly Posting[], balances: Balances): void {
  for (const [id, change] of changesOf(postings)) balances.set(id, (balances.get(id) ?? 0n) + change)
}

/**
 * Returns for each journal, in order, whether it fits: null, or the account that would become negative. A fitting journal changes
 * the balances before the next is checked. Only a journal's total effect counts, not its single postings.
 */
export function weighJournals(journals: readonly (readonly Posting[])[], balances: Balances): (string | null)[] {
  return journals.map(postings => {
    const changes = changesOf(postings)
    for (const [id, change] of changes) if (change < 0n && (balances.get(id) ?? 0n) + change < 0n) return id
    for (const [id, change] of changes) balances.set(id, (balances.get(id) ?? 0n) + change)
    return null
  })
}
