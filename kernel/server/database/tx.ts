import type { RowIn, Shape } from './columns.ts'

/** A column of an answer, as the engine names and types it (`pg_type.oid`). */
export interface AnsweredColumn {
  readonly name: string
  readonly dataTypeID: number
}

export interface Answer {
  rows: Record<string, unknown>[]
  count: number
  columns: readonly AnsweredColumn[]
}

/** Holds an answer against what its statement states; throws where they differ. */
export type AnswerWitness = (shape: Shape, text: string, answer: Answer) => void

let witness: AnswerWitness | null = null

/**
 * For tests alone: every statement that states its columns is held against what the database answers, types, words and
 * nulls included. In production what tests have proved is not looked at again.
 */
export function witnessAnswers(judge: AnswerWitness | null): void {
  witness = judge
}

/** One database connection as the kernel needs it, whatever engine is behind. */
export interface Connection {
  /**
   * Runs one statement with parameters.
   * @param isRecurring whether the server keeps it prepared, and in the end one plan for all values (decision 395)
   * @param before statements that take no values and answer no rows, first in the same trip; after one that fails none runs
   */
  query(text: string, values?: readonly unknown[], isRecurring?: boolean, before?: readonly string[]): Promise<Answer>
  /** Runs several statements without parameters in one round trip. */
  script(text: string): Promise<void>
}

/** A connection of its own that moves whole tables: no limit on time, and COPY in both directions. */
export interface BulkConnection extends Connection {
  /** Bytes of a statement that ends in `to stdout`, in blocks; whoever reads slowly makes the server wait. */
  copyOut(text: string): AsyncIterable<Buffer>
  /** Feeds a statement that ends in `from stdin`. Gives the rows stored. */
  copyIn(text: string, blocks: AsyncIterable<Uint8Array>): Promise<number>
}

/**
 * The only way to the database. Every function that reads or writes takes a `tx` first; there is
 * no other handle to reach for, so nothing can run outside its caller's transaction.
 */
export class Tx {
  /** Tenant the row-level policies admit; null for the engine, which sees every tenant. */
  readonly tenantId: string | null
  readonly #connection: Pick<Connection, 'query'>
  readonly #isRecurring: boolean
  readonly #afterCommit: (() => void)[] = []

  /** @param isRecurring whether its statements are those of devices and jobs, the same for all values */
  constructor(connection: Pick<Connection, 'query'>, tenantId: string | null, isRecurring = false) {
    this.#connection = connection
    this.#isRecurring = isRecurring
    this.tenantId = tenantId
  }

  /**
   * Returns the same transaction for look-ups by key, which the server keeps prepared also where a person asks: one plan of
   * them suits every value, and to plan costs more than to look up (decision 395).
   */
  get kept(): Pick<Tx, 'query'> {
    return this.#isRecurring ? this : new Tx(this.#connection, this.tenantId, true)
  }

  /**
   * One statement whose columns are stated: `tx.query({ id: col.uuid, name: col.text }, 'select id, name …', [tenantId])`.
   * Tests hold every answer against the statement (`witnessAnswers`), so that the type is no wish.
   */
  async query<const S extends Shape>(shape: S, text: string, values?: readonly unknown[]): Promise<RowIn<S>[]>
  /** One statement of whose rows nothing is taken for granted. */
  async query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  async query(first: Shape | string, second?: string | readonly unknown[], third: readonly unknown[] = []) {
    // With a shape the text is second.
    if (typeof first === 'string')
      return (await this.#connection.query(first, (second ?? []) as readonly unknown[], this.#isRecurring)).rows
    const answer = await this.#connection.query(second as string, third, this.#isRecurring)
    witness?.(first, second as string, answer)
    return answer.rows
  }

  /** Like `query`, answering how many rows were touched. */
  async execute(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#connection.query(text, values, this.#isRecurring)).count
  }

  /** Runs after the commit, never when the transaction rolls back. For wake-ups and caches only. */
  afterCommit(run: () => void): void {
    this.#afterCommit.push(run)
  }

  /** For the database's transaction loop alone. */
  committed(): void {
    for (const run of this.#afterCommit.splice(0)) run()
  }
}
