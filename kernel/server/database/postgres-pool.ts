import type { Duplex } from 'node:stream'
import pg from 'pg'
import { createLine, DatabaseAway, isLineFault, type DatabaseLine, type LineNews } from './database-line.ts'
import type { Pool } from './database.ts'
import { copyIn, copyOut } from './postgres-copy.ts'
import { planAges } from './plan-age.ts'
import { queryAfter } from './query-after.ts'
import { statementNames } from './statement-names.ts'
import type { Connection } from './tx.ts'
import { type SilenceWatch, watchSilence } from './watch-silence.ts'

/** Limits of every connection; `doctor` prints them. */
export const STATEMENT_TIMEOUT_MS = 15_000
export const LOCK_TIMEOUT_MS = 3_000
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** How long a request may wait for a free connection before it is refused. */
export const ACQUIRE_TIMEOUT_MS = 10_000
/** How long a server that was lost may take to say that it is back. */
const ASK_TIMEOUT_MS = 2_000

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184

/** How columns arrive: bigint as bigint, numeric and dates as text, instants as epoch milliseconds. */
const columnParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: text => BigInt(text),
  [NUMERIC]: text => text,
  [DATE]: text => text,
  [TIMESTAMPTZ]: parseTimestamp,
}

/** `2026-11-20 14:39:48.123+00` to epoch milliseconds. `infinity` has no use here and gives NaN. */
function parseTimestamp(text: string): number {
  // The server always runs with UTC, so the text ends in +00; ISO form parses natively and fast.
  return Date.parse(text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text)
}

export interface PostgresOptions {
  /** Connection string, or the folder of a Unix socket with database and user. */
  url?: string
  socket?: { folder: string; port: number; database: string; user: string }
  /** Most connections at once. Everything must work with 2. */
  size: number
  news?: LineNews
}

/** Returns a pool on a PostgreSQL server. */
export function postgresPool(options: PostgresOptions): Pool {
  const address = addressOf(options)
  const pool = new pg.Pool({
    ...address,
    max: options.size,
    // Statements of one transaction that do not need each other's answers go out together: one round trip, not many.
    pipeline: true,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
  })
  // A connection that dies while idle is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // The same while somebody holds it: the pool listens to idle ones alone.
  pool.on('connect', client => client.on('error', () => {}))
  const line = createLine(() => askAt(address), options.news ?? null)
  const nameOf = statementNames()
  const arePlansOld = planAges()
  const silence = watchSilence({ ask: () => askAt(address), silent: cause => line.lost(cause) })
  return {
    size: options.size,
    line,
    async acquire() {
      if (line.isAway) throw new DatabaseAway()
      const client = await throughLine(line, () => pool.connect())
      // Nobody waits for it: the next statement follows in the same line, and meets the same fault if there is one.
      if (arePlansOld(client)) client.query('discard plans').catch(() => {})
      return { connection: connectionOn(client, { line, silence, nameOf }), release: broken => client.release(broken) }
    },
    async bulk() {
      // Without pipelining, which the driver refuses to mix with COPY.
      const client = new pg.Client({ ...address, connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS })
      client.on('error', () => {})
      await client.connect()
      return {
        connection: {
          ...connectionOn(client),
          copyOut: text => copyOut(client, text),
          copyIn: (text, blocks) => copyIn(client, text, blocks),
        },
        release: () => client.end(),
      }
    },
    close() {
      silence.stop()
      line.close()
      return pool.end()
    },
  }
}

/** Whether the server answers, on a connection of its own. */
async function askAt(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: ASK_TIMEOUT_MS, query_timeout: ASK_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}

/** Says of a line that broke that it did, in one way for all the ways in which drivers and systems say so. */
async function throughLine<T>(line: DatabaseLine, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isLineFault(error)) throw error
    throw line.broken(error)
  }
}

function addressOf({ url, socket }: PostgresOptions): pg.ClientConfig {
  return {
    ...(url ? { connectionString: url } : {}),
    ...(socket ? { host: socket.folder, port: socket.port, database: socket.database, user: socket.user } : {}),
    options: '-c timezone=UTC -c client_min_messages=warning',
    types: { getTypeParser: (oid: number, format?: string) => parserFor(oid, format) } as pg.CustomTypesConfig, // pg's own type is narrower than what it accepts
  }
}

interface Watched {
  line: DatabaseLine
  silence: SilenceWatch
  nameOf: (text: string) => string | undefined
}

function connectionOn(client: pg.ClientBase, watched: Watched | null = null): Connection {
  // `end` would wait for answers that do not come.
  const cut = (): void => void streamOf(client).destroy()
  const send = (work: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> =>
    watched ? throughLine(watched.line, () => watched.silence.during(work, cut)) : work()
  return {
    async query(text, values = [], isRecurring = false, before = []) {
      // Without values the text goes unprepared, as several statements may.
      const name = isRecurring && values.length > 0 ? watched?.nameOf(text) : undefined
      // pg wants a mutable array; it does not change it.
      const statement = { text, values: values as unknown[], ...(name === undefined ? {} : { name }) }
      const result = await send(() =>
        before.length > 0 ? queryAfter(client, before, statement) : client.query(statement),
      )
      return { rows: result.rows as Record<string, unknown>[], count: result.rowCount ?? 0, columns: result.fields }
    },
    async script(text) {
      await send(() => client.query(text))
    },
  }
}

/** The socket of a client, which pg's types leave out. */
const streamOf = (client: pg.ClientBase): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

function parserFor(oid: number, format?: string): (text: string) => unknown {
  const own = format === 'binary' ? undefined : columnParsers[oid]
  // pg's types are keyed by a closed list of ids; any other id gives its text parser.
  return own ?? (pg.types.getTypeParser(oid, 'text') as (text: string) => unknown)
}
