import { type Fen, fen, sumFen } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DiscountOffer,
  planRefund,
  planSettlement,
  REFUND_SOURCES,
  type SettlementInput,
  type SourceAmounts,
} from './settle-plan.ts'

const amount = fc.bigInt({ min: 0n, max: 100_000n }).map(fen)
const parts = fc.record({ principal: amount, gift: amount })
const offer: fc.Arbitrary<DiscountOffer> = fc.record({
  id: fc.string({ maxLength: 4 }),
  kind: fc.constantFrom('coupon', 'activity', 'vip', 'quota', 'waiver'),
  base: fc.constantFrom('service', 'total'),
  amount,
})
const settlement: fc.Arbitrary<SettlementInput> = fc.record({
  electricity: amount,
  service: amount,
  discounts: fc.array(offer, { maxLength: 4 }),
  hold: parts,
  available: parts,
  mix: fc.constantFrom('gift-first', 'principal-first', 'proportional'),
  overrun: fc.constantFrom('wallet-then-receivable', 'receivable'),
})

const base: SettlementInput = {
  electricity: fen(1_000n),
  service: fen(500n),
  hold: { principal: fen(1_500n), gift: fen(500n) },
  available: { principal: fen(300n), gift: fen(0n) },
  mix: 'gift-first',
  overrun: 'wallet-then-receivable',
}

describe('taking', () => {
  test('from the hold, gift first; the rest of the hold is released', () => {
    expect(planSettlement(base)).toMatchObject({
      due: 1_500n,
      fromHold: { principal: 1_000n, gift: 500n },
      released: { principal: 500n, gift: 0n },
      receivable: 0n,
    })
  })

  test('principal first, and proportional with the odd fen by largest remainder', () => {
    expect(planSettlement({ ...base, mix: 'principal-first' }).paid).toEqual({ principal: 1_500n, gift: 0n })
    expect(planSettlement({ ...base, electricity: fen(1n), service: fen(0n), mix: 'proportional' }).paid).toEqual({
      principal: 1n,
      gift: 0n,
    })
    expect(planSettlement({ ...base, mix: 'proportional' }).paid).toEqual({ principal: 1_125n, gift: 375n })
  })

  test('more than frozen: the wallet, then a receivable; or a receivable at once', () => {
    const big = { ...base, electricity: fen(3_000n) }
    expect(planSettlement(big)).toMatchObject({ fromAvailable: { principal: 300n, gift: 0n }, receivable: 1_200n })
    expect(planSettlement({ ...big, overrun: 'receivable' })).toMatchObject({
      fromAvailable: { principal: 0n, gift: 0n },
      receivable: 1_500n,
    })
  })

  test('a service discount never touches electricity, a total discount takes service first', () => {
    const service: DiscountOffer = { id: 'c1', kind: 'coupon', base: 'service', amount: fen(800n) }
    const total: DiscountOffer = { id: 'a1', kind: 'activity', base: 'total', amount: fen(200n) }
    const plan = planSettlement({ ...base, discounts: [service, total] })
    expect(plan.discounts.map(discount => discount.given)).toEqual([500n, 200n])
    expect(plan.due).toBe(800n)
  })

  test('a negative amount is refused', () => {
    expect(() => planSettlement({ ...base, service: fen(-1n) })).toThrow(RangeError)
    expect(() =>
      planSettlement({ ...base, discounts: [{ id: 'x', kind: 'vip', base: 'total', amount: fen(-1n) }] }),
    ).toThrow(RangeError)
  })

  test('I-31, I-32: nothing is created, lost or negative, and no part pays more than it has', () => {
    fc.assert(
      fc.property(settlement, input => {
        const plan = planSettlement(input)
        expect(plan.due + plan.discounted).toBe(plan.total)
        expect(plan.paid.principal + plan.paid.gift + plan.receivable).toBe(plan.due)
        for (const part of ['principal', 'gift'] as const) {
          expect(plan.fromHold[part] + plan.released[part]).toBe(input.hold[part])
          expect(plan.fromHold[part] + plan.fromAvailable[part]).toBe(plan.paid[part])
          expect(plan.released[part] >= 0n && plan.fromHold[part] >= 0n).toBe(true)
          expect(plan.fromAvailable[part] >= 0n && plan.fromAvailable[part] <= input.available[part]).toBe(true)
        }
        const rest = sumFen([
          input.available.principal,
          input.available.gift,
          plan.released.principal,
          plan.released.gift,
        ])
        const isCovered =
          plan.receivable === 0n ||
          rest === plan.paid.principal + plan.paid.gift - sumFen([plan.fromHold.principal, plan.fromHold.gift])
        expect(input.overrun === 'receivable' || isCovered).toBe(true)
        expect(
          plan.discounts.every(({ given }, index) => given >= 0n && given <= (input.discounts?.[index]?.amount ?? 0n)),
        ).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('refunding', () => {
  const none: SourceAmounts = { principal: fen(0n), gift: fen(0n), channel: fen(0n) }
  const paid: SourceAmounts = { principal: fen(1_000n), gift: fen(500n), channel: fen(0n) }
  const input = { paid, refunded: none, receivable: fen(0n), amount: fen(300n), coupons: ['c1'] }

  test('reverses the mix', () => {
    expect(planRefund(input)).toEqual({
      ok: true,
      waived: 0n,
      back: { principal: 200n, gift: 100n, channel: 0n },
      restoredCoupons: [],
      isFull: false,
    })
  })

  test('what was never paid is waived, not paid back', () => {
    expect(planRefund({ ...input, receivable: fen(250n) })).toMatchObject({
      waived: 250n,
      back: { principal: 33n, gift: 17n, channel: 0n },
    })
  })

  test('a full refund empties every source and restores the coupon', () => {
    expect(planRefund({ ...input, amount: fen(1_500n) })).toMatchObject({
      back: paid,
      restoredCoupons: ['c1'],
      isFull: true,
    })
  })

  test('nothing, and more than there is, is refused', () => {
    expect(planRefund({ ...input, amount: fen(0n) })).toEqual({
      ok: false,
      code: 'charging.refundNotPositive',
      refundable: 1_500n,
    })
    expect(planRefund({ ...input, amount: fen(1_501n) })).toEqual({
      ok: false,
      code: 'charging.refundExceedsPaid',
      refundable: 1_500n,
    })
  })

  test('I-34, I-35, I-37: any series of refunds stays within what was paid, and the last one ends at zero', () => {
    const sources = fc.record({ principal: amount, gift: amount, channel: amount })
    fc.assert(
      fc.property(
        sources,
        amount,
        fc.array(fc.bigInt({ min: 1n, max: 80_000n }).map(fen), { maxLength: 8 }),
        (all, owed, wishes) => {
          let refunded = { ...none }
          let receivable: Fen = owed
          const step = (wish: Fen) => {
            const plan = planRefund({ paid: all, refunded, receivable, amount: wish, coupons: [] })
            if (!plan.ok) return
            expect(plan.waived + plan.back.principal + plan.back.gift + plan.back.channel).toBe(wish)
            receivable = fen(receivable - plan.waived)
            refunded = {
              principal: fen(refunded.principal + plan.back.principal),
              gift: fen(refunded.gift + plan.back.gift),
              channel: fen(refunded.channel + plan.back.channel),
            }
            for (const source of REFUND_SOURCES)
              expect(refunded[source] >= 0n && refunded[source] <= all[source]).toBe(true)
            expect(receivable).toBeGreaterThanOrEqual(0n)
          }
          wishes.forEach(step)
          step(fen(sumFen(Object.values(all)) - sumFen(Object.values(refunded)) + receivable))
          expect(refunded).toEqual(all)
          expect(receivable).toBe(0n)
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
