import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addEnergy,
  addFen,
  divideHalfUp,
  energy,
  exactAmount,
  FEN_LIMIT,
  fen,
  formatExact,
  maxEnergy,
  maxFen,
  minEnergy,
  minFen,
  NANO_LIMIT,
  EXACT_LIMIT,
  EXACT_PER_FEN,
  exact as asExact,
  nano,
  negEnergy,
  negFen,
  parseEnergy,
  parsePrice,
  price,
  roundToFen,
  subEnergy,
  subFen,
  sumEnergy,
  sumExact,
  sumFen,
  sumNano,
  UnitError,
} from './index.ts'

const any = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const nonZero = any.filter(v => v !== 0n)

/** Independent oracle: decides between the two neighbours by comparing exact rational distances. */
function nearestTiesAway(n: bigint, d: bigint): bigint {
  const [top, bottom] = d < 0n ? [-n, -d] : [n, d]
  const truncated = top / bottom
  const candidates = [truncated - 1n, truncated, truncated + 1n]
  const distance = (q: bigint) => (top - q * bottom < 0n ? q * bottom - top : top - q * bottom)
  const size = (q: bigint) => (q < 0n ? -q : q)
  return candidates.reduce((best, q) => {
    const closer = distance(q) < distance(best)
    const tieFurther = distance(q) === distance(best) && size(q) > size(best)
    return closer || tieFurther ? q : best
  })
}

describe('divideHalfUp', () => {
  it('agrees with exact rational distances', () => {
    fc.assert(
      fc.property(any, nonZero, (n, d) => {
        expect(divideHalfUp(n, d)).toBe(nearestTiesAway(n, d))
      }),
      { numRuns: 2000 },
    )
    const small = fc.bigInt({ min: -50n, max: 50n })
    fc.assert(
      fc.property(
        small,
        small.filter(v => v !== 0n),
        (n, d) => {
          expect(divideHalfUp(n, d)).toBe(nearestTiesAway(n, d))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('sends a tie away from zero on both sides', () => {
    expect([5n, 15n, 25n, -5n, -15n, -25n].map(n => divideHalfUp(n, 10n))).toEqual([1n, 2n, 3n, -1n, -2n, -3n])
    expect(divideHalfUp(5n, -10n)).toBe(-1n)
    expect(divideHalfUp(-5n, -10n)).toBe(1n)
  })

  it('refuses to divide by zero', () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow(UnitError)
  })
})

describe('price × energy', () => {
  const prices = fc.bigInt({ min: 0n, max: 100_000_000n }).map(price)
  const energies = fc.bigInt({ min: 0n, max: 5_000_000n }).map(energy)

  it('I-02: is exact, and its one rounding is less than a fen away, at most half', () => {
    fc.assert(
      fc.property(prices, energies, (p, e) => {
        const exact = exactAmount(p, e)
        expect(exact).toBe(BigInt(p) * BigInt(e))
        const off = roundToFen(exact) * EXACT_PER_FEN - exact
        expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(EXACT_PER_FEN)
      }),
      { numRuns: 2000 },
    )
  })

  it('gets every exact half-fen tie right', () => {
    // 1.25 CNY/kWh × (0.004 + 0.008 k) kWh = 0.005 + 0.01 k CNY: always a tie, always up.
    for (let k = 0n; k < 250n; k += 1n) {
      const exact = exactAmount(price(1_250_000n), energy(40n + 80n * k))
      expect(roundToFen(exact)).toBe(k + 1n)
      expect(roundToFen(asExact(0n - exact))).toBe(-(k + 1n))
    }
  })

  it('is exact for prices of six decimals, as published tables have them', () => {
    // 0.681335 CNY/kWh × 1,234.5678 kWh = 841.1544…: nothing is lost before the one rounding.
    const amount = exactAmount(parsePrice('0.681335'), parseEnergy('1234.5678'))
    expect(formatExact(amount)).toBe('841.1542520130')
    expect(roundToFen(amount)).toBe(84_115n)
  })

  it('refuses a product that no bigint column can hold', () => {
    expect(() => exactAmount(price(1_000_000_000n), energy(1_000_000_000_000_000n))).toThrow('money.out-of-range')
    expect(() => sumExact([asExact(EXACT_LIMIT), asExact(1n)])).toThrow('money.out-of-range')
    expect(() => sumNano([nano(NANO_LIMIT), nano(1n)])).toThrow('money.out-of-range')
    expect(sumNano([nano(NANO_LIMIT), nano(-1n)])).toBe(NANO_LIMIT - 1n)
  })
})

describe('sums', () => {
  const fens = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(fen)
  const energies = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map(energy)

  it('adds, subtracts, negates and compares', () => {
    fc.assert(
      fc.property(fens, fens, energies, energies, (a, b, x, y) => {
        expect(subFen(addFen(a, b), b)).toBe(a)
        expect(addFen(a, negFen(a))).toBe(0n)
        expect(addFen(minFen(a, b), maxFen(a, b))).toBe(addFen(a, b))
        expect(minFen(a, b) <= maxFen(a, b)).toBe(true)
        expect(subEnergy(addEnergy(x, y), y)).toBe(x)
        expect(addEnergy(x, negEnergy(x))).toBe(0n)
        expect(addEnergy(minEnergy(x, y), maxEnergy(x, y))).toBe(addEnergy(x, y))
        expect(minEnergy(x, y) <= maxEnergy(x, y)).toBe(true)
      }),
    )
  })

  it('sums any iterable, nothing to zero', () => {
    expect(sumFen([])).toBe(0n)
    expect(sumFen(new Set([fen(1n), fen(2n)]))).toBe(3n)
    expect(sumEnergy([energy(1n), energy(-4n)])).toBe(-3n)
  })

  it('refuses a sum beyond the limit', () => {
    expect(() => addFen(fen(FEN_LIMIT), fen(1n))).toThrow('money.out-of-range')
    expect(() => sumFen([fen(FEN_LIMIT), fen(1n)])).toThrow('money.out-of-range')
    // Only the result counts: bigint does not overflow half-way.
    expect(sumFen([fen(FEN_LIMIT), fen(1n), fen(-1n)])).toBe(FEN_LIMIT)
  })
})
