import { divideHalfUp } from './rounding.ts'
import { type Fen, fen, UnitError } from './units.ts'

/** Longest list of weights in one call. It stops quadratic accidents and is far above any real bill. */
export const MAX_SHARES = 100_000

/**
 * Divides `total` in proportion to `weights` by largest remainder. The parts always sum to `total` exactly.
 * Ties in the remainder: the earlier index gets the unit first. A negative total is divided as its magnitude and
 * negated, so that `allocate(-t, w)` is the mirror of `allocate(t, w)`. A zero weight gets zero.
 * @throws UnitError `money.bad-weights` for a negative weight, too many weights, or no positive weight and a total ≠ 0
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length > MAX_SHARES) throw new UnitError('money.bad-weights', `${weights.length} > ${MAX_SHARES} weights`)
  let sum = 0n
  for (const weight of weights) {
    if (weight < 0n) throw new UnitError('money.bad-weights', `negative weight ${weight}`)
    sum += weight
  }
  if (sum === 0n) {
    if (total === 0n) return weights.map(() => 0n)
    throw new UnitError('money.bad-weights', `nothing to divide ${total} by`)
  }
  const magnitude = total < 0n ? -total : total
  const parts = roundTogether(
    weights.map(weight => magnitude * weight),
    sum,
  )
  return total < 0n ? parts.map(part => -part) : parts
}

/** Divides ledger money as `allocate` does. */
export function allocateFen(total: Fen, weights: readonly bigint[]): Fen[] {
  return allocate(total, weights).map(fen)
}

/**
 * Divides every value by `unit` so that the integer results sum to `divideHalfUp(Σ values, unit)`: each is floored,
 * and the missing units go to the largest remainders, the earlier index first on a tie. Each result differs from its
 * exact quotient by less than one. Used for bill rows under the policy `exact_total` and for splitting energy.
 * @param unit divisor, > 0
 */
export function roundTogether(values: readonly bigint[], unit: bigint): bigint[] {
  if (unit <= 0n) throw new UnitError('money.divide-by-zero', `unit ${unit} must be positive`)
  const results: bigint[] = []
  const remainders: bigint[] = []
  let sum = 0n
  let floors = 0n
  for (const value of values) {
    let quotient = value / unit
    let remainder = value - quotient * unit
    if (remainder < 0n) {
      quotient -= 1n
      remainder += unit
    }
    results.push(quotient)
    remainders.push(remainder)
    sum += value
    floors += quotient
  }
  let missing = divideHalfUp(sum, unit) - floors
  if (missing === 0n) return results
  for (const index of byLargest(remainders)) {
    if (missing === 0n) break
    results[index] = (results[index] ?? 0n) + 1n
    missing -= 1n
  }
  return results
}

function byLargest(remainders: readonly bigint[]): number[] {
  return remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((a, b) => (a.remainder > b.remainder ? -1 : a.remainder < b.remainder ? 1 : a.index - b.index))
    .map(entry => entry.index)
}
