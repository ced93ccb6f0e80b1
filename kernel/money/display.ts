import { CURRENCY_SCALE, type Currency } from './currency.ts'
import { formatScaled } from './decimal.ts'
import { divideHalfUp } from './rounding.ts'
import { ENERGY_SCALE, FEN_SCALE, PERCENT_SCALE, PRICE_SCALE } from './text.ts'
import { type Energy, type Fen, type Ppm, type Price, UnitError } from './units.ts'

/** The console's languages. */
export type DisplayLocale = 'zh' | 'en' | 'es'

// Running text in Spanish groups from five whole digits on (CLDR); in a column that would set 2385,65 below 20.919,28.
const FACES = {
  zh: { group: ',', point: '.' },
  en: { group: ',', point: '.' },
  es: { group: '.', point: ',' },
} as const satisfies Record<DisplayLocale, { group: string; point: string }>

/**
 * Formats fen for people, two decimals, no currency sign: 1234567 → `12,345.67`. It works on the digits, never through Number.
 */
export function displayFen(value: Fen, locale: DisplayLocale): string {
  return displayScaled(value, FEN_SCALE, FEN_SCALE, locale)
}

/** Formats money of any known currency for people, without the currency sign. */
export function displayMinor(value: Fen, code: Currency, locale: DisplayLocale): string {
  const scale = CURRENCY_SCALE[code]
  return displayScaled(value, scale, scale, locale)
}

/** Formats kWh for people, without the unit. `decimals` 0…4, default 4; fewer are rounded half up. */
export function displayEnergy(value: Energy, locale: DisplayLocale, decimals = ENERGY_SCALE): string {
  return displayScaled(value, ENERGY_SCALE, decimals, locale)
}

/** Formats CNY/kWh for people, without the unit. `decimals` 0…6, default 6; fewer are rounded half up. */
export function displayPrice(value: Price, locale: DisplayLocale, decimals = PRICE_SCALE): string {
  return displayScaled(value, PRICE_SCALE, decimals, locale)
}

/** Formats percent for people, without the sign. `decimals` 0…4, default 2. */
export function displayPercent(value: Ppm, locale: DisplayLocale, decimals = 2): string {
  return displayScaled(value, PERCENT_SCALE, decimals, locale)
}

function displayScaled(value: bigint, scale: number, decimals: number, locale: DisplayLocale): string {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > scale) {
    throw new UnitError('money.too-many-decimals', `cannot show ${decimals} of ${scale} decimals`)
  }
  const shown = decimals === scale ? value : divideHalfUp(value, 10n ** BigInt(scale - decimals))
  const { group, point } = FACES[locale]
  const text = formatScaled(shown < 0n ? -shown : shown, decimals)
  const [whole = '0', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, group)
  const unsigned = fraction === undefined ? grouped : `${grouped}${point}${fraction}`
  return shown < 0n ? `-${unsigned}` : unsigned
}
