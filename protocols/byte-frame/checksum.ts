import { toHex } from './hex.ts'

/** `crc16-modbus`: polynomial 0xA001 reflected, begins with 0xFFFF. `sum8`, `sum16`: sum of the bytes, low 8 or 16 bits. */
export type ChecksumRule = 'crc16-modbus' | 'sum8' | 'sum16'
export type ByteOrder = 'low-first' | 'high-first'

export interface ChecksumVerdict {
  rule: ChecksumRule
  /** Place of the checksum in the frame. */
  from: number
  to: number
  /** Bytes the checksum is computed over. */
  covers: { from: number; to: number }
  found: string
  /** The correct checksum, in the protocol's own byte order. */
  expected: string
  /** Byte order in which the checksum is correct; null when it is wrong in both. A one-byte checksum fits `low-first`. */
  fits: ByteOrder | null
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})

export function crc16Modbus(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return crc
}

export function sumOf(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += bytes[at] ?? 0
  return sum
}

const RULES: Readonly<Record<ChecksumRule, { size: 1 | 2; of: typeof sumOf }>> = {
  'crc16-modbus': { size: 2, of: crc16Modbus },
  sum8: { size: 1, of: (bytes, from, to) => sumOf(bytes, from, to) & 0xff },
  sum16: { size: 2, of: (bytes, from, to) => sumOf(bytes, from, to) & 0xffff },
}

/** Compares the checksum at `at` with the one over `covers`, in both byte orders. */
export function judgeChecksum(
  rule: ChecksumRule,
  bytes: Uint8Array,
  covers: { from: number; to: number },
  at: number,
): ChecksumVerdict {
  const { size, of } = RULES[rule]
  const value = of(bytes, covers.from, covers.to)
  const low = value & 0xff
  const high = value >>> 8
  const expected = size === 1 ? toHex(Uint8Array.of(low)) : toHex(Uint8Array.of(low, high))
  const found = toHex(bytes, at, at + size)
  const turned = size === 2 && found === toHex(Uint8Array.of(high, low))
  const fits = found === expected ? 'low-first' : turned ? 'high-first' : null
  return { rule, from: at, to: at + size, covers, found, expected, fits }
}
