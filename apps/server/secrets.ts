import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newSigningKey } from '@wattyard/finance/server'
import { newBackupKey } from '@wattyard/server-kit'
import { z } from 'zod'

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const schema = z.object({
  /** Derives one-time login keys. */
  login: hex,
  /** Seals the secrets of second factors. When it is lost, people with a second factor need a reset by an administrator. */
  factors: hex,
  /** Seals the secrets of mail, text messages and other channels. When it is lost, they must be entered again. */
  channels: hex,
  /** Seals the keys of the assistant's services, and signs tickets for them. */
  assistant: hex,
  /** Derives the station keys of the demo fleet. */
  fleet: hex,
  /** Signs the roots of closed days: Ed25519, PKCS #8 PEM. */
  daySigning: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  /** Signs backups, so that an installation recognises its own: Ed25519, PKCS #8 PEM. */
  backupSigning: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

/** Keys of this installation: created on the first start, readable by the owner only, never in the database. */
export type Secrets = z.infer<typeof schema>

const key = () => randomBytes(32).toString('hex')

/** Returns new secrets that are not stored, for tests. */
export function freshSecrets(): Secrets {
  return {
    login: key(),
    factors: key(),
    channels: key(),
    assistant: key(),
    fleet: key(),
    daySigning: newSigningKey(),
    backupSigning: newBackupKey(),
  }
}

/**
 * Returns the secrets in a backup.
 * @throws Error when they are invalid
 */
export function parseSecrets(bytes: Buffer): Secrets {
  return schema.parse(JSON.parse(bytes.toString('utf8')))
}

/** Secrets as a file has them: one of an older release lacks some. */
export type StoredSecrets = Readonly<Partial<Record<keyof Secrets, string | undefined>>>

/** Returns the secrets of a file, and changes nothing. @throws Error when they are invalid */
export const storedSecrets = (file: string): StoredSecrets =>
  schema.partial().parse(JSON.parse(readFileSync(file, 'utf8')))

/** Reads the secrets and creates missing ones; the file is replaced atomically. */
export function readSecrets(file: string): Secrets {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = schema.parse({ ...freshSecrets(), ...(stored as object) }) // our own object, checked by the schema
  if (JSON.stringify(stored) !== JSON.stringify(secrets)) writeSecrets(file, secrets)
  chmodSync(file, 0o600)
  return secrets
}

/** Writes the secrets atomically. */
export function writeSecrets(file: string, secrets: Secrets): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(draft, file)
}
