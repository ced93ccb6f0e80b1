import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import fc from 'fast-check'

/** Any position and any change of one byte. */
export const anyFlip = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
export type Flip = typeof anyFlip extends fc.Arbitrary<infer T> ? T : never

/** Returns a copy with one byte changed. */
export function flipBytes(bytes: Uint8Array, { at, by }: Flip): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const index = at % copy.length
  copy[index] = (copy[index] ?? 0) ^ by
  return copy
}

/** Returns a copy of an ASCII text with one character changed to another of the first 256. */
export function flipText(text: string, flip: Flip): string {
  return Buffer.from(flipBytes(Buffer.from(text, 'latin1'), flip)).toString('latin1')
}

export interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

/** Makes an RSA key of 2,048 bits; takes some hundred milliseconds. */
export function makeKeyPair(): KeyPair {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
}

/** Some 256 KiB of beginnings that never end and of signs that mean something to the readers. */
export const RUBBISH: readonly string[] = [
  '{',
  '[',
  '{"a":',
  '"\\',
  '"\\u00',
  '[1,',
  '9',
  '-',
  '=&',
  'a=%',
  '%E4%',
  ',x="',
  ' ',
  '\u0000',
  '汉',
  '{"sign":"',
].map(piece => piece.repeat(Math.ceil(262_144 / piece.length)))

/** Some 256 KiB of well-formed JSON that no message looks like. */
export const WIDE_JSON: readonly string[] = [
  `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  `[${'"x",'.repeat(60_000)}1]`,
  `{"a":"${'\\u4e2d'.repeat(40_000)}"}`,
  `{"amount":${'9'.repeat(262_144)}}`,
]
