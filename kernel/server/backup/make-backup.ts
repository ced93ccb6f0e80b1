import { createZstdCompress, constants } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { Readable, type Writable } from 'node:stream'
import type { Pool } from '../database/database.ts'
import { type BulkConnection, type Connection, Tx } from '../database/tx.ts'
import { newId } from '../new-id.ts'
import { withoutEmptyFrame } from './empty-frame.ts'
import { withDigest } from './file-digest.ts'
import { RowHash } from './fingerprint.ts'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  type BackupManifest,
  keyNameOf,
  publicKeyOf,
  sha256Of,
  signManifest,
  type TableFingerprint,
} from './manifest.ts'
import { type CarriedTable, carriedTables, copyOutText, moneySums, PATIENCE, PLAIN_FORM } from './read-tables.ts'
import { seal } from './seal.ts'
import { tarEnd, tarEntry } from './tar.ts'

export interface BackupOptions {
  app: string
  /** Signs the manifest: PKCS #8 PEM. */
  key: string
  /** Encrypts the file. Only then it may hold secrets. */
  passphrase?: string | undefined
  /** What a guess at the passphrase costs, as a power of two; only tests of all else make it cheap. */
  log2SealCost?: number | undefined
  /** Files beside the database, by name; secrets only with a passphrase. */
  files?: Readonly<Record<string, Uint8Array>>
  /** What is to be found again after a restore, read in the same snapshot. */
  facts?: ((tx: Tx) => Promise<Record<string, string>>) | undefined
  zone: (tx: Tx) => Promise<string>
  signal?: AbortSignal | undefined
}

export interface BackupMade {
  header: BackupHeader
  manifest: BackupManifest
  keyName: string
  rows: number
}

/** Better than the fastest, and still faster than the database hands rows over. */
const ZSTD_LEVEL = 3

/**
 * Writes the whole database as one compressed archive into `sink`, online: one snapshot, in which nothing can be changed,
 * read as the platform's role, which sees every tenant. Memory does not grow with the rows.
 */
export async function makeBackup(pool: Pool, sink: Writable, options: BackupOptions): Promise<BackupMade> {
  const { connection, release } = await pool.bulk()
  try {
    await connection.script(
      `begin isolation level repeatable read read only; ${PLAIN_FORM}; ${PATIENCE}; set local work_mem = '64MB'`,
    )
    const made: { result?: BackupMade } = {}
    const archive = Readable.from(
      archiveOf(connection, options, result => (made.result = result)),
      {
        objectMode: false,
        highWaterMark: 2 * 1024 * 1024,
      },
    )
    const compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    })
    const { passphrase, signal, log2SealCost } = options
    const also = signal ? { signal } : {}
    if (passphrase === undefined) await pipeline(archive, compress, withoutEmptyFrame, withDigest, sink, also)
    else {
      const sealed = (bytes: AsyncIterable<Uint8Array>) => seal(bytes, passphrase, log2SealCost)
      await pipeline(archive, compress, withoutEmptyFrame, withDigest, sealed, sink, also)
    }
    if (!made.result) throw new Error('the archive has no end')
    return made.result
  } finally {
    // Where something failed the transaction is still open; a connection that broke says so, and nobody minds.
    await connection.script('rollback').catch(() => {})
    await release()
  }
}

async function describe(connection: Connection, { app, zone }: BackupOptions): Promise<Omit<BackupHeader, 'tables'>> {
  // Read by the owner: the platform's role has no business with migrations.
  const migrations = (await connection.query('select id, hash from wattyard_migration order by id')).rows
  const [facts] = (
    await connection.query(
      `select 'PostgreSQL ' || current_setting('server_version') as engine, pg_database_size(current_database())::text as bytes,
       (extract(epoch from now()) * 1000)::bigint::text as at`,
    )
  ).rows
  await connection.script('set local role wattyard_platform')
  return {
    format: BACKUP_FORMAT,
    id: newId(),
    app,
    at: Number(facts?.at),
    engine: String(facts?.engine),
    zone: await zone(new Tx(connection, null)),
    database_bytes: Number(facts?.bytes),
    migrations: migrations.map(row => ({ id: String(row.id), hash: String(row.hash) })),
  }
}

async function* archiveOf(
  connection: BulkConnection,
  options: BackupOptions,
  done: (made: BackupMade) => void,
): AsyncGenerator<Buffer> {
  const described = await describe(connection, options)
  const tables = await carriedTables(connection)
  const header: BackupHeader = { ...described, tables: tables.map(({ name, columns }) => ({ name, columns })) }
  const headerBytes = Buffer.from(JSON.stringify(header), 'utf8')
  yield* tarEntry('header.json', headerBytes, header.at)
  const fingerprints: Record<string, TableFingerprint> = {}
  for (const table of tables) fingerprints[table.name] = yield* tableEntries(connection, table, header.at)
  const files: BackupManifest['files'] = {}
  for (const [name, bytes] of Object.entries(options.files ?? {})) {
    yield* tarEntry(`files/${name}`, bytes, header.at)
    files[name] = { bytes: bytes.length, sha256: sha256Of(bytes) }
  }
  const manifest: BackupManifest = {
    header_sha256: sha256Of(headerBytes),
    tables: fingerprints,
    files,
    facts: (await options.facts?.(new Tx(connection, null))) ?? {},
    key: publicKeyOf(options.key),
  }
  const bytes = Buffer.from(JSON.stringify(manifest), 'utf8')
  yield* tarEntry('manifest.json', bytes, header.at)
  yield* tarEntry('manifest.sig', Buffer.from(signManifest(bytes, options.key), 'utf8'), header.at)
  yield tarEnd()
  const rows = Object.values(fingerprints).reduce((sum, table) => sum + table.rows, 0)
  done({ header, manifest, keyName: keyNameOf(options.key), rows })
}

/** Blocks of a table as numbered files: an archive must know the size of a file before its bytes. */
async function* tableEntries(
  connection: BulkConnection,
  table: CarriedTable,
  at: number,
): AsyncGenerator<Buffer, TableFingerprint> {
  const hash = new RowHash()
  let part = 0
  for await (const block of connection.copyOut(copyOutText(table))) {
    hash.add(block)
    yield* tarEntry(partName(table.name, ++part), block, at)
  }
  return { ...hash.digest(), sums: await moneySums(connection, table) }
}

export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}`
