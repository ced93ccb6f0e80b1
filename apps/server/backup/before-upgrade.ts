import { homeTenant } from '@wattyard/identity/server'
import { type NewBackup, recordBackup } from '@wattyard/platform/server'
import type { Pool } from '@wattyard/server-kit'
import type { Environment } from '../environment.ts'
import type { BeforeMigrating, OpenDatabase } from '../open-database.ts'
import { readSecrets } from '../secrets.ts'
import { readPassphrase } from './backup-files.ts'
import { writeBackup } from './write-backup.ts'

type Made = NewBackup & { path: string }

/**
 * Backs up a database in use before its schema changes: the only way back from a migration.
 *
 * @returns where it lies, to be written down when the schema is there; null when it was switched off
 * @throws BackupFault when it cannot be written: the upgrade has not begun then
 */
async function backupBeforeUpgrade(
  env: Environment,
  pool: Pool,
  pending: readonly string[],
  tell: (text: string) => void,
): Promise<Made | null> {
  if (!env.backupBeforeUpgrade) return null
  const [folder = env.dataFolder] = env.backupFolders
  const made = await writeBackup(pool, {
    secrets: readSecrets(env.secretsFile),
    cause: 'upgrade',
    to: { folder },
    ...(env.backupPassphraseFile === null ? {} : { passphrase: readPassphrase(env.backupPassphraseFile) }),
  })
  tell(`${pending.length} migrations (${pending[0]} …) change the schema; a backup from before lies at ${made.path}`)
  return made
}

/**
 * Opens a database by `open`; where its schema has to change, a backup is made first, and written down afterwards.
 *
 * @param tell hears where it lies
 */
export async function openBackedUp(
  env: Environment,
  open: (env: Environment, beforeMigrating: BeforeMigrating) => Promise<OpenDatabase>,
  tell: (text: string) => void,
): Promise<OpenDatabase> {
  const made: Made[] = []
  const database = await open(env, async (pool, pending) => {
    const one = await backupBeforeUpgrade(env, pool, pending, tell)
    if (one) made.push(one)
  })
  await database.db.platform(async tx => {
    const home = made.length > 0 ? await homeTenant(tx) : null
    if (home) for (const one of made) await recordBackup(tx, home.id, one)
  })
  return database
}
