import { createHash } from 'node:crypto'
import { damaged } from './backup-fault.ts'

/*
 * SHA-256 of the compressed bytes, behind them in a frame that every zstd tool skips. The manifest proves what is inside;
 * this proves the file to its last byte, which decompression alone does not: it stops looking when it has all content.
 */

const HASH_BYTES = 32
/** Magic number of a skippable frame, and the length of what is in it. */
const FRAME_HEAD = Buffer.from([0x50, 0x2a, 0x4d, 0x18, HASH_BYTES, 0, 0, 0])
const FRAME_BYTES = FRAME_HEAD.length + HASH_BYTES

export async function* withDigest(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const block of source) {
    hash.update(block)
    yield block
  }
  yield Buffer.concat([FRAME_HEAD, hash.digest()])
}

/** Returns the bytes before the digest. @throws BackupFault `damaged` at the end where it does not fit */
export async function* withoutDigest(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  for await (const block of source) {
    const all = Buffer.concat([held, block])
    const ready = all.subarray(0, Math.max(0, all.length - FRAME_BYTES))
    held = all.subarray(ready.length)
    if (ready.length === 0) continue
    hash.update(ready)
    yield ready
  }
  if (!held.equals(Buffer.concat([FRAME_HEAD, hash.digest()]))) throw damaged('bytes of it were changed or cut off')
}
