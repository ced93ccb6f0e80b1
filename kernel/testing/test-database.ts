import { type Database, databaseOn, migrate, newId, type Pool, postgresPool } from '@wattyard/server-kit'
import pg from 'pg'
import { allMigrations } from './migrations.ts'
import { TEMPLATE } from './prepared-cluster.ts'

/** Where the server of a test run is, as the global setup says. */
export interface ServerPlace {
  url?: string
  socket?: { folder: string; port: number; database: string; user: string }
}

function serverPlace(): ServerPlace {
  const text = process.env.WATTYARD_TEST_SERVER
  if (!text) throw new Error('no database server runs here: tests with a database belong to a project with one')
  return JSON.parse(text) as ServerPlace // written by our own global setup
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

/**
 * The first connection to a database writes down what it found in the catalogue, for those that come later, and a copy of
 * the database has that file too. The server's start has thrown it away.
 */
export async function touchTemplate(place: ServerPlace): Promise<void> {
  const client = clientAt(place, TEMPLATE)
  await client.connect()
  await client.end()
}

/** Size of a test's pool: the smallest with which everything must work. */
const POOL_SIZE = Number(process.env.WATTYARD_TEST_POOL ?? 2)

/** Longer than people wait: other test files run beside this one. */
const TURN_WAIT_MS = 10_000

/** Tables and rows of a test's own are made as the owner, as migrations are, and take as long as they take. */
async function asOwner(pool: Pool, sql: string | undefined): Promise<void> {
  if (!sql) return
  const { connection, release } = await pool.acquire()
  await connection.script(`set statement_timeout = 0; ${sql}; reset statement_timeout`)
  release()
}

/**
 * Returns a fresh, migrated database, cloned from a template: on the embedded PostgreSQL, or on the server that
 * WATTYARD_TEST_DATABASE names. It is gone when it is closed.
 */
export async function testDatabase(options: { sql?: string } = {}): Promise<Database> {
  const pool = await newDatabase(TEMPLATE, POOL_SIZE)
  await asOwner(pool, options.sql)
  return databaseOn(pool, { wait_ms: TURN_WAIT_MS })
}

/**
 * Returns a pool of one connection on a fresh, migrated database, for tests whose course must not depend on which of
 * two statements comes first. Each of several runs on it takes a tenant of its own.
 */
export function singleConnectionPool(): Promise<Pool> {
  return newDatabase(TEMPLATE, 1)
}

/** Returns a pool of one connection on a database without any table, gone when it is closed. */
export function emptyDatabase(): Promise<Pool> {
  return newDatabase('template0', 1)
}

/** Makes a database as a copy of another; the answer drops it. */
async function copyDatabase(name: string, template: string): Promise<() => Promise<void>> {
  const place = serverPlace()
  const asAdmin = async (work: (admin: pg.Client) => Promise<unknown>): Promise<void> => {
    const admin = clientAt(place, place.socket?.database ?? 'postgres')
    await admin.connect()
    try {
      await work(admin)
    } finally {
      await admin.end()
    }
  }
  await asAdmin(async admin => {
    // Two copies of one template at the same moment collide; wait and try again.
    for (let attempt = 0; ; attempt++) {
      try {
        // Copied as files: a tenth of the time of copying through the log, which nobody reads here.
        return await admin.query(`create database ${name} template ${template} strategy file_copy`)
      } catch (error) {
        if (attempt >= 50 || !String(error).includes('being accessed by other users')) throw error
        await new Promise(done => setTimeout(done, 50 + attempt * 10))
      }
    }
  })
  return () => asAdmin(admin => admin.query(`drop database if exists ${name} with (force)`))
}

const freshName = (): string => `wattyard_test_${newId().replaceAll('-', '').slice(8)}`

/** A new database cloned from another, gone when its pool is closed. */
async function newDatabase(template: string, size: number): Promise<Pool> {
  const name = freshName()
  const drop = await copyDatabase(name, template)
  const pool = poolAt(serverPlace(), name, size)
  return {
    ...pool,
    async close() {
      await pool.close()
      await drop()
    },
  }
}

/** Returns the driver's own client on a fresh, migrated database, for what a pool does not offer. */
export async function freshClient(): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const name = freshName()
  const drop = await copyDatabase(name, TEMPLATE)
  const client = clientAt(serverPlace(), name)
  await client.connect()
  return {
    client,
    async close() {
      await client.end()
      await drop()
    },
  }
}
