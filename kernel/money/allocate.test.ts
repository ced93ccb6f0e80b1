import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, allocateFen, divideHalfUp, fen, MAX_SHARES, roundTogether } from './index.ts'

const totals = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const weightLists = fc
  .array(fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 10n ** 9n })), {
    minLength: 1,
    maxLength: 12,
  })
  .filter(list => list.some(weight => weight > 0n))
const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n)

describe('allocate', () => {
  it('always sums to the total, each part within one unit of its exact share and on the same side', () => {
    fc.assert(
      fc.property(totals, weightLists, (total, weights) => {
        const parts = allocate(total, weights)
        const whole = sum(weights)
        expect(sum(parts)).toBe(total)
        parts.forEach((part, i) => {
          const off = part * whole - total * (weights[i] ?? 0n)
          expect(off < whole && off > -whole).toBe(true)
          expect(total >= 0n ? part >= 0n : part <= 0n).toBe(true)
          expect(weights[i] !== 0n || part === 0n).toBe(true)
        })
      }),
      { numRuns: 3000 },
    )
  })

  it('is the mirror image for a negative total, blind to the scale of the weights', () => {
    fc.assert(
      fc.property(totals, weightLists, fc.bigInt({ min: 1n, max: 1000n }), (total, weights, k) => {
        const parts = allocate(total, weights)
        expect(allocate(-total, weights)).toEqual(parts.map(part => -part))
        expect(
          allocate(
            total,
            weights.map(weight => weight * k),
          ),
        ).toEqual(parts)
      }),
    )
  })

  it('gives equal weights the odd units from the front', () => {
    expect(allocate(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n])
    expect(allocate(-11n, [1n, 1n, 1n])).toEqual([-4n, -4n, -3n])
    expect(allocate(1n, [0n, 1n, 1n])).toEqual([0n, 1n, 0n])
  })

  it('I-38: apart from ties, the order of the parties does not matter', () => {
    // 10·{1,2,4}/7 leaves the remainders 3, 6 and 5: no tie.
    expect(allocate(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
    expect(allocate(10n, [4n, 1n, 2n])).toEqual([6n, 1n, 3n])
    expect(allocate(10n, [2n, 4n, 1n])).toEqual([3n, 6n, 1n])
  })

  it('is monotone in dominance: a larger weight never gets less', () => {
    fc.assert(
      fc.property(
        totals.filter(t => t >= 0n),
        weightLists,
        (total, weights) => {
          const parts = allocate(total, weights)
          const paired = weights.map((weight, i) => ({ weight, part: parts[i] ?? 0n }))
          const violations = paired.flatMap(x => paired.filter(y => x.weight > y.weight && x.part < y.part))
          expect(violations).toEqual([])
        },
      ),
    )
  })

  it('returns nothing for no shares, and refuses an indivisible amount', () => {
    expect(allocate(0n, [])).toEqual([])
    expect(allocate(0n, [0n, 0n])).toEqual([0n, 0n])
    expect(() => allocate(1n, [])).toThrow('money.bad-weights')
    expect(() => allocate(1n, [0n])).toThrow('money.bad-weights')
    expect(() => allocate(1n, [2n, -1n])).toThrow('money.bad-weights')
    expect(() => allocate(1n, Array<bigint>(MAX_SHARES + 1).fill(1n))).toThrow('money.bad-weights')
  })

  it('allocates ledger money', () => {
    expect(allocateFen(fen(100n), [333_333n, 333_333n, 333_334n])).toEqual([33n, 33n, 34n])
  })
})

describe('roundTogether', () => {
  const values = fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { maxLength: 12 })
  const units = fc.oneof(fc.bigInt({ min: 1n, max: 12n }), fc.constant(10_000_000n))

  it('sums to the one rounding of the exact sum, each result less than one unit from its exact quotient', () => {
    fc.assert(
      fc.property(values, units, (list, unit) => {
        const results = roundTogether(list, unit)
        expect(sum(results)).toBe(divideHalfUp(sum(list), unit))
        results.forEach((result, i) => {
          const off = result * unit - (list[i] ?? 0n)
          expect(off < unit && off > -unit).toBe(true)
        })
      }),
      { numRuns: 3000 },
    )
  })

  it('gives the odd unit to the largest remainder, the earlier on a tie', () => {
    expect(roundTogether([4n, 8n, 8n], 10n)).toEqual([0n, 1n, 1n])
    expect(roundTogether([5n, 5n], 10n)).toEqual([1n, 0n])
    expect(roundTogether([], 10n)).toEqual([])
    expect(() => roundTogether([1n], 0n)).toThrow('money.divide-by-zero')
  })
})
