/** One database connection as the kernel needs it, whatever engine is behind. */
export interface Connection {
  /** Runs one statement with parameters. */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[]; count: number }>
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
  readonly #connection: Connection
  readonly #afterCommit: (() => void)[] = []

  constructor(connection: Connection, tenantId: string | null) {
    this.#connection = connection
    this.tenantId = tenantId
  }

  /** One statement as text. */
  async query<R = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    // The caller states the row type, as with every SQL text.
    return (await this.#connection.query(text, values)).rows as R[]
  }

  /** Like `query`, answering how many rows were touched. */
  async execute(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#connection.query(text, values)).count
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
