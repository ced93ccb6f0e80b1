import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupFault, databaseOn, keyNameOf, readMigrations, restoreBackup } from '@wattyard/server-kit'
import type { Environment } from '../environment.ts'
import { ROOT } from '../root.ts'
import { withScratch } from '../scratch-database.ts'
import { parseSecrets, readSecrets, type Secrets } from '../secrets.ts'
import { mustHaveSpace, openFile } from './backup-files.ts'
import { type CopyProof, proveCopy } from './prove-copy.ts'

/** A compressed file grows tenfold in a database with its indexes. */
const GROWTH = 12

export interface VerifyOptions {
  file: string
  passphrase?: string | undefined
  /** Believes backups that another installation signed. */
  foreign: boolean
  signal?: AbortSignal | undefined
  say?: (text: string) => void
}

export interface Verified {
  id: string
  madeAt: number
  app: string
  keyName: string
  rows: number
  tables: number
  migratedForward: string[]
  proof: CopyProof
  took_ms: number
}

/** The installation's own keys, or null where there is none: a backup may be looked at on a machine of its own. */
export function knownSecrets(env: Environment): Secrets | null {
  return existsSync(env.secretsFile) ? readSecrets(env.secretsFile) : null
}

/** Refuses backups of other installations unless somebody said that this is meant. */
export function keyJudge(own: Secrets | null, foreign: boolean): (keyName: string) => void {
  return keyName => {
    if (foreign || own === null || keyName === keyNameOf(own.backupSigning)) return
    throw new BackupFault(
      'foreignKey',
      `the backup was signed by another installation (key ${keyName}); add --foreign if it is the one you mean`,
    )
  }
}

/**
 * Restores a backup into a database of its own and recomputes everything it promises.
 *
 * @throws BackupFault when it cannot be read or does not hold what it says
 */
export async function verifyBackup(env: Environment, options: VerifyOptions): Promise<Verified> {
  const { file, passphrase, foreign, signal, say = () => {} } = options
  const began = performance.now()
  const { bytes, size } = openFile(file, signal)
  mustHaveSpace(env.dataFolder, size * GROWTH)
  const own = knownSecrets(env)
  return withScratch(join(env.dataFolder, 'scratch'), async pool => {
    const restored = await restoreBackup(pool, bytes, {
      migrations: readMigrations(join(ROOT, 'migrations')),
      passphrase,
      judgeKey: keyJudge(own, foreign),
      say,
    })
    say('books, closed days and orders are proved')
    const inside = restored.files.get('secrets.json')
    const isOwn = own !== null && restored.keyName === keyNameOf(own.backupSigning)
    const secrets = inside ? parseSecrets(inside) : isOwn ? own : null
    const proof = await proveCopy(databaseOn(pool), { facts: restored.manifest.facts, secrets, now: Date.now() })
    return {
      id: restored.header.id,
      madeAt: restored.header.at,
      app: restored.header.app,
      keyName: restored.keyName,
      rows: restored.rows,
      tables: restored.header.tables.length,
      migratedForward: restored.migratedForward,
      proof,
      took_ms: performance.now() - began,
    }
  })
}
