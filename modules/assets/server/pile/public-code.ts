import { randomBytes } from 'node:crypto'

/** Crockford's base 32 without the letters that people mistake for digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

/**
 * Returns the public name of a connector: 50 random bits, so that connectors can be neither counted nor guessed. The device's
 * identity never leaves the server (trust R-41).
 */
export function newPublicCode(): string {
  let code = ''
  for (const byte of randomBytes(LENGTH)) code += ALPHABET[byte & 31]
  return code
}
