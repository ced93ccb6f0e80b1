import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from './database.ts'
import type { Connection } from './tx.ts'

export interface Migration {
  /** `0001_kernel`: number and name. */
  id: string
  sql: string
  hash: string
}

const FILE = /^(\d{4}_[a-z0-9_]+)\.sql$/
/** Key of the advisory lock that lets one process migrate while others wait. */
const LOCK = 7_714_250_001

/** Thrown when the database was migrated by a newer or a different release. */
export class SchemaMismatch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchemaMismatch'
  }
}

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap(name => {
      const id = FILE.exec(name)?.[1]
      if (!id) return []
      const sql = readFileSync(join(folder, name), 'utf8')
      return [{ id, sql, hash: createHash('sha256').update(sql).digest('hex') }]
    })
}

/**
 * Applies what is missing, each migration in a transaction of its own, under one lock. An applied
 * migration that changed since, or one that this release does not know, stops the start: an old
 * program must not write into a newer schema.
 *
 * @returns ids applied now
 */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<string[]> {
  const { connection, release } = await pool.acquire()
  try {
    return await migrateOn(connection, migrations)
  } finally {
    release()
  }
}

/** Ids that have been applied, in order; none in a database that is not ours yet. */
export async function appliedMigrations(connection: Connection): Promise<{ id: string; hash: string }[]> {
  const { rows } = await connection.query("select to_regclass('public.wattyard_migration') is not null as is_there")
  if (rows[0]?.is_there !== true) return []
  const found = await connection.query('select id, hash from wattyard_migration order by id')
  return found.rows.map(row => ({ id: String(row.id), hash: String(row.hash) }))
}

/** Returns the same on a connection that somebody holds already. */
export async function migrateOn(connection: Connection, migrations: readonly Migration[]): Promise<string[]> {
  try {
    await connection.script(`set statement_timeout = 0; set lock_timeout = 0; select pg_advisory_lock(${LOCK})`)
    await connection.script(`create table if not exists wattyard_migration (
      id text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = new Map((await appliedMigrations(connection)).map(({ id, hash }) => [id, hash]))
    for (const id of applied.keys())
      if (!migrations.some(m => m.id === id))
        throw new SchemaMismatch(
          `the database holds migration ${id}, which this release does not know; use the newer release`,
        )
    const done: string[] = []
    for (const migration of migrations) {
      const hash = applied.get(migration.id)
      if (hash === migration.hash) continue
      if (hash) throw new SchemaMismatch(`migration ${migration.id} was changed after it had been applied`)
      await connection
        .script(
          `begin;\n${migration.sql}\n;insert into wattyard_migration (id, hash) values ('${migration.id}', '${migration.hash}');\ncommit`,
        )
        .catch(async error => {
          await connection.script('rollback').catch(() => {})
          throw new Error(
            `migration ${migration.id} failed: ${error instanceof Error ? error.message : String(error)}`,
            { cause: error },
          )
        })
      done.push(migration.id)
    }
    return done
  } finally {
    await connection
      .script(`select pg_advisory_unlock(${LOCK}); reset statement_timeout; reset lock_timeout`)
      .catch(() => {})
  }
}
