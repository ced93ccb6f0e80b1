/** Chunks that the pixels are told by, and the one that says how the camera was held. */
const DRAWN = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'eXIf'])
const SIGNATURE_BYTES = 8
/** Length, type and checksum around the content of a chunk. */
const FRAME_BYTES = 12

/**
 * Returns a PNG without what is not drawn from it. A decoder unpacks profiles and texts as well, and a colour profile of
 * 400 KB becomes 400 MB. What is no chunk ends it; the decoder says what is wrong.
 */
export function barePng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at)
    if (DRAWN.has(bytes.toString('latin1', at + 4, at + 8))) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
