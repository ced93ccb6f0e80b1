import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  appliedMigrations,
  type Connection,
  type Database,
  DatabaseAway,
  databaseOn,
  ensureLoginRole,
  lockDataFolder,
  LOGIN_ROLE,
  migrate,
  type LineNews,
  type Migration,
  type Pool,
  postgresPool,
  readMigrations,
  RestoreUnfinished,
  runningPostgres,
  startGuardian,
  startEmbeddedPostgres,
  unfinishedRestore,
} from '@wattyard/server-kit'
import type { Environment } from './environment.ts'
import { mustHaveItsSecrets, rememberSecrets } from './whose-secrets/known-secrets.ts'
import { ROOT } from './root.ts'
import { readSecrets, type Secrets } from './secrets.ts'

export interface OpenDatabase {
  db: Database
  pool: Pool
  /** Description at start: `embedded PostgreSQL in ./data`, or the server's address without its password. */
  description: string
  /** Process id of the embedded server, for measurements. */
  postgresPid: number | null
  applied: string[]
  secrets: Secrets
  close(): Promise<void>
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  return shown.href
}

/** Events of the database while it is in use. When given, an embedded engine that ends is started again. */
export interface DatabaseNews extends LineNews {
  /** The embedded engine ended by itself, or could not be started again; `words` is its last output. */
  ended(words: string): void
}

/** Longest wait at start for an external database server. */
const FOREIGN_START_MS = 60_000
const ASK_AGAIN_MS = 1_000

/** A pool on the environment's database, which is left unchanged. */
export interface OpenPool {
  pool: Pool
  postgresPid: number | null
  /**
   * For the embedded engine: returns the owner's connections once nothing more has to be created, and signs in as a role without
   * privileges of its own.
   */
  signIn?(): Promise<Pool>
  close(): Promise<void>
}

/** Returns whether a product was ever started or restored here. */
export const hasInstallation = (env: Environment): boolean =>
  env.databaseUrl !== null || existsSync(join(env.dataFolder, 'postgres'))

/**
 * Opens the environment's database without changing it: the server of DATABASE_URL, else embedded PostgreSQL in the data folder,
 * which this process then owns alone.
 * @throws DataFolderInUse when another process serves the folder
 */
export async function openPool(env: Environment, news?: DatabaseNews): Promise<OpenPool> {
  const lock = lockDataFolder(env.dataFolder)
  const guardian = startGuardian(lock)
  const undo: (() => unknown)[] = [() => guardian.dismiss(), () => lock.release()]
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const embedded = env.databaseUrl
      ? null
      : await startEmbeddedPostgres(env.dataFolder, {
          guardian,
          ...(news ? { ended: words => news.ended(words) } : {}),
        })
    if (embedded) undo.push(() => embedded.stop())
    const told = { size: env.poolSize, ...(news ? { news } : {}) }
    if (!embedded) {
      const pool = postgresPool({ url: env.databaseUrl ?? '', ...told })
      undo.push(() => pool.close())
      await mustAnswer(pool)
      return { pool, postgresPid: null, close }
    }
    let pool = postgresPool({ socket: embedded.socket, size: env.poolSize })
    undo.push(() => pool.close())
    const signIn = async () => {
      await withConnection(pool, ensureLoginRole)
      const owner = pool
      pool = postgresPool({ socket: { ...embedded.socket, user: LOGIN_ROLE }, ...told })
      await owner.close()
      return pool
    }
    return { pool, postgresPid: embedded.pid, signIn, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Waits for a server that is being started or restarted.
 * @throws DatabaseAway when it does not come
 */
async function mustAnswer(pool: Pool): Promise<void> {
  const limit = performance.now() + FOREIGN_START_MS
  for (;;) {
    try {
      const { release } = await pool.acquire()
      return release()
    } catch (error) {
      if (!(error instanceof DatabaseAway) || performance.now() > limit) throw error
      await Promise.race([pool.line?.whenHere(), sleep(ASK_AGAIN_MS)])
    }
  }
}

/**
 * Checks that no restore was interrupted: such a database has no rows and must not be taken for a new one.
 * @throws RestoreUnfinished
 */
async function mustBeWhole(pool: Pool): Promise<void> {
  const cutOff = await withConnection(pool, unfinishedRestore)
  if (cutOff) throw new RestoreUnfinished(cutOff)
}

async function withConnection<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { connection, release } = await pool.acquire()
  try {
    return await work(connection)
  } finally {
    release()
  }
}

/** Called before migrations are applied to a database that has been in use. */
export type BeforeMigrating = (pool: Pool, pending: readonly string[]) => Promise<void>

/**
 * Opens the database and migrates it.
 * @throws DataFolderInUse, RestoreUnfinished, OtherSecrets, SchemaMismatch
 */
export async function openDatabase(
  env: Environment,
  beforeMigrating?: BeforeMigrating,
  news?: DatabaseNews,
): Promise<OpenDatabase> {
  const description = env.databaseUrl ? withoutPassword(env.databaseUrl) : `embedded PostgreSQL in ${env.dataFolder}`
  const opened = await openPool(env, news)
  const database = await bringForward(opened, env, { description, beforeMigrating })
  if (!opened.signIn) return database
  try {
    const pool = await opened.signIn()
    return { ...database, pool, db: databaseOn(pool) }
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Forward {
  description: string
  beforeMigrating?: BeforeMigrating | undefined
  /** The secrets of the data folder take the place of those that the database knows. */
  adopts?: boolean
}

async function bringForward(
  { pool, postgresPid, close }: OpenPool,
  env: Environment,
  { description, beforeMigrating = async () => {}, adopts = false }: Forward,
): Promise<OpenDatabase> {
  try {
    await mustBeWhole(pool)
    if (!adopts) await mustHaveItsSecrets(pool, env)
    const migrations = readMigrations(join(ROOT, 'migrations'))
    const pending = await pendingMigrations(pool, migrations)
    if (pending.length > 0) await beforeMigrating(pool, pending)
    const applied = await migrate(pool, migrations)
    const db = databaseOn(pool)
    const secrets = readSecrets(env.secretsFile)
    if (!adopts) await db.platform(tx => rememberSecrets(tx, secrets, env.secretsFile))
    return { db, pool, description, postgresPid, applied, secrets, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the migrations that a database in use lacks; none for a new database, and none when migrating will refuse it. */
async function pendingMigrations(pool: Pool, migrations: readonly Migration[]): Promise<string[]> {
  const { connection, release } = await pool.acquire()
  try {
    const known = new Map(migrations.map(({ id, hash }) => [id, hash]))
    const applied = await appliedMigrations(connection)
    if (applied.length === 0 || applied.some(({ id, hash }) => known.get(id) !== hash)) return []
    const present = new Set(applied.map(({ id }) => id))
    return migrations.filter(({ id }) => !present.has(id)).map(({ id }) => id)
  } finally {
    release()
  }
}

/** Returns whether a database has every table of this release. */
export async function isCurrent(pool: Pool): Promise<boolean> {
  return (await pendingMigrations(pool, readMigrations(join(ROOT, 'migrations')))).length === 0
}

/** Size of the pool of a command beside a running server. */
const COMMAND_POOL = 2

/**
 * Opens the database for a command without changing it: through the socket of a running server, else by starting the embedded
 * engine for the time of the command.
 */
export async function openPoolForCommand(env: Environment): Promise<OpenPool> {
  const socket = env.databaseUrl ? null : runningPostgres(env.dataFolder)
  if (!socket && !env.databaseUrl) return openPool(env)
  const pool = postgresPool(
    socket ? { socket, size: COMMAND_POOL } : { url: env.databaseUrl ?? '', size: COMMAND_POOL },
  )
  return { pool, postgresPid: null, close: () => pool.close() }
}

/**
 * Error for a database whose running servers are of an older release than this command; they would not understand its changes.
 */
export class SchemaBehind extends Error {
  constructor(pending: readonly string[]) {
    super(
      `the database is that of an older release (${pending.length} migrations wait, ${pending[0]} first): ` +
        'restart the server with this release, which brings it forward, then give the command again',
    )
    this.name = 'SchemaBehind'
  }
}

/**
 * Opens the database for a command, and migrates it where nobody else can be using it: alone on its data folder, or in a new
 * database.
 * @throws as `openDatabase`, and SchemaBehind
 */
export async function openForCommand(env: Environment, beforeMigrating?: BeforeMigrating): Promise<OpenDatabase> {
  const isShared = env.databaseUrl !== null || runningPostgres(env.dataFolder) !== null
  const refuse: BeforeMigrating = async (_pool, pending) => {
    throw new SchemaBehind(pending)
  }
  return bringForward(await openPoolForCommand(env), env, {
    description: 'the running server',
    beforeMigrating: isShared ? refuse : beforeMigrating,
  })
}

/**
 * Opens and migrates a database whose secrets are not those of the data folder, alone on the data folder, for what gives it these.
 * @throws as `openDatabase`, except OtherSecrets
 */
export async function openToAdopt(env: Environment, beforeMigrating?: BeforeMigrating): Promise<OpenDatabase> {
  return bringForward(await openPool(env), env, { description: 'a database to adopt', beforeMigrating, adopts: true })
}
