import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newSigningKey } from '@wattyard/finance/server'
import { z } from 'zod'

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const schema = z.object({
  /** Derives one-time login keys. */
  login: hex,
  /** Seals the secrets of second factors. Without it those who have one need an administrator's reset. */
  factors: hex,
  /** Derives the station keys of the demo fleet. */
  fleet: hex,
  /** Signs the roots of closed days: Ed25519, PKCS #8 PEM. */
  daySigning: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

/** Keys of this installation: made on first start, readable by the owner only, never in the database. */
export type Secrets = z.infer<typeof schema>

const key = () => randomBytes(32).toString('hex')

/** Fresh secrets that are kept nowhere, for tests. */
export function freshSecrets(): Secrets {
  return { login: key(), factors: key(), fleet: key(), daySigning: newSigningKey() }
}

/** Reads the secrets, making those that are missing; the file is replaced whole or not at all. */
export function readSecrets(file: string): Secrets {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = schema.parse({ ...freshSecrets(), ...(stored as object) }) // an object of ours; the schema checks it
  if (JSON.stringify(stored) !== JSON.stringify(secrets)) {
    const draft = `${file}.${process.pid}.new`
    writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
    renameSync(draft, file)
  }
  chmodSync(file, 0o600)
  return secrets
}
