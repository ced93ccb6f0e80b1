declare const unit: unique symbol

/** Ledger money of a CNY account, 0.01 CNY. In accounts of another currency: its minor unit, see currency.ts. */
export type Fen = bigint & { readonly [unit]: 'fen' }
/** Energy, 1e-4 kWh = 0.1 Wh: the finest scale that the pile protocols and T/CEC 102 carry. */
export type Energy = bigint & { readonly [unit]: 'energy' }
/**
 * Unit price, 1e-6 CNY per kWh: published two-part tables have six decimals (0.681335), and wholesale settlement is CNY/MWh
 * with three. Pile protocols send five decimals.
 */
export type Price = bigint & { readonly [unit]: 'price' }
/** Product of price and energy, 1e-10 CNY, not rounded. */
export type Exact = bigint & { readonly [unit]: 'exact' }
/** An amount as stated by another system, 1e-9 of its currency. */
export type Nano = bigint & { readonly [unit]: 'nano' }
/** Share or rate, parts per million. `PPM_ONE` is 100 %. */
export type Ppm = bigint & { readonly [unit]: 'ppm' }

export type UnitErrorCode =
  | 'money.not-a-decimal'
  | 'money.too-many-decimals'
  | 'money.out-of-range'
  | 'money.divide-by-zero'
  | 'money.bad-weights'
  | 'money.unknown-currency'

/** Error of this package. `code` is stable and searchable; the message is for logs, not for users. */
export class UnitError extends RangeError {
  readonly code: UnitErrorCode
  constructor(code: UnitErrorCode, message: string) {
    super(`${code}: ${message}`)
    this.name = 'UnitError'
    this.code = code
  }
}

/** Largest magnitude of a PostgreSQL bigint that has a negative counterpart. */
export const INT64_LIMIT = 9_223_372_036_854_775_807n
/** Limits are symmetric: a value v is allowed when −limit ≤ v ≤ limit. */
export const FEN_LIMIT = INT64_LIMIT
export const NANO_LIMIT = INT64_LIMIT
/** 922 million CNY: more than any line of a bill. */
export const EXACT_LIMIT = INT64_LIMIT
/** 1e11 kWh: the register of any meter and the yearly sum of any operator fit. */
export const ENERGY_LIMIT = 1_000_000_000_000_000n
/** 10,000 CNY per kWh. */
export const PRICE_LIMIT = 10_000_000_000n
/** ±1,000 times the whole. */
export const PPM_LIMIT = 1_000_000_000n

/** Exact per fen: 0.01 CNY / 1e-10 CNY. */
export const EXACT_PER_FEN = 100_000_000n

function checked(value: bigint, limit: bigint, name: string): bigint {
  if (value > limit || value < -limit) throw new UnitError('money.out-of-range', `${name} ${value} beyond ±${limit}`)
  return value
}

// Only the six constructors below turn a plain bigint into a branded one.

/**
 * Brands units of 0.01 CNY, or of another currency's minor unit.
 * @throws UnitError `money.out-of-range` beyond ±FEN_LIMIT
 */
export function fen(value: bigint): Fen {
  return checked(value, FEN_LIMIT, 'fen') as Fen // the brand is given here, after the range check
}

/** Brands units of 1e-4 kWh. @throws UnitError `money.out-of-range` beyond ±ENERGY_LIMIT */
export function energy(value: bigint): Energy {
  return checked(value, ENERGY_LIMIT, 'energy') as Energy // the brand is given here, after the range check
}

/** Brands units of 1e-6 CNY/kWh. @throws UnitError `money.out-of-range` beyond ±PRICE_LIMIT */
export function price(value: bigint): Price {
  return checked(value, PRICE_LIMIT, 'price') as Price // the brand is given here, after the range check
}

/** Brands units of 1e-10 CNY. @throws UnitError `money.out-of-range` beyond ±EXACT_LIMIT */
export function exact(value: bigint): Exact {
  return checked(value, EXACT_LIMIT, 'exact') as Exact // the brand is given here, after the range check
}

/** Brands units of 1e-9 of a currency. @throws UnitError `money.out-of-range` beyond ±NANO_LIMIT */
export function nano(value: bigint): Nano {
  return checked(value, NANO_LIMIT, 'nano') as Nano // the brand is given here, after the range check
}

/** Brands parts per million. @throws UnitError `money.out-of-range` beyond ±PPM_LIMIT */
export function ppm(value: bigint): Ppm {
  return checked(value, PPM_LIMIT, 'ppm') as Ppm // the brand is given here, after the range check
}

export const ZERO_FEN: Fen = fen(0n)
export const ZERO_ENERGY: Energy = energy(0n)
export const ZERO_PRICE: Price = price(0n)
export const ZERO_NANO: Nano = nano(0n)
export const ZERO_EXACT: Exact = exact(0n)
/** 100 %. */
export const PPM_ONE: Ppm = ppm(1_000_000n)
