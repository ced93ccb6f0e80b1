import { type Fen, fen, ZERO_FEN } from '@wattyard/money'
import type { WalletParts } from '@wattyard/members/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterRefund, isSound, type Lot, lotRests, valueOfLot } from './lot-rests.ts'
import { REFUND_BASES, refundableOf, takeFromLot, takenParts } from './refund-basis.ts'

const RUNS = { numRuns: 10_000 }
const parts = (principal: bigint, gift = 0n): WalletParts => ({ principal: fen(principal), gift: fen(gift) })
const NOTHING = parts(0n)

function aLot(id: string, credited: WalletParts, changes: Partial<Lot> = {}): Lot {
  return {
    id,
    credited,
    refunded: ZERO_FEN,
    forfeited: ZERO_FEN,
    principalTaken: ZERO_FEN,
    spent: NOTHING,
    reserved: NOTHING,
    ...changes,
  }
}

const sumOf = (list: readonly WalletParts[], part: keyof WalletParts): bigint =>
  list.reduce((sum, one) => sum + one[part], 0n)
const restsOf = (lots: readonly Lot[], left: WalletParts) => lotRests(lots, left).rests

const amount = fc.bigInt({ min: 0n, max: 40n }).map(fen)
const both = fc.record({ principal: amount, gift: amount })
const walletOf = (lots: readonly Lot[]): fc.Arbitrary<WalletParts> =>
  fc.record({
    principal: fc
      .bigInt({
        min: 0n,
        max: sumOf(
          lots.map(one => one.credited),
          'principal',
        ),
      })
      .map(fen),
    gift: fc
      .bigInt({
        min: 0n,
        max: sumOf(
          lots.map(one => one.credited),
          'gift',
        ),
      })
      .map(fen),
  })

/** Lots nobody has touched, and a wallet that has at most what they brought. */
const wallets = fc
  .array(both, { maxLength: 6 })
  .map(list => list.map((credited, i) => aLot(`lot-${i}`, credited)))
  .chain(lots => walletOf(lots).map(left => ({ lots, left })))

describe('rests of lots', () => {
  test('lie in the newest lots, because the oldest money is used first', () => {
    const lots = [aLot('a', parts(100n, 10n)), aLot('b', parts(50n)), aLot('c', parts(20n, 5n))]
    expect(restsOf(lots, parts(60n, 12n))).toEqual([parts(0n, 7n), parts(40n), parts(20n, 5n)])
  })

  test('leave out what refunds took and what use was fixed', () => {
    const lots = [
      aLot('a', parts(100n)),
      aLot('b', parts(50n, 10n), {
        refunded: fen(30n),
        forfeited: fen(10n),
        principalTaken: fen(30n),
        spent: parts(5n),
      }),
    ]
    expect(restsOf(lots, parts(20n))).toEqual([parts(5n), parts(15n)])
  })

  test('count money that came back to fixed lots into their use, newest first', () => {
    const lots = [aLot('a', parts(100n), { spent: parts(100n) }), aLot('b', parts(50n), { spent: parts(20n) })]
    const found = lotRests(lots, parts(70n))
    expect(found.rests).toEqual([parts(20n), parts(50n)])
    expect(isSound(found)).toBe(true)
  })

  test('keep reserved money in its lot while the rest of the wallet is used', () => {
    const lots = [aLot('a', parts(100n), { reserved: parts(60n) }), aLot('b', parts(50n))]
    expect(restsOf(lots, parts(150n))).toEqual([parts(100n), parts(50n)])
    expect(restsOf(lots, parts(90n))).toEqual([parts(60n), parts(30n)])
    expect(restsOf(lots, parts(60n))).toEqual([parts(60n), parts(0n)])
  })

  test('that lots and wallet do not agree on are seen', () => {
    const lots = [aLot('a', parts(100n), { reserved: parts(60n) })]
    expect(lotRests(lots, parts(101n)).unplaced).toEqual(parts(1n))
    expect(lotRests(lots, parts(50n)).missing).toEqual(parts(10n))
    expect(lotRests([], parts(0n, 3n)).unplaced).toEqual(parts(0n, 3n))
    expect([101n, 50n].map(left => isSound(lotRests(lots, parts(left))))).toEqual([false, false])
  })

  test('of a lot out of which more went than came in are refused', () => {
    const broken = [
      aLot('a', parts(10n), { principalTaken: fen(11n), refunded: fen(11n) }),
      aLot('a', parts(10n), { spent: parts(11n) }),
      aLot('a', parts(10n, 5n), { forfeited: fen(6n) }),
      aLot('a', parts(10n), { reserved: parts(11n) }),
    ]
    for (const lot of broken) expect(() => lotRests([lot], NOTHING)).toThrow(RangeError)
    expect(() => lotRests([], parts(-1n))).toThrow(RangeError)
  })

  test('add up to the wallet, each within its lot, nothing old left while something newer is not full (10,000 runs)', () => {
    fc.assert(
      fc.property(wallets, ({ lots, left }) => {
        const found = lotRests(lots, left)
        expect(isSound(found)).toBe(true)
        for (const part of ['principal', 'gift'] as const) {
          expect(sumOf(found.rests, part)).toBe(left[part])
          const full = found.rests.map((rest, i) => rest[part] === lots[i]?.credited[part])
          const firstWithMoney = found.rests.findIndex(rest => rest[part] > 0n)
          expect(firstWithMoney < 0 || full.slice(firstWithMoney + 1).every(Boolean)).toBe(true)
          expect(found.rests.every((rest, i) => rest[part] <= (lots[i]?.credited[part] ?? 0n))).toBe(true)
        }
      }),
      RUNS,
    )
  })
})

describe('a refund of one lot', () => {
  const cases = wallets.filter(({ lots }) => lots.length > 0)
  const choices = fc.record({ at: fc.nat(), size: fc.nat({ max: 1_000 }), basis: fc.constantFrom(...REFUND_BASES) })

  test('changes the rest of this lot alone, by what it takes; several in a row (10,000 runs)', () => {
    fc.assert(
      fc.property(cases, fc.array(choices, { minLength: 1, maxLength: 5 }), (start, refunds) => {
        let { lots, left } = start
        for (const { at, size, basis } of refunds) {
          const before = restsOf(lots, left)
          const index = at % lots.length
          const [lot, rest] = [lots[index], before[index]]
          if (!lot || !rest) continue
          const value = valueOfLot(lot, rest)
          const wanted = fen((refundableOf(value, basis) * BigInt(size)) / 1_000n)
          const take = takeFromLot(value, basis, wanted)
          const taken = takenParts(take)
          lots = lots.with(index, afterRefund(lot, take))
          left = minus(left, taken)
          const after = lotRests(lots, left)
          expect(isSound(after)).toBe(true)
          expect(after.rests).toEqual(before.with(index, minus(rest, taken)))
        }
      }),
      RUNS,
    )
  })

  test('keeps its reserved money whatever is used until it is decided, and none other is touched then (10,000 runs)', () => {
    fc.assert(
      fc.property(cases, choices, fc.nat({ max: 1_000 }), ({ lots, left }, { at, size, basis }, used) => {
        const index = at % lots.length
        const [lot, rest] = [lots[index], restsOf(lots, left)[index]]
        if (!lot || !rest) return
        const value = valueOfLot(lot, rest)
        const take = takeFromLot(value, basis, fen((refundableOf(value, basis) * BigInt(size)) / 1_000n))
        const reserved = takenParts(take)
        const asked = lots.with(index, { ...lot, reserved })
        // Asking alone moves nothing.
        expect(restsOf(asked, left)).toEqual(restsOf(lots, left))
        // Orders use part of what is not on hold.
        const later = {
          principal: fen(left.principal - share(fen(left.principal - reserved.principal), used)),
          gift: fen(left.gift - share(fen(left.gift - reserved.gift), used)),
        }
        const before = lotRests(asked, later)
        const own = before.rests[index] ?? NOTHING
        expect(isSound(before)).toBe(true)
        expect(own.principal >= reserved.principal && own.gift >= reserved.gift).toBe(true)
        const decided = lotRests(asked.with(index, afterRefund(lot, take)), minus(later, reserved))
        expect(isSound(decided)).toBe(true)
        expect(decided.rests).toEqual(before.rests.with(index, minus(own, reserved)))
      }),
      RUNS,
    )
  })
})

const share = (whole: Fen, perMille: number): bigint => (whole * BigInt(perMille)) / 1_000n

function minus(from: WalletParts, taken: WalletParts): WalletParts {
  return parts(from.principal - taken.principal, from.gift - taken.gift)
}
