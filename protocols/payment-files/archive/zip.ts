import { crc32 } from 'node:zlib'
import { inflate, UnpackError, type UnpackLimits } from './unpack.ts'

/** Most entries of an archive that is opened. */
export const MAX_ENTRIES = 1_000

const END_SIGNATURE = 0x06054b50
const CENTRAL_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
/** A comment may follow the end record. */
const MAX_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8
const IS_ENCRYPTED = 1
const IS_UTF8 = 0x800

export interface ZipEntry {
  readonly name: string
  readonly packedBytes: number
  /** As the archive says; reading checks it. */
  readonly bytes: number
  readonly isEncrypted: boolean
  readonly method: number
  readonly crc: number
  /** Place of its local header. */
  readonly at: number
}

/**
 * Lists the entries of a ZIP archive in memory, folders left out. Names without the UTF-8 mark are GBK, as Alipay writes them.
 * @throws UnpackError `damaged` when it is no archive, `too-large` for more than `MAX_ENTRIES`
 */
export function listZip(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = endRecord(view)
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES) throw new UnpackError('too-large', `${count} entries`)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_LENGTH > archive.length || view.getUint32(at, true) !== CENTRAL_SIGNATURE) throw damaged()
    const nameLength = view.getUint16(at + 28, true)
    const next = at + CENTRAL_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > archive.length) throw damaged()
    const flags = view.getUint16(at + 8, true)
    const name = archive.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength)
    entries.push({
      name: new TextDecoder((flags & IS_UTF8) === 0 ? 'gbk' : 'utf-8').decode(name),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      isEncrypted: (flags & IS_ENCRYPTED) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      at: view.getUint32(at + 42, true),
    })
    at = next
  }
  return entries.filter(entry => !entry.name.endsWith('/'))
}

/**
 * Yields the bytes of an entry and checks its length and checksum at the end.
 * @throws UnpackError
 */
export async function* readZipEntry(
  archive: Uint8Array,
  entry: ZipEntry,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  const packed = packedBytes(archive, entry)
  let crc = 0
  let length = 0
  const pieces = entry.method === STORED ? inPieces(packed, limits) : inflate([packed], limits)
  for await (const bytes of pieces) {
    crc = crc32(bytes, crc)
    length += bytes.length
    yield bytes
  }
  if (length !== entry.bytes || crc >>> 0 !== entry.crc) throw damaged()
}

function packedBytes(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  if (entry.isEncrypted || (entry.method !== STORED && entry.method !== DEFLATED)) throw damaged()
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const { at } = entry
  if (at + LOCAL_LENGTH > archive.length || view.getUint32(at, true) !== LOCAL_SIGNATURE) throw damaged()
  const start = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (start + entry.packedBytes > archive.length) throw damaged()
  return archive.subarray(start, start + entry.packedBytes)
}

function inPieces(bytes: Uint8Array, { maxBytes }: UnpackLimits): Uint8Array[] {
  if (bytes.length > maxBytes) throw new UnpackError('too-large', `more than ${maxBytes} bytes`)
  return [bytes]
}

function endRecord(view: DataView): number {
  const first = Math.max(view.byteLength - END_LENGTH - MAX_COMMENT, 0)
  for (let at = view.byteLength - END_LENGTH; at >= first; at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  throw damaged()
}

function damaged(): UnpackError {
  return new UnpackError('damaged', 'not a ZIP archive that can be read')
}
