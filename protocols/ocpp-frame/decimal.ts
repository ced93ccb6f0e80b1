import { ENERGY_LIMIT, type Energy, energy } from '@wattyard/money'

/** Longest decimal text that is looked at. */
const MAX_DIGITS = 40
const MAX_EXPONENT = 30
const MAX_SHIFT = 30

const PLAIN = /^\d{1,15}$/
const DECIMAL = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/

/**
 * Decimal text × 10^shift as an integer, rounded half away from zero once; null when the text is not a decimal, or an exponent is
 * larger than any unit needs. No double is involved, so `98765432109.8765` kWh keeps every digit. A decimal comma is not
 * accepted.
 */
export function scaleDecimal(text: string, shift: number): bigint | null {
  // The shift may also come from the pile: a multiplier of a billion would make a number of a billion digits.
  if (text.length > MAX_DIGITS || !Number.isInteger(shift) || Math.abs(shift) > MAX_SHIFT) return null
  const match = DECIMAL.exec(text)
  if (match === null) return null
  const whole = match[2] ?? ''
  const fraction = match[3] ?? ''
  if (whole === '' && fraction === '') return null
  const exponent = match[4] === undefined ? 0 : Number(match[4])
  if (Math.abs(exponent) > MAX_EXPONENT) return null
  const scale = shift + exponent - fraction.length
  const digits = BigInt(whole + fraction)
  let value = digits
  if (scale >= 0) value = digits * 10n ** BigInt(scale)
  else {
    const divisor = 10n ** BigInt(-scale)
    value = (digits + divisor / 2n) / divisor
  }
  return match[1] === '-' ? -value : value
}

/**
 * Scales like `scaleDecimal`, for quantities that fit a double as an integer (W, mA, mV, permille); null when the result does not
 * fit.
 */
export function scaleToInteger(text: string, shift: number): number | null {
  // Plain digits are the common case and need no bigint.
  if (shift === 0 && PLAIN.test(text)) return Number(text)
  const scaled = scaleDecimal(text, shift)
  if (scaled === null) return null
  const value = Number(scaled)
  return Number.isSafeInteger(value) ? value : null
}

/** Parses energy text in watt-hours × 10^multiplier; null when it is not a decimal or out of the range of energy. */
export function readWattHours(text: string, multiplier: number): Energy | null {
  const value = scaleDecimal(text, 1 + multiplier)
  return value === null || value > ENERGY_LIMIT || value < -ENERGY_LIMIT ? null : energy(value)
}
