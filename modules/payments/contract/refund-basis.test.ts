import { type Fen, fen, formatFen, parseFen, ZERO_FEN } from '@wattyard/money'
import { sumParts } from '@wattyard/members/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterTake,
  forfeitBack,
  type LotValue,
  REFUND_BASES,
  refundableOf,
  takeFromLot,
  takenParts,
} from './refund-basis.ts'

const RUNS = { numRuns: 10_000 }
const bases = fc.constantFrom(...REFUND_BASES)
/** Small amounts too: rounding is largest there. */
const most = fc.constantFrom(3n, 20n, 1_000n, 10_000_000n)

/** Any lot, also one whose principal is gone while its gift is not, and the other way round. */
const lots: fc.Arbitrary<LotValue> = most.chain(max =>
  fc
    .tuple(fc.bigInt({ min: 0n, max }), fc.bigInt({ min: 0n, max }))
    .chain(([paid, gift]) =>
      fc
        .tuple(fc.bigInt({ min: 0n, max: paid }), fc.bigInt({ min: 0n, max: gift }))
        .map(([principal, giftRest]) => lotOf(paid, gift, principal, giftRest)),
    ),
)

function lotOf(paid: bigint, gift: bigint, principal: bigint, giftRest: bigint): LotValue {
  return { paid: fen(paid), gift: fen(gift), rest: { principal: fen(principal), gift: fen(giftRest) } }
}

const usedOf = ({ paid, gift, rest }: LotValue): bigint => paid + gift - sumParts(rest)

/** Divides what is refundable into steps by the given sizes in per mille; the last step takes the rest. */
function refundInSteps(lot: LotValue, basis: (typeof REFUND_BASES)[number], sizes: readonly number[]) {
  const steps: { before: LotValue; after: LotValue; amount: Fen }[] = []
  let before = lot
  for (const [i, size] of [...sizes, 1_000].entries()) {
    const left = refundableOf(before, basis)
    const amount = i === sizes.length ? left : fen((left * BigInt(size)) / 1_000n)
    const after = afterTake(before, takeFromLot(before, basis, amount))
    steps.push({ before, after, amount })
    before = after
  }
  return steps
}

describe('the refundable amount', () => {
  test('of 3,000.00 + 1,000.00 after a use of 3,594.00', () => {
    const lot: LotValue = {
      paid: parseFen('3000.00'),
      gift: parseFen('1000.00'),
      rest: { principal: parseFen('406.00'), gift: ZERO_FEN },
    }
    const amounts = REFUND_BASES.map(basis => [basis, formatFen(refundableOf(lot, basis))])
    expect(Object.fromEntries(amounts)).toEqual({
      proportional: '304.50',
      'principal-first': '0.00',
      'gift-first': '406.00',
    })
  })

  test('is rounded half up', () => {
    expect(refundableOf(lotOf(100n, 100n, 51n, 50n), 'proportional')).toBe(51n)
    expect(refundableOf(lotOf(100n, 200n, 50n, 50n), 'proportional')).toBe(33n)
  })

  test('of an unused lot is all that was paid, under every basis', () => {
    for (const basis of REFUND_BASES) expect(refundableOf(lotOf(3_000n, 1_000n, 3_000n, 1_000n), basis)).toBe(3_000n)
  })

  test('of a gift alone, and of nothing, is nothing', () => {
    for (const basis of REFUND_BASES) {
      expect(refundableOf(lotOf(0n, 500n, 0n, 500n), basis)).toBe(0n)
      expect(refundableOf(lotOf(0n, 0n, 0n, 0n), basis)).toBe(0n)
    }
  })

  test('is between nothing and what is left, never above what was paid, least by principal-first (10,000 runs)', () => {
    fc.assert(
      fc.property(lots, lot => {
        const by = (basis: (typeof REFUND_BASES)[number]) => refundableOf(lot, basis)
        for (const basis of REFUND_BASES)
          expect(by(basis) >= 0n && by(basis) <= sumParts(lot.rest) && by(basis) <= lot.paid).toBe(true)
        expect(by('principal-first') <= by('proportional') && by('proportional') <= by('gift-first')).toBe(true)
      }),
      RUNS,
    )
  })

  test('of a lot that cannot be is refused', () => {
    expect(() => refundableOf(lotOf(-1n, 2n, 0n, 0n), 'proportional')).toThrow(RangeError)
    expect(() => refundableOf(lotOf(1n, 1n, 2n, 1n), 'gift-first')).toThrow(RangeError)
  })
})

describe('what a refund takes', () => {
  test('is the amount and a share of what is forfeited, no part above what is left of it (10,000 runs)', () => {
    fc.assert(
      fc.property(lots, bases, fc.nat({ max: 1_000 }), (lot, basis, size) => {
        const refundable = refundableOf(lot, basis)
        const amount = fen((refundable * BigInt(size)) / 1_000n)
        const take = takeFromLot(lot, basis, amount)
        const taken = takenParts(take)
        expect(take.fromPrincipal + take.fromGift).toBe(amount)
        expect(Object.values(take).every(part => part >= 0n)).toBe(true)
        expect(taken.principal <= lot.rest.principal && taken.gift <= lot.rest.gift).toBe(true)
        // Gift is paid out only where principal is used up, and principal is forfeited only where the gift is.
        expect(take.fromGift > 0n && take.fromPrincipal < lot.rest.principal).toBe(false)
        expect(take.forfeitedPrincipal > 0n && taken.gift < lot.rest.gift).toBe(false)
        // What is forfeited is a fair share: within half a fen of the exact one.
        const forfeited = take.forfeitedGift + take.forfeitedPrincipal
        const off = forfeited * refundable - (sumParts(lot.rest) - refundable) * amount
        expect(2n * off <= refundable && 2n * off >= 0n - refundable).toBe(true)
        const isWhole = amount > 0n && amount === refundable
        expect(!isWhole || sumParts(taken) === sumParts(lot.rest)).toBe(true)
      }),
      RUNS,
    )
  })

  test('in steps: the use stays; the refundable amount falls by each step, exactly or within a fen (10,000 runs)', () => {
    const sizes = fc.array(fc.nat({ max: 1_000 }), { maxLength: 12, size: 'max' })
    fc.assert(
      fc.property(lots, bases, sizes, (lot, basis, steps) => {
        for (const { before, after, amount } of refundInSteps(lot, basis, steps)) {
          expect(usedOf(after)).toBe(usedOf(before))
          const off = refundableOf(after, basis) - (refundableOf(before, basis) - amount)
          const bound = basis === 'proportional' ? 1n : 0n
          expect(off <= bound && off >= -bound).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('in steps comes to what it is at once: within a fen per step, and all is gone (10,000 runs)', () => {
    const sizes = fc.array(fc.nat({ max: 1_000 }), { maxLength: 12, size: 'max' })
    fc.assert(
      fc.property(lots, bases, sizes, (lot, basis, list) => {
        const refundable = refundableOf(lot, basis)
        const steps = refundInSteps(lot, basis, list)
        const off = steps.reduce((sum, step) => sum + step.amount, 0n) - refundable
        const bound = basis === 'proportional' ? BigInt(steps.length) : 0n
        expect(off <= bound && off >= -bound).toBe(true)
        const last = steps.at(-1)
        const isEmptied = last !== undefined && last.amount > 0n
        expect(!isEmptied || sumParts(last.after.rest) === 0n).toBe(true)
      }),
      RUNS,
    )
  })

  test('by gift-first pays gift out as revalued principal, where the books used principal', () => {
    // 100.00 + 100.00; the wallet paid 100.00 of it with principal.
    const take = takeFromLot(lotOf(10_000n, 10_000n, 0n, 10_000n), 'gift-first', fen(10_000n))
    expect(take).toMatchObject({ fromPrincipal: 0n, fromGift: 10_000n, forfeitedGift: 0n })
  })

  test('by principal-first forfeits principal, where the books used gift', () => {
    // 100.00 + 100.00; the wallet paid 80.00 of it with gift.
    const lot = lotOf(10_000n, 10_000n, 10_000n, 2_000n)
    expect(takeFromLot(lot, 'principal-first', fen(2_000n))).toEqual({
      paidOut: 2_000n,
      fromPrincipal: 2_000n,
      fromGift: 0n,
      forfeitedGift: 2_000n,
      forfeitedPrincipal: 8_000n,
    })
  })

  test('nobody keeps the gift by leaving a fen', () => {
    for (const basis of REFUND_BASES) {
      const left = afterTake(
        lotOf(300_000n, 100_000n, 300_000n, 100_000n),
        takeFromLot(lotOf(300_000n, 100_000n, 300_000n, 100_000n), basis, fen(299_999n)),
      )
      expect(left.rest).toEqual({ principal: 1n, gift: 0n })
    }
  })

  test('above what is refundable is refused', () => {
    const lot = lotOf(100n, 0n, 50n, 0n)
    expect(() => takeFromLot(lot, 'gift-first', fen(51n))).toThrow(RangeError)
    expect(() => takeFromLot(lot, 'gift-first', fen(-1n))).toThrow(RangeError)
    expect(takeFromLot(lot, 'gift-first', ZERO_FEN).paidOut).toBe(0n)
  })
})

describe('what fell and comes back', () => {
  test('is the whole forfeit when the whole take came back, in whatever steps, and a lot of it is worth what was taken', () => {
    fc.assert(
      fc.property(lots, bases, fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 5 }), (lot, basis, sizes) => {
        const take = takeFromLot(lot, basis, refundableOf(lot, basis))
        if (take.paidOut === ZERO_FEN) return
        let [back, gift] = [ZERO_FEN, ZERO_FEN]
        for (const [i, size] of [...sizes, 1_000].entries()) {
          const left = fen(take.paidOut - back)
          const amount = i === sizes.length ? left : fen((left * BigInt(size)) / 1_000n)
          const share = forfeitBack(take, { back, amount })
          expect(share >= ZERO_FEN).toBe(true)
          back = fen(back + amount)
          gift = fen(gift + share)
        }
        expect(gift).toBe(take.forfeitedGift + take.forfeitedPrincipal)
        expect(refundableOf(lotOf(back, gift, back, gift), basis)).toBe(take.paidOut)
      }),
      RUNS,
    )
  })
})
