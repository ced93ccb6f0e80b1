import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { engineBinaries, migrate, postgresPool, startEmbeddedPostgres } from '@wattyard/server-kit'
import pg from 'pg'
import { allMigrations, migrationsHash, ROOT } from './migrations.ts'
import { scratchFolder } from './scratch-folder.ts'

/** The migrated database that tests copy; the cluster's own database is migrated as well. */
export const TEMPLATE = 'wattyard_template'

const CACHE = join(ROOT, 'node_modules/.cache/wattyard')
const NAME = 'cluster-'
/**
 * No test can see whether the disk has been told to hurry: a killed process loses nothing without it, only a power
 * failure does. Commits still wait for their log, and locks, plans and rules are the product's own.
 */
export const NO_POWER_FAILURE = { fsync: 'off', full_page_writes: 'off' }

/** Everything that a prepared cluster follows from: the engine, how a cluster is made, the migrations. */
function preparedName(): string {
  const { version } = JSON.parse(readFileSync(join(engineBinaries(), '../../package.json'), 'utf8')) as {
    version: string
  } // npm installed it
  const making = readFileSync(join(ROOT, 'kernel/server/database/cluster.ts'))
  const key = createHash('sha256').update(version).update(making).update(migrationsHash()).digest('hex')
  return `${NAME}${key.slice(0, 16)}`
}

/**
 * Puts a migrated cluster at the path, where nothing may be yet. Making one takes three seconds, copying one a tenth:
 * it is made once for each state of the migrations and kept beside the installed packages.
 */
export async function copyPreparedCluster(to: string): Promise<void> {
  const kept = join(CACHE, preparedName())
  if (!existsSync(kept)) await keepPreparedCluster(kept)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(kept, to, { recursive: true })
  // The copy takes the mask of this process; PostgreSQL takes no folder that others may enter.
  chmodSync(to, 0o700)
}

async function keepPreparedCluster(kept: string): Promise<void> {
  const folder = scratchFolder('wattyard-prepare-')
  const draft = `${kept}.${process.pid}`
  try {
    const server = await startEmbeddedPostgres(folder, { settings: NO_POWER_FAILURE })
    const pool = postgresPool({ socket: server.socket, size: 1 })
    await migrate(pool, allMigrations())
    await pool.close()
    const { folder: host, port, user } = server.socket
    const admin = new pg.Client({ host, port, user, database: 'template1' })
    await admin.connect()
    await admin.query(`create database ${TEMPLATE} template ${server.socket.database} strategy file_copy`)
    await admin.end()
    await server.stop()
    mkdirSync(CACHE, { recursive: true })
    // Another run that made the same one may be copying it.
    for (const name of readdirSync(CACHE))
      if (name.startsWith(NAME) && !name.includes('.') && name !== basename(kept))
        rmSync(join(CACHE, name), { recursive: true })
    cpSync(join(folder, 'postgres'), draft, { recursive: true })
    // Several runs may get here at once; a rename is whole or not at all, and any of them will do.
    try {
      renameSync(draft, kept)
    } catch (error) {
      if (!existsSync(kept)) throw error
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}
