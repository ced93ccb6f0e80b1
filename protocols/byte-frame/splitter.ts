/** How frames of a protocol are found in a stream of bytes. The functions are pure. */
export interface FrameRule {
  /** Longest possible frame; a larger length is not a frame. */
  maxLength: number
  /** Length of the frame that begins at `at`; `no` when none begins there, `more` when there are too few bytes to tell. */
  lengthAt(bytes: Uint8Array, at: number): number | 'no' | 'more'
  /** Whether a complete frame is valid: checksum and end mark. */
  isSound(frame: Uint8Array): boolean
  /** Whether a valid frame also counts when it lies inside a damaged one; absent: all do. */
  isCertain?(frame: Uint8Array): boolean
}

/**
 * - `frame`: complete and valid.
 * - `damaged`: complete by its length, with a wrong checksum.
 * - `cut`: the stream ends inside it.
 * - `noise`: bytes in which no frame begins.
 */
export type PieceKind = 'frame' | 'damaged' | 'cut' | 'noise'

export interface Piece {
  kind: PieceKind
  /** Place in the stream. */
  from: number
  bytes: Uint8Array
}

/** Longest piece of noise: bytes between frames are never buffered without limit. */
export const MAX_NOISE = 256

export interface Splitter {
  /** Takes the next bytes; gives the pieces that are certain by now. */
  push(chunk: Uint8Array): Piece[]
  /** The stream has ended: returns the remaining pieces. */
  end(): Piece[]
  /** Number of buffered bytes that wait for more; never more than three frames. */
  waiting(): number
}

/**
 * Cuts a stream into pieces that together are the stream, the same pieces however the stream was chunked. A frame whose
 * checksum is wrong is given up for the first sound frame inside it: its length was wrong then.
 */
export function createSplitter(rule: FrameRule): Splitter {
  let buffer: Uint8Array = new Uint8Array(0)
  /** Of the stream before the buffer. */
  let passed = 0
  let noise = 0

  function work(isFinal: boolean): Piece[] {
    const pieces: Piece[] = []
    let at = noise
    let begun = 0
    const flushNoise = () => {
      if (at > begun) pieces.push({ kind: 'noise', from: passed + begun, bytes: buffer.slice(begun, at) })
      begun = at
    }
    const skip = (to: number) => {
      while (at < to) {
        at = Math.min(to, begun + MAX_NOISE)
        if (at - begun === MAX_NOISE) flushNoise()
      }
    }
    const give = (kind: PieceKind, to: number) => {
      flushNoise()
      pieces.push({ kind, from: passed + at, bytes: buffer.slice(at, to) })
      at = to
      begun = to
    }
    while (at < buffer.length) {
      const length = rule.lengthAt(buffer, at)
      if (length === 'no' || (typeof length === 'number' && length > rule.maxLength)) {
        skip(at + 1)
        continue
      }
      const isWhole = typeof length === 'number' && at + length <= buffer.length
      if (!isWhole && !isFinal) break
      const end = isWhole ? at + length : buffer.length
      if (isWhole && rule.isSound(buffer.subarray(at, end))) {
        give('frame', end)
        continue
      }
      const inner = soundFrameIn(rule, buffer, at + 1, end, isFinal)
      if (inner === 'more') break
      if (inner !== null) skip(inner)
      else give(isWhole ? 'damaged' : 'cut', end)
    }
    if (isFinal) flushNoise()
    noise = at - begun
    passed += begun
    buffer = buffer.slice(begun)
    return pieces
  }

  return {
    push(chunk) {
      const longer = new Uint8Array(buffer.length + chunk.length)
      longer.set(buffer)
      longer.set(chunk, buffer.length)
      buffer = longer
      return work(false)
    },
    end: () => work(true),
    waiting: () => buffer.length,
  }
}

/** Position of the first valid frame that begins between `from` and `to`; `more` when it cannot be told yet. */
function soundFrameIn(
  rule: FrameRule,
  bytes: Uint8Array,
  from: number,
  to: number,
  isFinal: boolean,
): number | 'more' | null {
  for (let at = from; at < to; at++) {
    const length = rule.lengthAt(bytes, at)
    if (length === 'no' || (typeof length === 'number' && length > rule.maxLength)) continue
    if (length === 'more' || at + length > bytes.length) {
      if (isFinal) continue
      return 'more'
    }
    const frame = bytes.subarray(at, at + length)
    if (rule.isSound(frame) && (rule.isCertain?.(frame) ?? true)) return at
  }
  return null
}

/** Cuts bytes that are all there. */
export function splitAll(rule: FrameRule, bytes: Uint8Array): Piece[] {
  const splitter = createSplitter(rule)
  return [...splitter.push(bytes), ...splitter.end()]
}
