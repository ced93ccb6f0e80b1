import pg from 'pg'

/** The parts of the driver's connection that this needs; its own types leave them out. */
interface Wire {
  /** Texts of named statements on their way, by name. */
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string; types: number[] }): void
  bind(portal: { portal: string; statement: string; values: unknown[] }): void
  execute(portal: { portal: string; rows: number }): void
}

interface DriverQuery extends pg.Submittable {
  name: string | undefined
  prepare(wire: Wire): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleError(error: Error, wire: Wire): void
}
type Done = (error: Error | null, result: pg.QueryResult) => void

// The driver's own types leave the methods out that are taken over here.
const DriverQuery = pg.Query as unknown as new (statement: pg.QueryConfig, values: undefined, done: Done) => DriverQuery

/**
 * A statement behind others without one `Sync` between them: when one fails, the server skips whatever follows it
 * (PostgreSQL, frontend/backend protocol, "Extended Query").
 */
class QueryAfter extends DriverQuery {
  readonly #before: readonly string[]
  readonly #name: string | undefined
  /** Of those before, how many the server has not done yet. */
  #left: number

  constructor(before: readonly string[], statement: pg.QueryConfig, done: Done) {
    super(statement, undefined, done)
    this.#before = before
    this.#left = before.length
    this.#name = this.name
  }
  override prepare(wire: Wire): void {
    for (const text of this.#before) {
      wire.parse({ text, name: '', types: [] })
      wire.bind({ portal: '', statement: '', values: [] })
      wire.execute({ portal: '', rows: 0 })
    }
    super.prepare(wire)
    // The driver would take the first text that the server has parsed for the one with the name.
    this.name = undefined
  }
  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#left === 0) return super.handleCommandComplete(message, wire)
    this.#left -= 1
    if (this.#left === 0) this.name = this.#name
  }
  override handleError(error: Error, wire: Wire): void {
    // Its text was skipped: the next use of the name has to bring it again.
    if (this.#left > 0 && this.#name !== undefined) delete wire.submittedNamedStatements[this.#name]
    super.handleError(error, wire)
  }
}

/**
 * Runs a statement behind others that take no values and answer no rows, in one round trip. After one that fails none runs.
 *
 * @returns what the last of them answers
 */
export async function queryAfter(
  client: pg.ClientBase,
  before: readonly string[],
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  if (!statement.values?.length) {
    // Of several statements in one text the driver answers a list, which its types do not say.
    const results = (await client.query([...before, statement.text].join('; '))) as unknown as pg.QueryResult[]
    return results.at(-1) as pg.QueryResult // there is one for each statement
  }
  try {
    return await new Promise((resolve, reject) => {
      client.query(new QueryAfter(before, statement, (error, result) => (error ? reject(error) : resolve(result))))
    })
  } catch (error) {
    // As the driver does: what led here, not what led to the socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
