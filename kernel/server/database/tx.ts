import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

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
  readonly #builder: Kysely<Record<string, never>>
  readonly #afterCommit: (() => void)[] = []

  constructor(connection: Connection, tenantId: string | null) {
    this.#connection = connection
    this.tenantId = tenantId
    this.#builder = new Kysely<Record<string, never>>({ dialect: dialectOn(connection) })
  }

  /** Typed query builder over a module's own tables: `tx.tables<PricingTables>()`. */
  tables<T>(): Kysely<T> {
    // The builder is untyped on purpose: which tables exist is the calling module's knowledge.
    return this.#builder as unknown as Kysely<T>
  }

  /** One statement as text, for set-based writes that a builder would only hide. */
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

function dialectOn(connection: Connection) {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TxDriver(connection),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class TxConnection implements DatabaseConnection {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count } = await this.#connection.query(query.sql, query.parameters)
    // Kysely types rows by the query that was built.
    return { rows: rows as R[], numAffectedRows: BigInt(count) }
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; cursors are read page by page
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming through the builder is not offered; page by key')
  }
}

/** Kysely's view of a transaction that is open already; it never begins or ends one. */
class TxDriver implements Driver {
  readonly #connection: TxConnection

  constructor(connection: Connection) {
    this.#connection = new TxConnection(connection)
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('a transaction is open already')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
