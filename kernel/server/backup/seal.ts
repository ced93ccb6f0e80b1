import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { BackupFault, damaged } from './backup-fault.ts'
import type { ByteReader } from './byte-reader.ts'

/*
 * A sealed backup: AES-256-GCM over chunks of one size, so that nothing is believed before it has been proved and memory
 * stays small. The nonce of a chunk holds its number and whether it is the last: chunks that were cut off, swapped, left
 * out or taken from another file do not open (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
 *
 *   magic 8 | cost (log2 of N) 1 | salt 16 | prefix of nonces 7 | HMAC-SHA-256 of the 32 bytes before | chunks
 */

export const SEAL_MAGIC = Buffer.from('WYSEAL\0\x01', 'latin1')
const SALT_BYTES = 16
const PREFIX_BYTES = 7
const TAG_BYTES = 16
const MAC_BYTES = 32
const HEAD_BYTES = SEAL_MAGIC.length + 1 + SALT_BYTES + PREFIX_BYTES
export const SEAL_CHUNK_BYTES = 256 * 1024
/** 128 MiB and about half a second per guess. */
export const LOG2_COST = 17
const BLOCK_SIZE = 8
const MAX_CHUNKS = 2 ** 32

/** Shortest passphrase: it protects the whole installation, and who has the file can guess for years. */
export const MIN_PASSPHRASE = 12

function deriveKeys(passphrase: string, salt: Buffer, log2Cost: number): Promise<{ chunks: Buffer; head: Buffer }> {
  const options = { N: 2 ** log2Cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * BLOCK_SIZE * 2 ** log2Cost }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 64, options, (error, key) =>
      error ? reject(error) : resolve({ chunks: key.subarray(0, 32), head: key.subarray(32) }),
    ),
  )
}

function nonceOf(prefix: Buffer, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  nonce.writeUInt32BE(index, PREFIX_BYTES)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Encrypts a stream under a passphrase.
 *
 * @param log2Cost what a guess costs; another than the product's is for tests of all else alone
 */
export async function* seal(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
  log2Cost = LOG2_COST,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const prefix = randomBytes(PREFIX_BYTES)
  const keys = await deriveKeys(passphrase, salt, log2Cost)
  const head = Buffer.concat([SEAL_MAGIC, Buffer.from([log2Cost]), salt, prefix])
  yield Buffer.concat([head, createHmac('sha256', keys.head).update(head).digest()])
  let index = 0
  const chunk = (plain: Buffer, isLast: boolean): Buffer => {
    if (index >= MAX_CHUNKS) throw new Error('the backup is too large to be sealed in one file')
    const cipher = createCipheriv('aes-256-gcm', keys.chunks, nonceOf(prefix, index++, isLast)).setAAD(head)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  // One chunk is held back: only the last one says that it is the last.
  let held = Buffer.alloc(0)
  for await (const block of source) {
    held = Buffer.concat([held, block])
    let from = 0
    for (; held.length - from > SEAL_CHUNK_BYTES; from += SEAL_CHUNK_BYTES)
      yield chunk(held.subarray(from, from + SEAL_CHUNK_BYTES), false)
    held = held.subarray(from)
  }
  yield chunk(held, true)
}

/**
 * Decrypts what `seal` wrote, from behind the magic on.
 *
 * @param log2Cost the only cost that a file may ask for
 * @throws BackupFault `wrongPassphrase`, or `damaged` where a chunk does not open or the last one is missing
 */
export async function* unseal(bytes: ByteReader, passphrase: string, log2Cost = LOG2_COST): AsyncGenerator<Buffer> {
  const rest = await bytes.take(HEAD_BYTES - SEAL_MAGIC.length + MAC_BYTES)
  const head = Buffer.concat([SEAL_MAGIC, rest.subarray(0, -MAC_BYTES)])
  if (head.length < HEAD_BYTES) throw damaged('it breaks off')
  // One cost only: a file must not be able to ask for all memory.
  if (head[SEAL_MAGIC.length] !== log2Cost) throw damaged('its seal is of an unknown kind')
  const salt = head.subarray(SEAL_MAGIC.length + 1, SEAL_MAGIC.length + 1 + SALT_BYTES)
  const prefix = head.subarray(-PREFIX_BYTES)
  const keys = await deriveKeys(passphrase, salt, log2Cost)
  const mac = createHmac('sha256', keys.head).update(head).digest()
  if (!timingSafeEqual(mac, rest.subarray(-MAC_BYTES)))
    throw new BackupFault('wrongPassphrase', 'the passphrase does not open this backup')
  let sealed = await bytes.take(SEAL_CHUNK_BYTES + TAG_BYTES)
  for (let index = 0; ; index++) {
    const next = await bytes.take(SEAL_CHUNK_BYTES + TAG_BYTES)
    const isLast = next.length === 0
    if (sealed.length < TAG_BYTES) throw damaged('it breaks off')
    const opening = createDecipheriv('aes-256-gcm', keys.chunks, nonceOf(prefix, index, isLast))
      .setAAD(head)
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    const plain = opening.update(sealed.subarray(0, -TAG_BYTES))
    try {
      opening.final()
    } catch (error) {
      throw damaged(`part ${index + 1} was changed, or the file was cut off there`, error)
    }
    if (plain.length > 0) yield plain
    if (isLast) return
    sealed = next
  }
}
