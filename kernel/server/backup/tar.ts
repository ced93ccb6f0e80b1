import { damaged } from './backup-fault.ts'
import type { ByteReader } from './byte-reader.ts'

/*
 * The small part of the tape archive format (POSIX ustar) that a backup needs: plain files with short names. Nothing is
 * ever unpacked by the names inside; any other kind of entry is refused.
 */

const BLOCK = 512
const NAME_BYTES = 100
/** Names of our entries: one or two folders of small letters. No dots before a name, no slash at its beginning. */
const NAME = /^(?:[a-z0-9_]+\/){0,2}[a-z0-9_]+(?:\.[a-z0-9]+){0,2}$/
/** No entry of ours is larger: blocks of rows have 1 MiB, lists of tables less. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

/** Checksum of a header: the sum of its bytes, with blanks where the checksum stands. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

/** Returns a file of the archive: header, bytes, and zeros up to a whole block. */
export function tarEntry(name: string, body: Uint8Array, at: number): Buffer[] {
  if (!NAME.test(name) || name.length > NAME_BYTES) throw new Error(`${name} cannot be named in a backup`)
  if (body.length > MAX_ENTRY_BYTES) throw new Error(`${name} is too large for one entry of a backup`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(body.length, 12), 124)
  header.write(octal(Math.floor(at / 1000), 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(checksum(header), 7)} `, 148)
  const rest = body.length % BLOCK
  const padding = rest === 0 ? [] : [Buffer.alloc(BLOCK - rest)]
  return [header, Buffer.from(body.buffer, body.byteOffset, body.byteLength), ...padding]
}

/** What stands at the end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

export interface TarEntry {
  name: string
  body: Buffer
}

function readHeader(header: Buffer): { name: string; size: number } {
  const field = (from: number, length: number) => header.toString('latin1', from, from + length).split('\0', 1)[0] ?? ''
  if (parseInt(field(148, 8), 8) !== checksum(header)) throw damaged('an entry has a wrong checksum')
  const name = field(0, NAME_BYTES)
  const size = parseInt(field(124, 12), 8)
  const isPlain = header[156] === 0x30 && field(345, 155) === '' && field(157, 100) === ''
  if (!isPlain || !NAME.test(name)) throw damaged('an entry has a name that no backup of ours has')
  if (!(size >= 0 && size <= MAX_ENTRY_BYTES)) throw damaged(`the entry ${name} has an impossible size`)
  return { name, size }
}

/** Returns the next file; null at the end of the archive. @throws BackupFault when the archive breaks off */
export async function readTarEntry(bytes: ByteReader): Promise<TarEntry | null> {
  const header = await bytes.take(BLOCK)
  if (header.length < BLOCK) throw damaged('it breaks off')
  if (header.every(byte => byte === 0)) {
    const second = await bytes.take(BLOCK)
    if (second.length < BLOCK || second.some(byte => byte !== 0)) throw damaged('it has no proper end')
    if ((await bytes.some(1)) !== null) throw damaged('there is something behind its end')
    return null
  }
  const { name, size } = readHeader(header)
  const body = await bytes.take(size)
  const padding = await bytes.take((BLOCK - (size % BLOCK)) % BLOCK)
  if (body.length < size || (size + padding.length) % BLOCK !== 0) throw damaged('it breaks off')
  return { name, body }
}
