import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { type Migration, readMigrations } from '@wattyard/server-kit'

/** Root of the repository, from this file. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** Returns all migrations of this release, in order. */
export function allMigrations(): Migration[] {
  return readMigrations(join(ROOT, 'migrations'))
}

/** Returns one word for the state of all migrations. */
export function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const migration of allMigrations()) hash.update(migration.id + migration.hash)
  return hash.digest('hex').slice(0, 16)
}
