import type { FieldProblem, Unit } from './field.ts'
import { fromHex, toHex } from './hex.ts'

/** A field without inner fields. `size` `rest`: all remaining bytes. */
export interface Scalar<V extends number | string> {
  readonly shape: 'scalar'
  readonly size: number | 'rest'
  readonly unit: Unit | null
  readonly decimals: number
  /** Problem reported for bytes that are not a valid value. */
  readonly problem: FieldProblem
  read(bytes: Uint8Array): V
  /** Bytes of a value, such that `read` returns the same value; null when the value is not of this kind. */
  write(value: V): Uint8Array | null
  meanings(value: V): readonly string[]
  /** Whether a value has a meaning; absent when every value has one. */
  isKnown?(value: V): boolean
}

const NONE: readonly string[] = Object.freeze([])
const plain = { shape: 'scalar', unit: null, decimals: 0, meanings: () => NONE } as const

export interface NumberOptions {
  unit?: Unit
  /** The integer counts units of 10^-decimals. */
  decimals?: number
  /** Added to the number in the frame. */
  offset?: number
}

/** Declares an unsigned integer of up to 6 bytes, low byte first. */
export function uint(size: 1 | 2 | 3 | 4 | 5 | 6, options: NumberOptions = {}): Scalar<number> {
  const { unit = null, decimals = 0, offset = 0 } = options
  return {
    ...plain,
    size,
    unit,
    decimals,
    problem: 'incomplete',
    read(bytes) {
      let value = 0
      for (let i = size - 1; i >= 0; i--) value = value * 256 + (bytes[i] ?? 0)
      return value + offset
    },
    write: value => unsigned(value - offset, size),
  }
}

function unsigned(value: number, size: number): Uint8Array | null {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** size) return null
  const bytes = new Uint8Array(size)
  let rest = value
  for (let i = 0; i < size; i++) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return bytes
}

/** Declares a number that stands for a word; `set` names the dictionary. */
export function coded(size: 1 | 2 | 4, set: string, words: Readonly<Record<number, string>>): Scalar<number> {
  const number = uint(size)
  return {
    ...number,
    problem: 'unknown-code',
    meanings: value => (words[value] === undefined ? NONE : [`${set}.${words[value]}`]),
    isKnown: value => words[value] !== undefined,
  }
}

/** Declares a number whose bits are flags; `words` from the lowest bit on. */
export function bits(size: 1 | 2 | 4, set: string, words: readonly string[]): Scalar<number> {
  return {
    ...uint(size),
    problem: 'unknown-code',
    // By division, because `&` works on signed 32-bit numbers.
    meanings: value => words.filter((_, bit) => Math.floor(value / 2 ** bit) % 2 === 1).map(word => `${set}.${word}`),
    isKnown: value => value < 2 ** words.length,
  }
}

/** Declares decimal digits, two in a byte; `reversed`: the last two come first. */
export function digits(size: number, options: { reversed?: boolean } = {}): Scalar<string> {
  const turn = (bytes: Uint8Array) => (options.reversed ? bytes.toReversed() : bytes)
  return {
    ...plain,
    size,
    problem: 'not-bcd',
    read: bytes => toHex(turn(bytes)),
    write(value) {
      const bytes = /^[0-9]*$/.test(value) && value.length === 2 * size ? fromHex(value) : null
      return bytes && turn(bytes)
    },
  }
}

/** Declares printable ASCII, padded with zero bytes; `reversed`: the last character comes first. */
export function ascii(size: number, options: { reversed?: boolean } = {}): Scalar<string> {
  return {
    ...plain,
    size,
    problem: 'not-ascii',
    read(bytes) {
      const text = String.fromCharCode(...bytes).replace(/\0+$/, '')
      return options.reversed ? Array.from(text).toReversed().join('') : text
    },
    write(value) {
      // A text that looks like raw bytes is not written as text.
      if (!/^[ -~]*$/.test(value) || value.length > size || value.startsWith('0x')) return null
      const bytes = new Uint8Array(size)
      const text = options.reversed ? Array.from(value).toReversed() : Array.from(value)
      text.forEach((character, i) => (bytes[i] = character.charCodeAt(0)))
      return bytes
    },
  }
}

/** Declares bytes that are only compared: cards, passwords, unknown values. `reversed`: the last byte comes first. */
export function hexBytes(size: number | 'rest', options: { reversed?: boolean } = {}): Scalar<string> {
  const turn = (bytes: Uint8Array) => (options.reversed ? bytes.toReversed() : bytes)
  return {
    ...plain,
    size,
    problem: 'incomplete',
    read: bytes => toHex(turn(bytes)),
    write(value) {
      const bytes = fromHex(value)
      return bytes !== null && (size === 'rest' || bytes.length === size) ? turn(bytes) : null
    },
  }
}

const two = (value: number) => String(value).padStart(2, '0')
const TIME = /^20(\d\d)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})(?: day=([1-7]))?( invalid)?( summer)?$/

/**
 * Declares CP56Time2a (IEC 60870-5): seven bytes of local time without a zone, as `2020-03-16 17:14:47.000`, followed by the day
 * of the week, the mark "invalid" and summer time, when the bytes contain them.
 */
export function cp56Time(): Scalar<string> {
  return {
    ...plain,
    size: 7,
    problem: 'not-a-time',
    read([b0 = 0, b1 = 0, minute = 0, hour = 0, day = 0, month = 0, year = 0]) {
      const ms = b0 + b1 * 256
      const date = `20${two(year % 100)}-${two(month)}-${two(day & 0x1f)}`
      const clock = `${two(hour & 0x1f)}:${two(minute & 0x3f)}:${two(Math.floor(ms / 1_000))}`
      const marks = `${day >> 5 ? ` day=${day >> 5}` : ''}${minute & 0x80 ? ' invalid' : ''}${hour & 0x80 ? ' summer' : ''}`
      return `${date} ${clock}.${String(ms % 1_000).padStart(3, '0')}${marks}`
    },
    write(value) {
      const match = TIME.exec(value)
      if (match === null) return null
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = match.slice(1, 8).map(Number)
      // A day that the calendar does not have moves the date.
      const date = new Date(Date.UTC(2000 + year, month - 1, day))
      if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
      if (hour > 23 || minute > 59 || second > 59) return null
      const stamp = second * 1_000 + ms
      const [weekday, invalid, summer] = [Number(match[8] ?? 0), match[9] ? 0x80 : 0, match[10] ? 0x80 : 0]
      return Uint8Array.of(stamp & 0xff, stamp >> 8, minute | invalid, hour | summer, day | (weekday << 5), month, year)
    },
  }
}
