import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { newestSigningKey, publicSigningKey, signingKeyId } from '@wattyard/finance/server'
import { homeTenant } from '@wattyard/identity/server'
import {
  type Connection,
  databaseOn,
  installationSetting,
  keyNameOf,
  lockSetting,
  type Pool,
  rememberSetting,
  type Tx,
} from '@wattyard/server-kit'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { type Secrets, type StoredSecrets, storedSecrets } from '../secrets.ts'

const KEY = 'server.secrets'

/** What a database remembers of the secrets that it belongs to: how to recognise them, and none of them. */
const memorySchema = z.object({
  /** Fingerprints by name. */
  prints: z.record(z.string(), z.string()),
  /** Public half of what signs closed days, SPKI PEM: what it signed stays verifiable when it is lost. */
  daySigning: z.string(),
})
type Memory = z.infer<typeof memorySchema>
type Name = keyof Secrets

/** A text that only somebody with the secret can make, and from which nobody gets the secret. */
function fingerprint(name: Name, secret: string): string {
  if (name === 'daySigning') return signingKeyId(publicSigningKey(secret))
  if (name === 'backupSigning') return keyNameOf(secret)
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`wattyard fingerprint v1 ${name}`).digest('hex')
}

function memoryOf(secrets: Secrets): Memory {
  const names = Object.keys(secrets) as Name[] // its own keys
  return {
    prints: Object.fromEntries(names.map(name => [name, fingerprint(name, secrets[name])])),
    daySigning: publicSigningKey(secrets.daySigning),
  }
}

/** Thrown when the product, or a command, is started on a database with secrets that are not its own. */
export class OtherSecrets extends Error {
  constructor(file: string, what: string) {
    super(
      `${what}. What it has signed and sealed can be neither continued nor opened without them, so nothing was started or changed. ` +
        `Either bring the data folder back: ${file} from its disk, from a copy of it, or from a backup with a passphrase. ` +
        'Or, when they are lost, say so: `npm run -s wattyard -- secrets adopt` tells what that means (docs/decisions/0419)',
    )
    this.name = 'OtherSecrets'
  }
}

/** Returns what a database remembers; null for nothing. In a transaction of the platform. */
export async function rememberedSecrets(tx: Tx): Promise<Memory | null> {
  const kept = await installationSetting(tx, KEY)
  return kept === null ? null : memorySchema.parse(kept)
}

/** Returns the names of the secrets that a database knows otherwise, or that are not there although it knows them. */
export function strangeSecrets(secrets: StoredSecrets, { prints }: Memory): string[] {
  return Object.entries(prints).flatMap(([name, print]) => {
    const secret = secrets[name as Name] // an unknown name has none
    return secret !== undefined && fingerprint(name as Name, secret) === print ? [] : [name]
  })
}

async function isOurs(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query("select to_regclass('public.kernel_setting') is not null as is_there")
  return rows[0]?.is_there === true
}

/** Returns why the secrets of a data folder are not those of a database in use, in words; null when they are, or it is new. */
export async function whyOtherSecrets(
  pool: Pool,
  { secretsFile: file }: Pick<Environment, 'secretsFile'>,
): Promise<string | null> {
  const { connection, release } = await pool.acquire()
  try {
    if (!(await isOurs(connection))) return null
  } finally {
    release()
  }
  const secrets = existsSync(file) ? storedSecrets(file) : null
  return databaseOn(pool).platform(
    async tx => {
      const known = await rememberedSecrets(tx)
      if (secrets === null) {
        const isInUse = known !== null || (await homeTenant(tx)) !== null
        return isInUse ? `the database is in use, and its secrets are not here: there is no ${file}` : null
      }
      if (known !== null) {
        const strange = strangeSecrets(secrets, known)
        return strange.length > 0
          ? `the secrets in ${file} are not those that the database knows (${strange.join(', ')})`
          : null
      }
      // Of an earlier release it remembers nothing; its books tell who signed them last.
      const signedBy = await newestSigningKey(tx)
      const own = secrets.daySigning === undefined ? null : fingerprint('daySigning', secrets.daySigning)
      return signedBy === null || signedBy === own
        ? null
        : `the newest entry of the books was signed with another key (${signedBy}) than the one in ${file}`
    },
    { readOnly: true },
  )
}

/**
 * Checks before anything is changed that the data folder has the secrets of the database.
 * @throws OtherSecrets
 */
export async function mustHaveItsSecrets(pool: Pool, env: Pick<Environment, 'secretsFile'>): Promise<void> {
  const why = await whyOtherSecrets(pool, env)
  if (why !== null) throw new OtherSecrets(env.secretsFile, why)
}

/**
 * Remembers whose secrets a new database knows, and those that came with this release. Of two products that start on it at once, with
 * secrets of their own, one is the first.
 * @throws OtherSecrets
 */
export async function rememberSecrets(tx: Tx, secrets: Secrets, file: string): Promise<void> {
  const kept = await lockSetting(tx, KEY)
  const known = kept === null ? null : memorySchema.parse(kept)
  const strange = known === null ? [] : strangeSecrets(secrets, known)
  if (strange.length > 0)
    throw new OtherSecrets(
      file,
      `another product was the first on this database, with other secrets (${strange.join(', ')})`,
    )
  const own = memoryOf(secrets)
  if (JSON.stringify(known?.prints) !== JSON.stringify(own.prints)) await rememberSetting(tx, KEY, own)
}

/** Remembers other secrets in the place of those that were known. */
export const replaceRemembered = (tx: Tx, secrets: Secrets): Promise<void> =>
  rememberSetting(tx, KEY, memoryOf(secrets))
