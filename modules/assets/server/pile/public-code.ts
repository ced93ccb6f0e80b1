import { randomBytes } from 'node:crypto'

/** Crockford's base 32 without the letters that people mistake for digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

/**
 * Returns the name of a connector in public: 50 random bits, so that nobody can count our connectors or
 * guess the next one. The device's own identity never leaves (trust R-41).
 */
export function newPublicCode(): string {
  let code = ''
  for (const byte of randomBytes(LENGTH)) code += ALPHABET[byte & 31]
  return code
}
