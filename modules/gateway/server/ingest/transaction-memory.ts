import { REMEMBERED_TRANSACTIONS } from '../limits.ts'
import type { Transaction } from './transaction.ts'

/** Recently used transactions of one pile, by id on the wire. The database has all of them. */
export class TransactionMemory {
  /** Whether every open transaction of the pile is in memory. */
  complete = false
  readonly #byId = new Map<string, Transaction>()

  get(transactionId: string): Transaction | undefined {
    return this.#byId.get(transactionId)
  }

  recent(): Iterable<Transaction> {
    return this.#byId.values()
  }

  remember(transaction: Transaction): void {
    const { transactionId } = transaction
    this.#byId.delete(transactionId)
    this.#byId.set(transactionId, transaction)
    if (this.#byId.size <= REMEMBERED_TRANSACTIONS) return
    // Ended ones make room first; if all are open, the list is no longer complete.
    for (const [id, { stopped }] of this.#byId)
      if (stopped) {
        this.#byId.delete(id)
        return
      }
    const oldest = this.#byId.keys().next().value
    if (oldest !== undefined) this.#byId.delete(oldest)
    this.complete = false
  }

  forget(): void {
    this.#byId.clear()
    this.complete = false
  }
}
