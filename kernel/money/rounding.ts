import {
  type Energy,
  type Exact,
  EXACT_PER_FEN,
  exact,
  type Fen,
  fen,
  type Nano,
  nano,
  type Price,
  UnitError,
} from './units.ts'

/**
 * Returns n / d rounded half up: a tie goes away from zero, so that a refund is the mirror image of its
 * charge (2.5 → 3, −2.5 → −3). One rounding, exact for any size.
 * @throws UnitError `money.divide-by-zero`
 */
export function divideHalfUp(n: bigint, d: bigint): bigint {
  if (d === 0n) throw new UnitError('money.divide-by-zero', `${n} / 0`)
  const negative = n < 0n !== d < 0n
  const magnitude = n < 0n ? -n : n
  const divisor = d < 0n ? -d : d
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return negative ? -rounded : rounded
}

/**
 * Returns price × energy, exactly: 1e-6 CNY/kWh × 1e-4 kWh = 1e-10 CNY, an integer.
 * @throws UnitError `money.out-of-range` when the product does not fit a bigint column
 */
export function exactAmount(unitPrice: Price, amount: Energy): Exact {
  return exact(unitPrice * amount)
}

/** Rounds 1e-10 CNY to fen, the one rounding of the money path, half up, ties away from zero. */
export function roundToFen(amount: Exact): Fen {
  return fen(divideHalfUp(amount, EXACT_PER_FEN))
}

/**
 * Returns the sum of exact amounts.
 * @throws UnitError `money.out-of-range`
 */
export function sumExact(values: Iterable<Exact>): Exact {
  let total = 0n
  for (const value of values) total += value
  return exact(total)
}

/**
 * Returns the sum of amounts of other systems.
 * @throws UnitError `money.out-of-range`
 */
export function sumNano(values: Iterable<Nano>): Nano {
  let total = 0n
  for (const value of values) total += value
  return nano(total)
}
