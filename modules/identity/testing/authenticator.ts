import { hotp, stepAt } from '../server/second-factor/totp.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Code that an authenticator app shows at `now` (epoch ms) for a secret in base 32. @param drift steps by which its clock is off
 */
export function codeOf(secret: string, now: number, drift = 0): string {
  const bits = Array.from(secret, letter => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map(octet => Number.parseInt(octet, 2))
  return hotp(Uint8Array.from(bytes), stepAt(now) + drift)
}
