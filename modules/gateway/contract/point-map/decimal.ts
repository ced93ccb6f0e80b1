/** Exact decimal of any size: `digits` × 10^-`places`. Meters count in 64 bits, which a double cannot hold. */
export interface Decimal {
  readonly digits: bigint
  readonly places: number
}

/** Most decimal places in a map. More have no meaning for a meter and would cost time. */
export const MAX_PLACES = 12
const DECIMAL = /^([+-]?)(\d{1,20})(?:\.(\d{1,12}))?$/

/** Reads `-12.50`; null for anything else, exponents among it. */
export function parseDecimal(text: string): Decimal | null {
  const [whole, sign, before = '', after = ''] = DECIMAL.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const digits = BigInt(before + after)
  return { digits: sign === '-' ? -digits : digits, places: after.length }
}

export const wholeNumber = (digits: bigint): Decimal => ({ digits, places: 0 })

function raised(value: Decimal, places: number): bigint {
  return value.digits * 10n ** BigInt(places - value.places)
}

export function add(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { digits: raised(a, places) + raised(b, places), places }
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, places: a.places + b.places }
}

/** Compares two decimals; the result is negative, zero or positive as usual. */
export function compare(a: Decimal, b: Decimal): number {
  const places = Math.max(a.places, b.places)
  const difference = raised(a, places) - raised(b, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Returns the text without trailing zeros after the point: `12.5`, `-0.001`, `7`. */
export function decimalText({ digits, places }: Decimal): string {
  const negative = digits < 0n
  const text = (negative ? -digits : digits).toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const rest = places === 0 ? '' : text.slice(-places).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
}

/** Returns the shortest decimal that reads back as the same number of 32 or 64 bits; null for what is no number. */
export function decimalOfFloat(value: number, bits: 32 | 64): Decimal | null {
  if (!Number.isFinite(value)) return null
  return bits === 64 ? plainDecimal(String(value)) : plainDecimal(shortestSingle(value))
}

function shortestSingle(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return text
  }
  return value.toPrecision(9)
}

/** Parses a number's text, with or without exponent. Numbers below 1e-30 become 0, because no meter means them. */
function plainDecimal(text: string): Decimal | null {
  const [whole, sign, before = '', after = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text.toLowerCase()) ?? []
  if (whole === undefined) return null
  const shift = Number(exponent)
  if (shift < -30) return wholeNumber(0n)
  const digits = BigInt(`${sign ?? ''}${before}${after}`)
  const places = after.length - shift
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 }
}
