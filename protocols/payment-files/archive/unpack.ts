import { createHash } from 'node:crypto'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { once } from 'node:events'
import type { Transform } from 'node:stream'

/** Why packed bytes were not read to their end. */
export const UNPACK_PROBLEMS = ['too-large', 'ratio-too-high', 'damaged', 'digest-differs'] as const
export type UnpackProblem = (typeof UNPACK_PROBLEMS)[number]

export class UnpackError extends Error {
  readonly code: UnpackProblem
  constructor(code: UnpackProblem, message: string) {
    super(message)
    this.name = 'UnpackError'
    this.code = code
  }
}

export interface UnpackLimits {
  /** Most bytes after unpacking. */
  readonly maxBytes: number
  /** Most bytes that one packed byte may become; below the first mebibyte it is not asked. */
  readonly maxRatio?: number
}

/** The most a file of bills is worth: a hundred to one is a bomb, back-ticks and zeros pack thirty to one. */
export const MAX_RATIO = 100
const RATIO_FREE_BYTES = 1_048_576

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Yields the unpacked bytes of a gzip file, and stops before the limit is passed.
 * @param sha1 digest of the unpacked bytes as WeChat Pay announces it, in hexadecimal; absent: not checked
 * @throws UnpackError; what the source throws
 */
export async function* gunzip(source: Source, limits: UnpackLimits, sha1?: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha1')
  for await (const bytes of flow(source, createGunzip(), limits)) {
    hash.update(bytes)
    yield bytes
  }
  const digest = hash.digest('hex')
  if (sha1 !== undefined && digest !== sha1.toLowerCase())
    throw new UnpackError('digest-differs', `SHA-1 ${digest}, announced ${sha1.slice(0, 40)}`)
}

/**
 * Yields the bytes of raw deflate, as ZIP entries have them.
 * @throws UnpackError; what the source throws
 */
export function inflate(source: Source, limits: UnpackLimits): AsyncGenerator<Uint8Array> {
  return flow(source, createInflateRaw(), limits)
}

async function* flow(source: Source, stream: Transform, limits: UnpackLimits): AsyncGenerator<Uint8Array> {
  const { maxBytes, maxRatio = MAX_RATIO } = limits
  let packed = 0
  let unpacked = 0
  let failure: unknown
  const feeding = feed(source, stream, length => {
    packed += length
  }).catch((error: unknown) => {
    failure = error
    stream.destroy()
  })
  try {
    for await (const piece of stream) {
      const bytes = piece as Uint8Array // a stream of bytes
      unpacked += bytes.length
      if (unpacked > maxBytes) throw new UnpackError('too-large', `more than ${maxBytes} bytes`)
      if (unpacked > RATIO_FREE_BYTES && unpacked > packed * maxRatio)
        throw new UnpackError('ratio-too-high', `${packed} bytes become more than ${unpacked}`)
      yield bytes
    }
    await feeding
  } catch (error) {
    if (failure !== undefined) throw failure
    if (error instanceof UnpackError) throw error
    throw new UnpackError('damaged', error instanceof Error ? error.message : 'cannot be unpacked')
  } finally {
    stream.destroy()
  }
  if (failure !== undefined) throw failure
}

async function feed(source: Source, stream: Transform, count: (length: number) => void): Promise<void> {
  for await (const bytes of source) {
    if (stream.destroyed) return
    count(bytes.length)
    if (!stream.write(bytes)) await drained(stream)
  }
  stream.end()
}

/** Waits until a stream takes more, or has ended: destroyed streams never drain. Leaves no listener behind. */
async function drained(stream: Transform): Promise<void> {
  const over = new AbortController()
  const ways = ['drain', 'close'].map(event => once(stream, event, { signal: over.signal }))
  await Promise.race(ways).finally(() => over.abort())
}
