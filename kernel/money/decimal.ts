import { divideHalfUp } from './rounding.ts'
import { UnitError } from './units.ts'

/** Longest decimal text that is parsed. Longer texts are refused unread. */
export const MAX_DECIMAL_LENGTH = 64
/** Largest magnitude of an exponent in device readings (`1.5E3`). Meters need no larger one. */
export const MAX_EXPONENT = 30n

export type ParseOptions = {
  /** Treatment of more decimals than the unit has. When absent, they are an error. */
  readonly round?: 'half-up'
}

const STRICT = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/
const READING = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]{1,4}))?$/

/**
 * Parses strict decimal text to an integer with `scale` decimals: optional minus, no plus, no leading zeros, no exponent, no
 * spaces, no grouping, ASCII digits only. Fewer decimals than `scale` are allowed.
 * @throws UnitError `money.not-a-decimal`, `money.too-many-decimals`
 */
export function parseScaled(text: string, scale: number, options: ParseOptions = {}): bigint {
  const match = text.length <= MAX_DECIMAL_LENGTH ? STRICT.exec(text) : null
  if (match === null) throw notADecimal(text)
  const [, sign = '', whole = '0', fraction = ''] = match
  if (fraction.length <= scale) return signed(sign, BigInt(whole + fraction.padEnd(scale, '0')))
  if (options.round === undefined) {
    throw new UnitError('money.too-many-decimals', `"${text}" has more than ${scale} decimals`)
  }
  return signed(sign, divideHalfUp(BigInt(whole + fraction), 10n ** BigInt(fraction.length - scale)))
}

/**
 * Parses a device's decimal text to an integer with `scale` decimals, rounded half up once. It accepts what real meters send: a
 * plus sign, leading zeros, a point without digits on one side, and an exponent (`+0012.50`, `.5`, `12.`, `1.5E3`).
 * @throws UnitError `money.not-a-decimal`, `money.out-of-range` for an exponent beyond ±MAX_EXPONENT
 */
export function parseReading(text: string, scale: number): bigint {
  const match = text.length <= MAX_DECIMAL_LENGTH ? READING.exec(text) : null
  if (match === null) throw notADecimal(text)
  const [, sign = '', whole = '', fraction = match[4] ?? '', , exponentText = '0'] = match
  const exponent = BigInt(exponentText)
  if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) {
    throw new UnitError('money.out-of-range', `exponent ${exponent} beyond ±${MAX_EXPONENT}`)
  }
  const digits = BigInt(whole + fraction)
  const shift = BigInt(scale) + exponent - BigInt(fraction.length)
  return signed(sign, shift >= 0n ? digits * 10n ** shift : divideHalfUp(digits, 10n ** -shift))
}

/** Formats an integer with `scale` decimals as text with exactly that many decimals; the inverse of `parseScaled`. */
export function formatScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`
  return value < 0n ? `-${text}` : text
}

function signed(sign: string, magnitude: bigint): bigint {
  return sign === '-' ? -magnitude : magnitude
}

function notADecimal(text: string): UnitError {
  return new UnitError('money.not-a-decimal', JSON.stringify(text.slice(0, MAX_DECIMAL_LENGTH)))
}
