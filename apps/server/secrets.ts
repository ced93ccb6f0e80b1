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
  /** Seals the secrets of second factors. Without it those who have one need an administrator's reset. */
  factors: hex,
  /** Seals the secrets of mail, text messages and the like. Without it they have to be set anew. */
  channels: hex,
  /** Seals keys of the services that answer questions, and signs tickets for them. */
  assistant: hex,
  /** Derives the station keys of the demo fleet. */
  fleet: hex,
  /** Signs the roots of closed days: Ed25519, PKCS #8 PEM. */
  daySigning: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  /** Signs backups, so that an installation knows its own: Ed25519, PKCS #8 PEM. */
  backupSigning: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

/** Keys of this installation: made on first start, readable by the owner only, never in the database. */
export type Secrets = z.infer<typeof schema>

const key = () => randomBytes(32).toString('hex')

/** Fresh secrets that are kept nowhere, for tests. */
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

/** The secrets that a backup carries, as they were. @throws Error when they are not such */
export function parseSecrets(bytes: Buffer): Secrets {
  return schema.parse(JSON.parse(bytes.toString('utf8')))
}

/** Reads the secrets, making those that are missing; the file is replaced whole or not at all. */
export function readSecrets(file: string): Secrets {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = schema.parse({ ...freshSecrets(), ...(stored as object) }) // an object of ours; the schema checks it
  if (JSON.stringify(stored) !== JSON.stringify(secrets)) writeSecrets(file, secrets)
  chmodSync(file, 0o600)
  return secrets
}

/** Puts secrets in place, whole or not at all. */
export function writeSecrets(file: string, secrets: Secrets): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(draft, file)
}
