import fc from 'fast-check'
import type { FrameRule, Piece } from '../splitter.ts'
import { createSplitter } from '../splitter.ts'

/** Bytes of any length up to `most`. */
export const anyBytes = (most = 300) => fc.uint8Array({ maxLength: most })

/** A frame with some of its bytes changed, cut off or doubled. */
export function mutated(frames: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const hits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 })
  return fc.tuple(frames, hits, fc.nat(), fc.boolean()).map(([frame, changes, cut, isDoubled]) => {
    const bytes = Uint8Array.from(isDoubled ? [...frame, ...frame] : frame)
    for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
    return bytes.subarray(0, bytes.length - (cut % (bytes.length + 1)))
  })
}

/** Pushes a stream in chunks of these sizes, repeated, then ends it. */
export function pushed(
  rule: FrameRule,
  stream: Uint8Array,
  sizes: readonly number[],
): { pieces: Piece[]; most: number } {
  const splitter = createSplitter(rule)
  const pieces: Piece[] = []
  let most = 0
  for (let at = 0, turn = 0; at < stream.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1)
    pieces.push(...splitter.push(stream.subarray(at, at + size)))
    most = Math.max(most, splitter.waiting())
    at += size
  }
  pieces.push(...splitter.end())
  return { pieces, most }
}

export const joinPieces = (pieces: readonly Piece[]) => Uint8Array.from(pieces.flatMap(piece => [...piece.bytes]))
