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

export const ROOT = join(import.meta.dirname, '../..')

export interface OpenDatabase {
  db: Database
  pool: Pool
  /** What a person reads at start: `embedded PostgreSQL in ./data` or the server's address without its password. */
  description: string
  /** Process id of the embedded server, for measurements. */
  postgresPid: number | null
  applied: string[]
  close(): Promise<void>
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  return shown.href
}

/** What becomes of the database while we work with it. With it the embedded engine is started again when it ends. */
export interface DatabaseNews extends LineNews {
  /** The embedded engine ended by itself, or could not be started again; its last words. */
  ended(words: string): void
}

/** How long a start waits for a server of somebody else's. */
const FOREIGN_START_MS = 60_000
const ASK_AGAIN_MS = 1_000

/** A pool on the database of the environment, as it is. */
export interface OpenPool {
  pool: Pool
  postgresPid: number | null
  /**
   * Of the embedded engine: gives its owner's connections back, once there is nothing more to be made, and signs in as
   * somebody without rights of their own.
   */
  signIn?(): Promise<Pool>
  close(): Promise<void>
}

/** Whether anything was ever started or restored here. */
export const hasInstallation = (env: Environment): boolean =>
  env.databaseUrl !== null || existsSync(join(env.dataFolder, 'postgres'))

/**
 * Opens the database the environment asks for and changes nothing in it: a server behind DATABASE_URL, else embedded
 * PostgreSQL in the data folder, which this process then owns alone.
 *
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

/** Waits for a server that is started beside us, or is being restarted. @throws DatabaseAway when it does not come */
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

/** A database whose restore was cut off has no rows and must not be taken for a new one. @throws RestoreUnfinished */
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

/** Is told what will be applied to a database that has been in use. */
export type BeforeMigrating = (pool: Pool, pending: readonly string[]) => Promise<void>

/** Opens the database and migrates it. @throws DataFolderInUse, RestoreUnfinished, SchemaMismatch */
export async function openDatabase(
  env: Environment,
  beforeMigrating?: BeforeMigrating,
  news?: DatabaseNews,
): Promise<OpenDatabase> {
  const description = env.databaseUrl ? withoutPassword(env.databaseUrl) : `embedded PostgreSQL in ${env.dataFolder}`
  const opened = await openPool(env, news)
  const database = await bringForward(opened, description, beforeMigrating)
  if (!opened.signIn) return database
  try {
    const pool = await opened.signIn()
    return { ...database, pool, db: databaseOn(pool) }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function bringForward(
  opened: OpenPool,
  description: string,
  beforeMigrating: BeforeMigrating = async () => {},
): Promise<OpenDatabase> {
  const { pool, postgresPid, close } = opened
  try {
    await mustBeWhole(pool)
    const migrations = readMigrations(join(ROOT, 'migrations'))
    const pending = await pendingMigrations(pool, migrations)
    if (pending.length > 0) await beforeMigrating(pool, pending)
    const applied = await migrate(pool, migrations)
    return { db: databaseOn(pool), pool, description, postgresPid, applied, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Migrations that a database in use does not have yet; none where it is new, or where migrating will refuse it. */
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

/** Connections a command line takes beside a running server. */
const COMMAND_POOL = 2

/**
 * The database for a command line, as it is: beside a running server through its socket, else by starting the embedded
 * one for the length of the command.
 */
export async function openPoolForCommand(env: Environment): Promise<OpenPool> {
  const socket = env.databaseUrl ? null : runningPostgres(env.dataFolder)
  if (!socket && !env.databaseUrl) return openPool(env)
  const pool = postgresPool(
    socket ? { socket, size: COMMAND_POOL } : { url: env.databaseUrl ?? '', size: COMMAND_POOL },
  )
  return { pool, postgresPid: null, close: () => pool.close() }
}

/** The servers of a database in use are of an older release than this command: they would not know what it changed. */
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
 * The same, migrated where nobody else can be at work in it: alone on its data folder, or in a new database.
 *
 * @throws as `openDatabase`, and SchemaBehind
 */
export async function openForCommand(env: Environment, beforeMigrating?: BeforeMigrating): Promise<OpenDatabase> {
  const isShared = env.databaseUrl !== null || runningPostgres(env.dataFolder) !== null
  const refuse: BeforeMigrating = async (_pool, pending) => {
    throw new SchemaBehind(pending)
  }
  return bringForward(await openPoolForCommand(env), 'the running server', isShared ? refuse : beforeMigrating)
}
