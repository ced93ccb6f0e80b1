import { divideHalfUp, type Energy, energy, subEnergy } from '@wattyard/money'
import { PricingError } from './pricing-error.ts'
import type { Stretch } from './stretches.ts'

/** A cleaned meter reading, accepted by charging's energy rules. */
export type MeterPoint = {
  /** Epoch ms. */
  readonly at: number
  /** Register, or any running total, at that instant. */
  readonly register: Energy
}

export const MAX_POINTS = 100_000

/**
 * An exact share of energy, numerator / denominator in 1e-4 kWh. It stays a fraction until the single rounding, so that the
 * result does not depend on the number of readings.
 */
type Share = { numerator: bigint; denominator: bigint }

/**
 * Returns the energy per stretch. Between two points energy is linear in time, and a boundary between them splits it exactly.
 * Then the shares are rounded once to `unit` (1 = 0.1 Wh, 100 = 0.01 kWh): the total is stop − start rounded half up, each
 * stretch is floored, and the missing units go to the largest remainders, the earlier stretch first on a tie. The sum is
 * therefore exact (I-05), and each stretch differs from its exact share by less than one unit. Energy between two points of the
 * same instant belongs to the stretch of that instant.
 * @param points ascending, first = start, last = stop, see `checkPoints`
 * @param stretches cover the time from the first to the last point without gaps
 */
export function splitEnergy(points: readonly MeterPoint[], stretches: readonly Stretch[], unit: bigint): Energy[] {
  const shares: Share[] = stretches.map(() => ({ numerator: 0n, denominator: 1n }))
  let current = 0
  for (let i = 1; i < points.length; i += 1) {
    const before = pointAt(points, i - 1)
    const after = pointAt(points, i)
    while (current < stretches.length - 1 && stretchAt(stretches, current).to <= before.at) current += 1
    const gained = after.register - before.register
    if (gained !== 0n) addInterval(shares, stretches, current, before.at, after.at, gained)
  }
  const total = subEnergy(pointAt(points, points.length - 1).register, pointAt(points, 0).register)
  return roundShares(shares, divideHalfUp(total, unit), unit)
}

/**
 * Checks that points can be rated.
 * @throws PricingError `pricing.no-points` (fewer than two), `pricing.too-many-points`, `pricing.points-not-ascending`,
 * `pricing.register-falls`
 */
export function checkPoints(points: readonly MeterPoint[]): void {
  if (points.length < 2) throw new PricingError('pricing.no-points', 'a session has a start and a stop reading')
  if (points.length > MAX_POINTS) throw new PricingError('pricing.too-many-points', `${points.length} > ${MAX_POINTS}`)
  for (let i = 1; i < points.length; i += 1) {
    const before = pointAt(points, i - 1)
    const after = pointAt(points, i)
    if (!(after.at >= before.at))
      throw new PricingError('pricing.points-not-ascending', `point ${i} is before ${i - 1}`)
    if (after.register < before.register) throw new PricingError('pricing.register-falls', `at point ${i}`)
  }
}

function addInterval(
  shares: Share[],
  stretches: readonly Stretch[],
  first: number,
  from: number,
  to: number,
  gained: bigint,
): void {
  const last = stretches.length - 1
  if (first === last || to <= stretchAt(stretches, first).to) {
    const share = shareAt(shares, first)
    share.numerator += gained * share.denominator
    return
  }
  const duration = BigInt(to - from)
  for (let i = first, at = from; at < to; i += 1) {
    const end = i === last ? to : Math.min(stretchAt(stretches, i).to, to)
    const share = shareAt(shares, i)
    share.numerator = share.numerator * duration + gained * BigInt(end - at) * share.denominator
    share.denominator *= duration
    at = end
  }
}

function roundShares(shares: readonly Share[], total: bigint, unit: bigint): Energy[] {
  let missing = total
  const rows = shares.map(({ numerator, denominator }, index) => {
    const divisor = denominator * unit
    const units = numerator / divisor
    missing -= units
    return { index, units, remainder: numerator - units * divisor, divisor }
  })
  if (missing > 0n) {
    const byRemainder = rows.toSorted((a, b) => {
      const left = a.remainder * b.divisor
      const right = b.remainder * a.divisor
      return left > right ? -1 : left < right ? 1 : a.index - b.index
    })
    for (const row of byRemainder) {
      if (missing === 0n) break
      row.units += 1n
      missing -= 1n
    }
  }
  return rows.map(row => energy(row.units * unit))
}

// The three lookups below are always inside their arrays. They turn a programming error into an exception instead of NaN.

function pointAt(points: readonly MeterPoint[], index: number): MeterPoint {
  const point = points[index]
  if (point === undefined) throw new PricingError('pricing.no-points', `no point ${index}`)
  return point
}

function stretchAt(stretches: readonly Stretch[], index: number): Stretch {
  const stretch = stretches[index]
  if (stretch === undefined) throw new PricingError('pricing.no-price', `no stretch ${index}`)
  return stretch
}

function shareAt(shares: readonly Share[], index: number): Share {
  const share = shares[index]
  if (share === undefined) throw new PricingError('pricing.no-price', `no share ${index}`)
  return share
}
