import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Bytes of a station key. The key is random, so a plain hash is secure enough and takes microseconds (trust R-40). */
export const KEY_BYTES = 20
const HEX_KEY = /^[0-9a-f]{40}$/i

/**
 * Returns a fresh key as the operator types it into the pile: 40 hex digits (OCPP 1.6 security white paper,
 * AuthorizationKey).
 */
export function makeKey(): { key: string; hash: string } {
  const bytes = randomBytes(KEY_BYTES)
  return { key: bytes.toString('hex'), hash: hashOf(bytes) }
}

/** Hash under which a key is stored, from its 40 hex digits. */
export function hashKey(key: string): string {
  if (!HEX_KEY.test(key)) throw new RangeError('a station key is 40 hex digits')
  return hashOf(Buffer.from(key, 'hex'))
}

/**
 * Hash of a password from the Basic header. Piles send the key as its 40 hex digits or as the 20 raw bytes; both mean the same
 * key. Null when it is neither and so cannot be a key of ours.
 */
export function hashPassword(password: Buffer): string | null {
  if (password.length === KEY_BYTES) return hashOf(password)
  if (password.length !== KEY_BYTES * 2) return null
  const text = password.toString('latin1')
  return HEX_KEY.test(text) ? hashOf(Buffer.from(text, 'hex')) : null
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex')
  const right = Buffer.from(b, 'hex')
  return left.length === right.length && timingSafeEqual(left, right)
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
