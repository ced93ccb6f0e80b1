import type { FindingCode } from './findings.ts'

/** Largest magnitude of one amount in minor units: ten trillion yuan. More is a number in the wrong column. */
export const AMOUNT_LIMIT = 1_000_000_000_000_000n

export interface AmountStyle {
  /** Decimals of the currency: 2 for fen. */
  readonly scale: number
  /** Whether the file writes minor units, without a point. */
  readonly isMinor?: boolean
  /** `12,50` and `1.250,00` as in Spain. */
  readonly decimalComma?: boolean
}

/** `notices`: the value holds, and these are to be told. */
export type ReadAmount =
  | { readonly value: bigint; readonly notices: readonly FindingCode[] }
  | { readonly value: null; readonly problem: FindingCode }

const NONE: readonly FindingCode[] = []
const POINT = /^([+-]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]*))?$/
const COMMA = /^([+-]?)([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:,([0-9]*))?$/
const FULL_WIDTH = /[\uff0b-\uff0e\uff10-\uff19]/g
/** Longest text that is read as an amount. */
const MAX_AMOUNT_LENGTH = 40

/**
 * Reads an amount to minor units, exactly or not at all: more decimals than the currency has are a problem even when they are
 * zeros, because they show that the unit is not the expected one.
 */
export function readAmount(cell: string, style: AmountStyle): ReadAmount {
  if (style.scale === 2 && !style.isMinor && !style.decimalComma) {
    const plain = plainHundredths(cell)
    if (plain !== null) return { value: plain, notices: NONE }
  }
  const text = cell.trim()
  if (text === '') return { value: null, problem: 'amount-missing' }
  if (/^[=@]|^[+-][^0-9.,\uff10-\uff19]/.test(text)) return { value: null, problem: 'formula' }
  if (text.length > MAX_AMOUNT_LENGTH) return { value: null, problem: 'amount-unreadable' }
  const narrow = text.replace(FULL_WIDTH, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  const match = (style.decimalComma ? COMMA : POINT).exec(narrow)
  if (match === null) return { value: null, problem: 'amount-unreadable' }
  const [, sign = '', whole = '', fraction = ''] = match
  const scale = style.isMinor ? 0 : style.scale
  if (fraction.length > scale || (scale === 0 && /[.,]$/.test(narrow)))
    return { value: null, problem: 'amount-decimals' }
  const magnitude = BigInt(whole.replace(/[.,]/g, '') + fraction.padEnd(scale, '0'))
  if (magnitude > AMOUNT_LIMIT) return { value: null, problem: 'amount-too-large' }
  const notices: FindingCode[] = []
  if (narrow !== text) notices.push('digits-full-width')
  if (/[.,]/.test(whole)) notices.push('amount-grouped')
  if (sign === '-' && magnitude === 0n) notices.push('amount-negative-zero')
  return { value: sign === '-' ? -magnitude : magnitude, notices }
}

/** Returns the hundredths of `123.45` or `-123.45`, null for any other shape: nine cells of ten, without a pattern. */
function plainHundredths(cell: string): bigint | null {
  const length = cell.length
  const isNegative = cell.charCodeAt(0) === 45
  const from = isNegative ? 1 : 0
  if (length < from + 4 || length > 14 || cell.charCodeAt(length - 3) !== 46) return null
  let hundredths = 0
  for (let i = from; i < length; i++) {
    if (i === length - 3) continue
    const digit = cell.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return null
    hundredths = hundredths * 10 + digit
  }
  if (isNegative && hundredths === 0) return null
  return BigInt(isNegative ? -hundredths : hundredths)
}
