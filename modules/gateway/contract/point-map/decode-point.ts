import { add, compare, type Decimal, decimalOfFloat, decimalText, multiply, wholeNumber } from './decimal.ts'
import type { ByteOrder, Point } from './point.ts'

/** One decoded value. */
export interface PointValue {
  key: string
  /** Decimal text in the point's unit, or text; null when the bytes are invalid. */
  value: string | null
  /** Value sent by the device, before scale and offset. */
  raw: string
  /** Label of an enumerated value. */
  word: string | null
  /** Reason why the value is doubtful. */
  doubt: 'notANumber' | 'notBcd' | 'belowMin' | 'aboveMax' | null
}

/**
 * Decodes a point from the registers of an answer that begins at address `from`.
 * @throws RangeError when the answer does not contain the point
 */
export function decodeRegisters(point: Point, registers: readonly number[], from: number): PointValue {
  const start = point.address - from
  const own = registers.slice(start, start + point.size)
  if (start < 0 || own.length < point.size) throw new RangeError(`${point.key} is not among the registers`)
  return decodeBytes(point, orderedBytes(own, point.order))
}

/** Decodes a coil or discrete input. */
export function decodeBit(point: Point, isOn: boolean): PointValue {
  return finish(point, wholeNumber(isOn ? 1n : 0n), isOn ? '1' : '0')
}

/**
 * Returns the bytes of registers, most significant first. Texts are reordered too, because some devices swap the bytes of each
 * register.
 */
function orderedBytes(registers: readonly number[], order: ByteOrder): Uint8Array {
  const words = order === 'CDAB' || order === 'DCBA' ? registers.toReversed() : registers
  const turned = order === 'BADC' || order === 'DCBA'
  return Uint8Array.from(words.flatMap(one => (turned ? [one & 0xff, one >> 8] : [one >> 8, one & 0xff])))
}

function decodeBytes(point: Point, bytes: Uint8Array): PointValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = (value: bigint) => finish(point, wholeNumber(value), value.toString())
  switch (point.type) {
    case 'u16':
      return whole(BigInt(view.getUint16(0)))
    case 'i16':
      return whole(BigInt(view.getInt16(0)))
    case 'u32':
      return whole(BigInt(view.getUint32(0)))
    case 'i32':
      return whole(BigInt(view.getInt32(0)))
    case 'u64':
      return whole(view.getBigUint64(0))
    case 'i64':
      return whole(view.getBigInt64(0))
    case 'bit':
      return whole(BigInt((view.getUint16(0) >> point.bit) & 1))
    case 'f32':
      return float(point, view.getFloat32(0), 32)
    case 'f64':
      return float(point, view.getFloat64(0), 64)
    case 'bcd16':
    case 'bcd32':
      return bcd(point, bytes)
    case 'text':
      return textOf(point, bytes)
    default:
      throw new RangeError(`${point.type} is no value of registers`)
  }
}

function float(point: Point, value: number, bits: 32 | 64): PointValue {
  const decimal = decimalOfFloat(value, bits)
  return decimal
    ? finish(point, decimal, decimalText(decimal))
    : { key: point.key, value: null, raw: String(value), word: null, doubt: 'notANumber' }
}

function bcd(point: Point, bytes: Uint8Array): PointValue {
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return /^\d+$/.test(digits)
    ? finish(point, wholeNumber(BigInt(digits)), digits)
    : { key: point.key, value: null, raw: `0x${digits.toUpperCase()}`, word: null, doubt: 'notBcd' }
}

/** Decodes ASCII up to the first zero byte. Unprintable characters are dropped, so that every reading can be stored. */
function textOf(point: Point, bytes: Uint8Array): PointValue {
  const end = bytes.indexOf(0)
  const text = Array.from(end < 0 ? bytes : bytes.subarray(0, end), byte =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '',
  ).join('')
  return { key: point.key, value: text.trim(), raw: text, word: null, doubt: null }
}

/** Applies scale, offset, labels and limits to a number of any protocol. */
export function finish(point: Point, sent: Decimal, raw: string): PointValue {
  const value = add(multiply(sent, point.scale), point.offset)
  const doubt =
    point.min && compare(value, point.min) < 0
      ? 'belowMin'
      : point.max && compare(value, point.max) > 0
        ? 'aboveMax'
        : null
  const word = point.words.get(decimalText(sent)) ?? null
  return { key: point.key, value: decimalText(value), raw, word, doubt }
}
