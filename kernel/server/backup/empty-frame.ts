/** A frame of nothing with its checksum (RFC 8878, 3.1.1). */
const EMPTY_FRAME = Buffer.from('28b52ffd240001000099e9d851', 'hex')

/**
 * Compressed bytes without a last frame of nothing. Node's compressor puts one behind contents whose compressed form fills
 * its block to the byte, one in 16,384; its decompressor ends before such a frame and calls a good file broken.
 */
export async function* withoutEmptyFrame(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const block of source) {
    const all = Buffer.concat([held, block])
    const ready = all.subarray(0, Math.max(0, all.length - EMPTY_FRAME.length))
    held = all.subarray(ready.length)
    if (ready.length > 0) yield ready
  }
  if (!held.equals(EMPTY_FRAME)) yield held
}
