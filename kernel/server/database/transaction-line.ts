import type { Answer, Connection } from './tx.ts'

/** The connection of one transaction, which is opened by the first statement that needs it. */
export interface TransactionLine extends Pick<Connection, 'query'> {
  /** Whether the server has been asked to open it. */
  readonly isOpen: boolean
  /** Statements that go first in the trip of the next one. */
  first(statements: readonly string[]): void
  /** Nothing that still waits is sent any more. */
  end(): void
}

/**
 * Returns a line whose first statement takes the opening along. Others wait for that trip: were they sent behind an opening
 * that fails, they would run outside of any transaction. For the same reason nothing is sent after one that failed.
 */
export function transactionLine(connection: Connection, opening: readonly string[]): TransactionLine {
  let ahead = opening
  let opened: Promise<Answer> | null = null
  let isSettled = false
  let hasEnded = false
  return {
    get isOpen() {
      return opened !== null
    },
    first(statements) {
      ahead = [...ahead, ...statements]
    },
    end() {
      hasEnded = true
    },
    async query(text, values, isRecurring) {
      if (opened && !isSettled) {
        await opened
        if (hasEnded) throw new Error('a statement came after the end of its transaction')
      }
      const before = ahead
      ahead = []
      const answer = connection.query(text, values, isRecurring, before)
      if (opened) return answer
      opened = answer
      const given = await answer
      isSettled = true
      return given
    },
  }
}
