import { formatScaled, type ParseOptions, parseReading, parseScaled } from './decimal.ts'
import { type Energy, energy, type Exact, type Fen, fen, type Nano, type Ppm, ppm, type Price, price } from './units.ts'

export const FEN_SCALE = 2
export const ENERGY_SCALE = 4
export const PRICE_SCALE = 6
/** Decimals that every price text has. The sixth is written only when it is not zero. */
const PRICE_LEAST = 5
export const EXACT_SCALE = 10
export const NANO_SCALE = 9
/** Percent text has four decimals: 1 ppm = 0.0001 %. */
export const PERCENT_SCALE = 4

/** Parses yuan text to fen: `'12.34'` → 1234. Strict, see `parseScaled`. */
export function parseFen(text: string, options?: ParseOptions): Fen {
  return fen(parseScaled(text, FEN_SCALE, options))
}

/** Formats fen as yuan text, always two decimals: 1234 → `'12.34'`. */
export function formatFen(value: Fen): string {
  return formatScaled(value, FEN_SCALE)
}

/**
 * Parses kWh text to energy: `'1.2345'` → 12345. Strict; for device readings use `energyFromKwh` and `energyFromWh`.
 */
export function parseEnergy(text: string, options?: ParseOptions): Energy {
  return energy(parseScaled(text, ENERGY_SCALE, options))
}

/** Formats energy as kWh text, always four decimals. */
export function formatEnergy(value: Energy): string {
  return formatScaled(value, ENERGY_SCALE)
}

/** Parses CNY/kWh text to price: `'1.234567'` → 1234567. Strict. */
export function parsePrice(text: string, options?: ParseOptions): Price {
  return price(parseScaled(text, PRICE_SCALE, options))
}

/**
 * Formats a price as CNY/kWh text: five decimals, and the sixth when it is not zero. Prices had five decimals before the sixth
 * was added.
 */
export function formatPrice(value: Price): string {
  const text = formatScaled(value, PRICE_SCALE)
  return text.endsWith('0') ? text.slice(0, PRICE_LEAST - PRICE_SCALE) : text
}

/** Parses percent text (no sign) to ppm: `'12.5'` → 125000. Strict. */
export function parsePpm(text: string, options?: ParseOptions): Ppm {
  return ppm(parseScaled(text, PERCENT_SCALE, options))
}

/** Formats ppm as percent text (no sign), always four decimals: 125000 → `'12.5000'`. */
export function formatPpm(value: Ppm): string {
  return formatScaled(value, PERCENT_SCALE)
}

/** Formats an exact amount as yuan text with ten decimals, for evidence and audit. It is never an amount to pay. */
export function formatExact(value: Exact): string {
  return formatScaled(value, EXACT_SCALE)
}

/** Formats an amount of another system with nine decimals. */
export function formatNano(value: Nano): string {
  return formatScaled(value, NANO_SCALE)
}

/** Parses a meter's Wh text (`'1500'`, `'1.5E3'`, `'0012.50'`) to energy; half up once below 0.1 Wh. */
export function energyFromWh(text: string): Energy {
  return energy(parseReading(text, 1))
}

/** Parses a meter's kWh text to energy; half up once below 0.1 Wh. */
export function energyFromKwh(text: string): Energy {
  return energy(parseReading(text, ENERGY_SCALE))
}

/** Formats energy as Wh text, always one decimal: 12345 → `'1234.5'`. */
export function formatWh(value: Energy): string {
  return formatScaled(value, 1)
}
