import { type Nano, nano } from '@wattyard/money'
import type { FileMapping } from '../../contract/calls/import.ts'

type Source = FileMapping['station']
type Price = NonNullable<FileMapping['price']>
type Duration = NonNullable<FileMapping['duration']>

/** Returns the text of the column, else the constant; '' when there is neither. */
export function textOf(row: Readonly<Record<string, string>>, source: Source | null): string {
  if (!source) return ''
  return (source.column === undefined ? '' : row[source.column]) || (source.constant ?? '')
}

const NANO_DIGITS = 9

/** Returns the text with a point as decimal separator; '' when it contains a point although the file uses commas. */
export function pointed(text: string, decimal: '.' | ','): string {
  if (decimal === '.') return text
  return text.includes('.') ? '' : text.replace(',', '.')
}

/** Returns an amount in 1e-9 of its currency, exact; null for a text that is none or has digits beyond that. */
export function amountOf(
  text: string,
  { decimal, perUnit, sign }: Pick<Price, 'decimal' | 'perUnit' | 'sign'>,
): Nano | null {
  const digits = perUnit === 100 ? NANO_DIGITS - 2 : NANO_DIGITS
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,9}))?$/.exec(pointed(text, decimal))
  const fraction = match?.[3] ?? ''
  // Hundredths leave two places fewer; an amount that needs more is not cut.
  if (!match || /[1-9]/.test(fraction.slice(digits))) return null
  const units =
    BigInt(`${match[2]}${fraction.slice(0, digits).padEnd(NANO_DIGITS, '0')}`) / (perUnit === 100 ? 100n : 1n)
  return nano((match[1] === '-') === (sign === 'negative') ? units : -units)
}

/** Longest valid duration, ten years. Longer ones are damaged data. */
const MAX_DURATION_MS = 315_360_000_000
const UNIT_MS = { s: 1_000, min: 60_000, h: 3_600_000 } as const

/** Returns a duration in ms, to the nearest; null for a text that is none. */
export function durationMsOf(text: string, { unit, decimal }: Pick<Duration, 'unit' | 'decimal'>): number | null {
  if (unit === 'h:mm:ss') {
    const match = /^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
    return match ? ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3] ?? 0)) * 1_000 : null
  }
  const plain = pointed(text, decimal)
  if (!/^\d{1,12}(\.\d+)?$/.test(plain)) return null
  const length = Math.round(Number(plain) * UNIT_MS[unit])
  return length <= MAX_DURATION_MS ? length : null
}
