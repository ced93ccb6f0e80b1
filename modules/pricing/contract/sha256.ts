// SHA-256 (FIPS 180-4). An own implementation, because the browser's is asynchronous and absent on plain http, and contract
// folders cannot import Node's. It identifies snapshots and protects no secret.

const FIRST_PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
  113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239,
  241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311,
]

/** Returns the first 32 bits of the fraction of a root, as the standard defines its constants. */
function fractionBits(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

const ROUND_CONSTANTS = Int32Array.from(FIRST_PRIMES, prime => fractionBits(Math.cbrt(prime)))
const START_STATE = Int32Array.from(FIRST_PRIMES.slice(0, 8), prime => fractionBits(Math.sqrt(prime)))
const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

/** Returns the SHA-256 of the text's UTF-8 bytes as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - LENGTH_BYTES, BigInt(bytes.length) * 8n)
  const state = Int32Array.from(START_STATE)
  const words = new Int32Array(64)
  for (let offset = 0; offset < padded.length; offset += BLOCK_BYTES) compress(state, words, view, offset)
  return Array.from(state, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(state: Int32Array, words: Int32Array, view: DataView, offset: number): void {
  const word = (i: number): number => words[i] ?? 0
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + 4 * i)
  for (let i = 16; i < 64; i += 1) {
    const s0 = rotate(word(i - 15), 7) ^ rotate(word(i - 15), 18) ^ (word(i - 15) >>> 3)
    const s1 = rotate(word(i - 2), 17) ^ rotate(word(i - 2), 19) ^ (word(i - 2) >>> 10)
    words[i] = (word(i - 16) + s0 + word(i - 7) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] ?? 0) + word(i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + value) | 0
}

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits))
}
