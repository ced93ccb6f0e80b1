import { ENERGY_SCALE, FEN_SCALE, parseScaled, PERCENT_SCALE, PRICE_SCALE } from '@wattyard/money'
import type { Field } from '../field.ts'

/**
 * Largest amount of a money field, in fen: 100,000,000.00. It is above any single cost or payment, and a billion such amounts
 * still fit into 2^63 fen. The limit catches a missing decimal point or a number in the wrong field.
 */
const MAX_MONEY_FEN = 10_000_000_000n
const MAX_MONEY = Number(MAX_MONEY_FEN / 100n)
/** Largest magnitude of a quantity by default, far below the limit of a sum. */
const MAX_QUANTITY = 1_000_000_000
const MAX_INTEGER = 2_147_483_647
/** People type kilowatts, stored are whole watts. */
const POWER_DECIMALS = 3

/** Bounds of a number, in the unit of the definition; absent ones do not bind. */
export type Bounds = Pick<Field, 'min' | 'max'>

interface NumberRule {
  /** Decimals that people may type. */
  readonly decimals: number
  readonly bounds: Bounds
}

/** Returns what numbers a field takes; undefined for fields of other kinds. Server and forms ask the same rule. */
export function numberRule({ kind, min, max, decimals = 0 }: Field): NumberRule | undefined {
  const given = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  switch (kind) {
    case 'money':
      return { decimals: FEN_SCALE, bounds: { min: -MAX_MONEY, max: MAX_MONEY, ...given } }
    case 'price':
      return { decimals: PRICE_SCALE, bounds: given }
    case 'energy':
      return { decimals: ENERGY_SCALE, bounds: given }
    case 'percent':
      return { decimals: PERCENT_SCALE, bounds: given }
    case 'quantity':
      return { decimals, bounds: { min: -MAX_QUANTITY, max: MAX_QUANTITY, ...given } }
    case 'integer':
      return { decimals: 0, bounds: { min: -(max ?? MAX_INTEGER), max: MAX_INTEGER, ...given } }
    case 'power':
      return { decimals: POWER_DECIMALS, bounds: { min: 0, max: 10_000_000, ...given } }
    case 'duration':
      return { decimals: 0, bounds: { min: 0, max: 315_360_000, ...given } }
    default:
      return undefined
  }
}

/** Returns the bounds of a field of numbers. */
export const boundsOf = (field: Field): Bounds => numberRule(field)?.bounds ?? {}

/** Returns a bound of a definition as decimal text, `0.5` and never `5e-7`. */
const boundText = (bound: number): string =>
  bound.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 })

/** Returns what is wrong with a number outside its bounds, with the bound as decimal text; null inside. */
export function beyond(
  value: bigint,
  parse: (text: string) => bigint,
  { min, max }: Bounds,
): { message: 'tooSmall'; params: { min: string } } | { message: 'tooBig'; params: { max: string } } | null {
  if (min !== undefined && value < parse(boundText(min)))
    return { message: 'tooSmall', params: { min: boundText(min) } }
  if (max !== undefined && value > parse(boundText(max))) return { message: 'tooBig', params: { max: boundText(max) } }
  return null
}

/** What is wrong with a number that somebody typed; a bound is in the unit that people type, as decimal text. */
export type NumberFlaw =
  | { readonly fault: 'notANumber' | 'notWhole' }
  | { readonly fault: 'tooManyDecimals'; readonly bound: string }
  | { readonly fault: 'tooSmall' | 'tooBig'; readonly bound: string }

const TYPED = /^-?(\d+)(?:\.(\d+))?$/

/**
 * Returns what the server would find wrong with a number of a form: as a text, in the unit that people type, or as the control has
 * read it (whole watts of a power, seconds of a duration). Undefined for right ones, and for fields of other kinds.
 */
export function numberFlaw(field: Field, value: unknown): NumberFlaw | undefined {
  const rule = numberRule(field)
  if (rule === undefined || (typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined
  const { decimals, bounds } = rule
  const isPower = field.kind === 'power'
  const isRead = typeof value === 'number'
  const [, whole, fraction = ''] = TYPED.exec(String(value).trim()) ?? []
  if (whole === undefined || (decimals > 0 && !isRead && /^0\d/.test(whole))) return { fault: 'notANumber' }
  if (fraction.length > decimals)
    return decimals === 0 ? { fault: 'notWhole' } : { fault: 'tooManyDecimals', bound: String(decimals) }
  // Digits in front say nothing where whole numbers may have zeros there.
  const parse = (text: string): bigint => parseScaled(text.replace(/^(-?)0+(?=\d)/, '$1'), decimals)
  const units = isPower && isRead ? BigInt(value) : parse(String(value).trim())
  const outside = beyond(units, isPower ? BigInt : parse, bounds)
  if (outside === null) return undefined
  const bound = outside.message === 'tooSmall' ? outside.params.min : outside.params.max
  return { fault: outside.message, bound: isPower ? kilowatts(bound) : bound }
}

/** Returns whole watts as the kilowatts that people type. */
const kilowatts = (watts: string): string => boundText(Number(watts) / 1000)
