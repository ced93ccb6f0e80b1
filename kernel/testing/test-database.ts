import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Database,
  databaseOn,
  migrate,
  type Migration,
  newId,
  type Pool,
  postgresPool,
  readMigrations,
} from '@wattyard/server-kit'
import pg from 'pg'
import { pglitePool } from './pglite-pool.ts'

/** Root of the repository, from this file. */
export const ROOT = resolve(import.meta.dirname, '../..')

const TEMPLATE = 'wattyard_template'

export function allMigrations(): Migration[] {
  return readMigrations(join(ROOT, 'migrations'))
}

export function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const migration of allMigrations()) hash.update(migration.id + migration.hash)
  return hash.digest('hex').slice(0, 16)
}

/** A migrated PGlite is dumped once per state of the migrations; every later start loads the dump. */
export async function pgliteTemplate(): Promise<Blob> {
  return pgliteDump(migrationsHash(), allMigrations())
}

/**
 * Returns a PGlite without any table. It makes its cluster once for all; each that would do so itself takes two
 * seconds.
 */
export async function emptyPglite(): Promise<Pool> {
  return pglitePool({ load: await pgliteDump('empty', []) })
}

async function pgliteDump(name: string, migrations: readonly Migration[]): Promise<Blob> {
  const folder = join(ROOT, 'node_modules/.cache/wattyard')
  const { version } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  ) as {
    version: string
  } // npm installed it
  const file = join(folder, `pglite-${version}-${name}.tar`)
  if (!existsSync(file)) {
    const pool = await pglitePool()
    if (migrations.length > 0) await migrate(pool, migrations)
    const dump = await pool.dump()
    await pool.close()
    mkdirSync(folder, { recursive: true })
    // Several workers may get here at once; a rename is whole or not at all.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
    renameSync(draft, file)
  }
  return new Blob([readFileSync(file)])
}

/** Where real servers of a test run are, made by the global setup. */
export interface ServerPlace {
  url?: string
  socket?: { folder: string; port: number; database: string; user: string }
}

function serverPlace(): ServerPlace | null {
  const text = process.env.WATTYARD_TEST_SERVER
  return text ? (JSON.parse(text) as ServerPlace) : null // written by our own global setup
}

export function poolAt(place: ServerPlace, database: string, size: number): Pool {
  if (place.socket) return postgresPool({ socket: { ...place.socket, database }, size })
  const url = new URL(place.url ?? '')
  url.pathname = `/${database}`
  return postgresPool({ url: url.href, size })
}

export function clientAt(place: ServerPlace, database: string): pg.Client {
  if (place.socket)
    return new pg.Client({ host: place.socket.folder, port: place.socket.port, user: place.socket.user, database })
  const url = new URL(place.url ?? '')
  url.pathname = `/${database}`
  return new pg.Client({ connectionString: url.href })
}

export async function makeTemplate(place: ServerPlace): Promise<void> {
  const admin = clientAt(place, place.socket?.database ?? 'postgres')
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = poolAt(place, TEMPLATE, 2)
  await migrate(pool, allMigrations())
  await pool.close()
}

/** Size of a test's pool; the whole suite must pass with 2. */
const POOL_SIZE = Number(process.env.WATTYARD_TEST_POOL ?? 4)

/** Longer than people wait: other test files run beside this one. */
const TURN_WAIT_MS = 10_000

/** Tables of a test's own are made as the owner, as migrations are. */
async function asOwner(pool: Pool, sql: string | undefined): Promise<void> {
  if (!sql) return
  const { connection, release } = await pool.acquire()
  await connection.script(sql)
  release()
}

/**
 * Returns a fresh, migrated database: PGlite in memory by default; with WATTYARD_TEST_DATABASE=embedded or
 * a postgres:// address a new database on a real server, cloned from a template.
 */
export async function testDatabase(options: { sql?: string } = {}): Promise<Database> {
  const place = serverPlace()
  if (!place) {
    const pool = await pglitePool({ load: await pgliteTemplate() })
    await asOwner(pool, options.sql)
    return databaseOn(pool, { wait_ms: TURN_WAIT_MS })
  }
  const pool = await clonedPool(place, POOL_SIZE)
  await asOwner(pool, options.sql)
  return databaseOn(pool, { wait_ms: TURN_WAIT_MS })
}

/**
 * Returns a pool of one connection on a fresh, migrated database, for tests whose course must not depend on which of
 * two statements comes first. Each of several runs on it takes a tenant of its own.
 */
export async function singleConnectionPool(): Promise<Pool> {
  const place = serverPlace()
  return place ? clonedPool(place, 1) : pglitePool({ load: await pgliteTemplate() })
}

/** A new database cloned from the template, gone when its pool is closed. */
async function clonedPool(place: ServerPlace, size: number): Promise<Pool> {
  const name = `wattyard_test_${newId().replaceAll('-', '').slice(8)}`
  const admin = clientAt(place, place.socket?.database ?? 'postgres')
  await admin.connect()
  // Two clones of one template at the same moment collide; wait and try again.
  for (let attempt = 0; ; attempt++) {
    try {
      // Copied as files: a tenth of the time of copying through the log, which nobody reads here.
      await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
      break
    } catch (error) {
      if (attempt >= 50 || !String(error).includes('being accessed by other users')) throw error
      await new Promise(done => setTimeout(done, 50 + attempt * 10))
    }
  }
  await admin.end()
  const pool = poolAt(place, name, size)
  return {
    ...pool,
    async close() {
      await pool.close()
      const dropper = clientAt(place, place.socket?.database ?? 'postgres')
      await dropper.connect()
      await dropper.query(`drop database if exists ${name} with (force)`)
      await dropper.end()
    },
  }
}

/** Returns whether tests run on a real server, for those that need several connections at once. */
export function hasRealServer(): boolean {
  return serverPlace() !== null
}
