import { createHmac, timingSafeEqual } from 'node:crypto'

/** One-time codes by time (RFC 6238) over counters (RFC 4226), as every authenticator app makes them. */

export const TOTP_DIGITS = 6
export const TOTP_STEP_S = 30
/** Bytes of a secret: 160 bits, as RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20
/** Steps before and after the present one that are accepted, because clocks differ and typing takes time. */
export const TOTP_DRIFT_STEPS = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as RFC 4648 base32 without padding, which people can type into authenticator apps. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

/** Returns the code of a counter. */
export function hotp(
  secret: Uint8Array,
  counter: number,
  digits: number = TOTP_DIGITS,
  algorithm: 'sha1' | 'sha256' | 'sha512' = 'sha1',
): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(algorithm, secret).update(message).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the step of an instant.
 * @param now epoch ms
 */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / TOTP_STEP_S)
}

/** Returns the step near `now` that a code belongs to; null when there is none. All steps are compared, to take constant time. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (let drift = -TOTP_DRIFT_STEPS; drift <= TOTP_DRIFT_STEPS; drift++) {
    const step = stepAt(now) + drift
    const expected = Buffer.from(hotp(secret, step))
    if (expected.length === given.length && timingSafeEqual(expected, given)) found = step
  }
  return found
}

/** Returns the content of the QR code: the key-URI format of authenticator apps. */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(TOTP_DIGITS),
    period: String(TOTP_STEP_S),
  })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}
