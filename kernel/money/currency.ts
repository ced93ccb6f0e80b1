import { formatScaled, type ParseOptions, parseScaled } from './decimal.ts'
import { type Fen, fen, UnitError } from './units.ts'

/** Decimals of each currency's minor unit (ISO 4217). The ledger stores minor units; the account names the currency. */
export const CURRENCY_SCALE = {
  CNY: 2,
  EUR: 2,
  USD: 2,
  GBP: 2,
  HKD: 2,
  AUD: 2,
  NOK: 2,
  JPY: 0,
  KRW: 0,
  KWD: 3,
} as const

export type Currency = keyof typeof CURRENCY_SCALE

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(CURRENCY_SCALE, text)
}

/**
 * Returns `text` as a currency code.
 * @throws UnitError `money.unknown-currency`
 */
export function currency(text: string): Currency {
  if (!isCurrency(text)) throw new UnitError('money.unknown-currency', JSON.stringify(text.slice(0, 8)))
  return text
}

/** Parses major-unit text to minor units of `code`; with CNY the same as `parseFen`. */
export function parseMinor(text: string, code: Currency, options?: ParseOptions): Fen {
  return fen(parseScaled(text, CURRENCY_SCALE[code], options))
}

/** Formats minor units of `code` as major-unit text with exactly the currency's decimals. */
export function formatMinor(value: Fen, code: Currency): string {
  return formatScaled(value, CURRENCY_SCALE[code])
}
