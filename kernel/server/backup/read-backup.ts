import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BackupFault, damaged } from './backup-fault.ts'
import { ByteReader } from './byte-reader.ts'
import { withoutEmptyFrame } from './empty-frame.ts'
import { withoutDigest } from './file-digest.ts'
import { RowHash } from './fingerprint.ts'
import { partName } from './make-backup.ts'
import { type BackupHeader, type BackupManifest, readHeader, readManifest, sha256Of } from './manifest.ts'
import { SEAL_MAGIC, unseal } from './seal.ts'
import { readTarEntry, type TarEntry } from './tar.ts'

export interface BackupVisitor {
  /** Before the first row. What it returns is awaited; what it throws ends the reading. */
  begin?(header: BackupHeader): Promise<void>
  /** Gives how many rows it took; left out, rows are only counted and hashed. */
  table?(name: string, columns: readonly string[], blocks: AsyncIterable<Buffer>): Promise<number>
}

export interface BackupRead {
  header: BackupHeader
  manifest: BackupManifest
  /** Name of the key that signed it; whether that is ours is not judged here. */
  keyName: string
  files: ReadonlyMap<string, Buffer>
}

export interface Opening {
  passphrase?: string | undefined
  /** The only cost of a seal that is taken: the product's, but in tests of all else. */
  log2SealCost?: number | undefined
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Returns whether a file is sealed, by its first bytes. */
export async function isSealed(file: string): Promise<boolean> {
  const reader = new ByteReader(createReadStream(file, { end: SEAL_MAGIC.length - 1 }))
  return (await reader.take(SEAL_MAGIC.length)).equals(SEAL_MAGIC)
}

async function* afterMagic(first: Buffer, reader: ByteReader): AsyncGenerator<Buffer> {
  yield first
  for (let block = await reader.some(1024 * 1024); block !== null; block = await reader.some(1024 * 1024)) yield block
}

/** The archive inside: decrypted where it is sealed, decompressed. */
async function* archive(
  source: AsyncIterable<Uint8Array>,
  { passphrase, log2SealCost }: Opening,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source)
  const magic = await reader.take(SEAL_MAGIC.length)
  const sealed = magic.equals(SEAL_MAGIC)
  if (!sealed && !magic.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC))
    throw new BackupFault('notABackup', 'this file is not a backup of Wattyard')
  if (sealed && passphrase === undefined)
    throw new BackupFault('needsPassphrase', 'the backup is encrypted: name its passphrase by --passphrase-file')
  const whole = sealed ? unseal(reader, passphrase ?? '', log2SealCost) : afterMagic(magic, reader)
  const packed = Readable.from(withoutEmptyFrame(withoutDigest(whole)), { objectMode: false })
  const plain = createZstdDecompress()
  let failure: unknown
  const flow = pipeline(packed, plain).catch((error: unknown) => {
    failure = error
  })
  try {
    for await (const block of plain) yield block as Buffer // a stream of bytes
    await flow
  } catch (error) {
    failure ??= error
  } finally {
    packed.destroy()
  }
  if (failure instanceof BackupFault) throw failure
  if (failure) throw damaged('it cannot be decompressed', failure)
}

/**
 * Reads a backup from beginning to end and holds everything against its manifest, which is signed.
 *
 * A visitor sees rows before they are proved: what it does with them must be undone when this throws.
 *
 * @throws BackupFault, or what the visitor throws
 */
export async function readBackup(
  source: AsyncIterable<Uint8Array>,
  { visitor = {}, ...opening }: Opening & { visitor?: BackupVisitor } = {},
): Promise<BackupRead> {
  const bytes = new ByteReader(archive(source, opening))
  try {
    return await readEntries(() => readTarEntry(bytes), visitor)
  } finally {
    await bytes.close()
  }
}

async function readEntries(next: () => Promise<TarEntry | null>, visitor: BackupVisitor): Promise<BackupRead> {
  let entry = await next()
  if (entry?.name !== 'header.json') throw damaged('it does not begin with its header')
  const headerBytes = entry.body
  const header = readHeader(headerBytes)
  await visitor.begin?.(header)
  entry = await next()
  const found = new Map<string, ReturnType<RowHash['digest']>>()
  for (const { name, columns } of header.tables) {
    const hash = new RowHash()
    let part = 1
    const blocks = async function* (): AsyncGenerator<Buffer> {
      for (; entry?.name === partName(name, part); part++) {
        hash.add(entry.body)
        yield entry.body
        entry = await next()
      }
    }
    const rest = blocks()
    const taken = await visitor.table?.(name, columns, rest)
    for await (const _ of rest);
    if (found.has(name)) throw damaged(`table ${name} is in it twice`)
    const seen = hash.digest()
    if (taken !== undefined && taken !== seen.rows) throw damaged(`${seen.rows} rows of ${name}, ${taken} stored`)
    found.set(name, seen)
  }
  const files = new Map<string, Buffer>()
  for (; entry?.name.startsWith('files/'); entry = await next()) files.set(entry.name.slice(6), entry.body)
  if (entry?.name !== 'manifest.json') throw damaged('its manifest is missing')
  const manifestBytes = entry.body
  const signature = await next()
  if (signature?.name !== 'manifest.sig') throw damaged('its signature is missing')
  if ((await next()) !== null) throw damaged('there is something behind its manifest')
  const { manifest, keyName } = readManifest(manifestBytes, signature.body.toString('latin1'))
  if (sha256Of(headerBytes) !== manifest.header_sha256) throw damaged('its header was changed')
  holdAgainst(manifest, found, files)
  return { header, manifest, keyName, files }
}

function holdAgainst(
  manifest: BackupManifest,
  tables: ReadonlyMap<string, ReturnType<RowHash['digest']>>,
  files: ReadonlyMap<string, Buffer>,
): void {
  const promised = Object.entries(manifest.tables)
  if (promised.length !== tables.size) throw damaged('tables are missing')
  for (const [name, { rows, bytes, sha256 }] of promised) {
    const seen = tables.get(name)
    if (!seen || seen.rows !== rows || seen.bytes !== bytes || seen.sha256 !== sha256)
      throw damaged(`the rows of ${name} are not those that were saved`)
  }
  const wanted = Object.entries(manifest.files)
  if (wanted.length !== files.size) throw damaged('files are missing')
  for (const [name, { sha256 }] of wanted) {
    const file = files.get(name)
    if (!file || sha256Of(file) !== sha256) throw damaged(`the file ${name} is not the one that was saved`)
  }
}
