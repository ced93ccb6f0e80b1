/*
 * Columns of many rows as one parameter each, in PostgreSQL's binary form of an array: what `array_send` writes and
 * `array_recv` reads (PostgreSQL sources, utils/adt/arrayfuncs.c). As text, the driver would quote and escape element
 * by element and the server would undo it and parse every id and number: half of what storing a frame cost.
 *
 * The SQL says the type, as in `unnest($1::uuid[], $2::bigint[])`; a list of another type is refused by the server.
 */

const OID = { int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const

const HEADER = 20
const NULL_LENGTH = 0xff_ff_ff_ff
/** Characters of one UTF-16 unit take three bytes of UTF-8 at most. */
const MAX_BYTES_PER_UNIT = 3
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000
const TWO_32 = 2 ** 32

/** Lists are written here and copied out; it grows to the largest list and stays. */
let scratch = Buffer.allocUnsafe(64 * 1024)
let at = 0

function ensure(bytes: number): void {
  if (at + bytes <= scratch.length) return
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + bytes))
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}

/** Four bytes by hand: the buffer's own method checks its arguments every time, and there are dozens per row. */
function put32(value: number): void {
  scratch[at] = value >>> 24
  scratch[at + 1] = value >>> 16
  scratch[at + 2] = value >>> 8
  scratch[at + 3] = value
  at += 4
}

function list<T>(oid: number, values: readonly (T | null)[], size: number, write: (value: T) => void): Buffer {
  at = 0
  ensure(HEADER + values.length * (4 + size))
  let hasNull = 0
  at = HEADER
  for (const value of values) {
    if (value === null) {
      hasNull = 1
      put32(NULL_LENGTH)
    } else {
      put32(size)
      write(value)
    }
  }
  return finish(oid, values.length, hasNull)
}

function finish(oid: number, count: number, hasNull: number): Buffer {
  const end = at
  // An empty array has no dimension.
  at = scratch.writeUInt32BE(count === 0 ? 0 : 1, 0)
  at = scratch.writeUInt32BE(hasNull, at)
  at = scratch.writeUInt32BE(oid, at)
  at = scratch.writeUInt32BE(count, at)
  scratch.writeUInt32BE(1, at)
  return Buffer.from(scratch.subarray(0, count === 0 ? HEADER - 8 : end))
}

/** Value of a hexadecimal digit by its character code; 255 for any other. */
const DIGITS = new Uint8Array(256).fill(255)
for (let digit = 0; digit < 16; digit++) {
  DIGITS[digit.toString(16).charCodeAt(0)] = digit
  DIGITS[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}
const UUID_LENGTH = 36

function writeUuid(id: string): void {
  let seen = 0
  let byte = 0
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index)
    if (code === 45 /* - */) continue
    const digit = DIGITS[code] ?? 255
    if (digit === 255) break
    byte = (byte << 4) | digit
    if ((++seen & 1) === 0) scratch[at++] = byte & 0xff
  }
  if (seen !== 32 || id.length !== UUID_LENGTH) throw new RangeError(`not an id: ${id}`)
}

function writeInt8(value: number | bigint): void {
  if (typeof value === 'bigint') {
    at = scratch.writeBigInt64BE(value, at)
    return
  }
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer: ${value}`)
  const high = Math.floor(value / TWO_32)
  put32(high)
  put32(value - high * TWO_32)
}

/**
 * Ids for `uuid[]`.
 *
 * @throws RangeError for a text that is no UUID in its usual form
 */
export const uuidList = (ids: readonly (string | null)[]): Buffer => list(OID.uuid, ids, 16, writeUuid)

/**
 * Integers for `bigint[]`.
 *
 * @throws RangeError for a number that is not an exact integer or does not fit 64 bits
 */
export const bigintList = (values: readonly (number | bigint | null)[]): Buffer => list(OID.int8, values, 8, writeInt8)

/**
 * Integers for `integer[]`.
 *
 * @throws RangeError for a number that does not fit 32 bits or is no integer
 */
export const intList = (values: readonly (number | null)[]): Buffer =>
  list(OID.int4, values, 4, value => {
    if ((value | 0) !== value) throw new RangeError(`not an integer of 32 bits: ${value}`)
    put32(value)
  })

/**
 * Instants in epoch milliseconds for `timestamptz[]`.
 *
 * @throws RangeError for a number that is no integer
 */
export const instantList = (values: readonly (number | null)[]): Buffer =>
  list(OID.timestamptz, values, 8, value => {
    const micros = (value - EPOCH_2000_MS) * 1000
    // Clocks are wrong by millennia now and then: from the year 2255 on, microseconds need more than 53 bits.
    writeInt8(Number.isSafeInteger(micros) ? micros : BigInt(value - EPOCH_2000_MS) * 1000n)
  })

/** Up to here a loop is faster than a call out of JavaScript. */
const SHORT = 24

/** Writes a text as UTF-8 and tells its bytes. */
function writeText(value: string, from: number): number {
  if (value.length > SHORT) return scratch.write(value, from)
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code > 127) return scratch.write(value, from)
    scratch[from + index] = code
  }
  return value.length
}

/** Texts for `text[]`. A text with U+0000 is refused by the server, as everywhere. */
export function textList(values: readonly (string | null)[]): Buffer {
  at = 0
  ensure(HEADER)
  let hasNull = 0
  at = HEADER
  for (const value of values) {
    if (value === null) {
      hasNull = 1
      ensure(4)
      put32(NULL_LENGTH)
      continue
    }
    ensure(4 + value.length * MAX_BYTES_PER_UNIT)
    const bytes = writeText(value, at + 4)
    put32(bytes)
    at += bytes
  }
  return finish(OID.text, values.length, hasNull)
}
