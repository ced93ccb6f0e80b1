import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { BackupFault, damaged } from './backup-fault.ts'

/** Raised when a reader of today could misunderstand a file of tomorrow. */
export const BACKUP_FORMAT = 1

const word = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)

/** What must be known before the first row: it stands at the beginning of the file. */
const headerSchema = z.object({
  format: z.number().int(),
  id: z.uuid(),
  /** Version of the product that wrote it. */
  app: z.string().max(64),
  /** Epoch ms; the moment of the snapshot. */
  at: z.number().int(),
  /** Engine and its version, such as `PostgreSQL 18.4`. */
  engine: z.string().max(200),
  /** Zone of the installation's accounting days. */
  zone: z.string().max(64),
  /** Size of the database on disk when it was made, in bytes: what a restore needs at the least. */
  database_bytes: count,
  migrations: z.array(z.object({ id: z.string().regex(/^\d{4}_[a-z0-9_]{1,80}$/), hash: sha256 })).max(10_000),
  tables: z.array(z.object({ name: word, columns: z.array(word).min(1).max(1_000) })).max(10_000),
})
export type BackupHeader = z.infer<typeof headerSchema>

const tableSchema = z.object({
  rows: count,
  bytes: count,
  /** Of the rows in the order of their key, as COPY writes them. */
  sha256,
  /** Sums of the columns that hold money, in fen, as decimal text. */
  sums: z.record(word, z.string().regex(/^-?\d+$/)),
})
export type TableFingerprint = z.infer<typeof tableSchema>

/** What the file must turn out to hold: known when all has been written, so it stands at the end. */
const manifestSchema = z.object({
  header_sha256: sha256,
  tables: z.record(word, tableSchema),
  files: z.record(z.string(), z.object({ bytes: count, sha256 })),
  /** What modules want to find again, such as the roots of the last closed days. */
  facts: z.record(z.string().max(200), z.string().max(1_000)),
  /** Public key (SPKI, base64) of the installation that made it. */
  key: z.string().max(200),
})
export type BackupManifest = z.infer<typeof manifestSchema>

function parse<T>(schema: z.ZodType<T>, bytes: Buffer, what: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw damaged(`its ${what} cannot be read`, error)
  }
}

/** @throws BackupFault `newerFormat` or `damaged` */
export function readHeader(bytes: Buffer): BackupHeader {
  const { format } = parse(z.object({ format: z.number().int() }), bytes, 'header')
  if (format > BACKUP_FORMAT)
    throw new BackupFault(
      'newerFormat',
      `the backup was made by a newer release (format ${format}, this one reads ${BACKUP_FORMAT}); use that release`,
    )
  return parse(headerSchema, bytes, 'header')
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns a new Ed25519 key that signs backups, PKCS #8 PEM. */
export function newBackupKey(): string {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
}

const message = (manifest: Buffer): Buffer => Buffer.from(`wattyard backup v1\n${sha256Of(manifest)}`, 'utf8')
const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })
/** What people compare: the first half of the SHA-256 of the public key, in fours. */
const shown = (der: Buffer): string => (sha256Of(der).slice(0, 32).match(/.{4}/g) ?? []).join('-')

/** Name of the key an installation signs with, as people note it down. */
export const keyNameOf = (privatePem: string): string => shown(spki(createPublicKey(createPrivateKey(privatePem))))

export const publicKeyOf = (privatePem: string): string =>
  spki(createPublicKey(createPrivateKey(privatePem))).toString('base64')

export const signManifest = (manifest: Buffer, privatePem: string): string =>
  sign(null, message(manifest), createPrivateKey(privatePem)).toString('hex')

/**
 * Reads a manifest that was signed by the key it names. Whose key that is, the caller has to judge.
 *
 * @throws BackupFault `damaged`
 */
export function readManifest(bytes: Buffer, signature: string): { manifest: BackupManifest; keyName: string } {
  const manifest = parse(manifestSchema, bytes, 'manifest')
  const der = Buffer.from(manifest.key, 'base64')
  const isGenuine = (() => {
    try {
      const key = createPublicKey({ key: der, type: 'spki', format: 'der' })
      return key.asymmetricKeyType === 'ed25519' && verify(null, message(bytes), key, Buffer.from(signature, 'hex'))
    } catch {
      return false
    }
  })()
  if (!isGenuine) throw damaged('its signature does not fit')
  return { manifest, keyName: shown(der) }
}
