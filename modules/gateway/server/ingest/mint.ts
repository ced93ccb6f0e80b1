import { randomInt } from 'node:crypto'

/**
 * Returns a 1.6 transaction id: random, so that nobody can guess another's (trust I-22), and a positive signed 32-bit integer,
 * because piles store it in one. 0 and −1 mean "unknown" to some piles and are never used.
 */
export function mintTransactionId(): string {
  return String(randomInt(1, 0x7fff_ffff))
}
