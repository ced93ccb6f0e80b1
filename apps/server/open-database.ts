import { join } from 'node:path'
import {
  type Database,
  databaseOn,
  lockDataFolder,
  migrate,
  type Pool,
  postgresPool,
  readMigrations,
  runningPostgres,
  startEmbeddedPostgres,
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

/**
 * Opens the database the environment asks for and migrates it: a server behind DATABASE_URL, else
 * embedded PostgreSQL in the data folder, which this process then owns alone.
 *
 * @throws DataFolderInUse when another process serves the folder
 */
export async function openDatabase(env: Environment): Promise<OpenDatabase> {
  const undo: (() => unknown)[] = [lockDataFolder(env.dataFolder)]
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const embedded = env.databaseUrl ? null : await startEmbeddedPostgres(env.dataFolder)
    if (embedded) undo.push(() => embedded.stop())
    const pool = postgresPool(
      embedded ? { socket: embedded.socket, size: env.poolSize } : { url: env.databaseUrl ?? '', size: env.poolSize },
    )
    undo.push(() => pool.close())
    const applied = await migrate(pool, readMigrations(join(ROOT, 'migrations')))
    return {
      db: databaseOn(pool),
      pool,
      description: env.databaseUrl ? withoutPassword(env.databaseUrl) : `embedded PostgreSQL in ${env.dataFolder}`,
      postgresPid: embedded?.pid ?? null,
      applied,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Connections a command line takes beside a running server. */
const COMMAND_POOL = 2

/**
 * The same database for a command line: beside a running server through its socket, else by starting
 * the embedded one for the length of the command.
 */
export async function openForCommand(env: Environment): Promise<OpenDatabase> {
  const socket = env.databaseUrl ? null : runningPostgres(env.dataFolder)
  if (!socket && !env.databaseUrl) return openDatabase(env)
  const pool = postgresPool(
    socket ? { socket, size: COMMAND_POOL } : { url: env.databaseUrl ?? '', size: COMMAND_POOL },
  )
  const applied = await migrate(pool, readMigrations(join(ROOT, 'migrations')))
  return {
    db: databaseOn(pool),
    pool,
    description: 'the running server',
    postgresPid: null,
    applied,
    close: () => pool.close(),
  }
}
