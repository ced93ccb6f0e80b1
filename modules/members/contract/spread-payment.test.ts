import { fen, sumFen } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAYMENT_SINKS, PAYMENT_SOURCES, spreadPayment } from './spread-payment.ts'
import { MIX_RULES, sumParts, takeParts } from './wallet.ts'

const amount = fc.bigInt({ min: 0n, max: 100_000n }).map(fen)

describe('spreading a payment', () => {
  it('gives every source and every sink exactly its amount, in few shares (10,000 runs)', () => {
    const drawn = fc.tuple(fc.array(amount, { minLength: 6, maxLength: 6 }), fc.bigInt({ min: 0n, max: 1_000_000n }))
    fc.assert(
      fc.property(drawn, ([amounts, cut]) => {
        const sources = Object.fromEntries(
          PAYMENT_SOURCES.map((source, i) => [source, amounts[i] ?? fen(0n)]),
        ) as Parameters<typeof spreadPayment>[0] // all six are named
        const total = sumFen(amounts)
        const service = fen(total === 0n ? 0n : cut % (total + 1n))
        const shares = spreadPayment(sources, { service, electricity: fen(total - service) })
        for (const source of PAYMENT_SOURCES)
          expect(sumFen(shares.filter(s => s.source === source).map(s => s.amount))).toBe(sources[source])
        expect(sumFen(shares.filter(s => s.sink === 'service').map(s => s.amount))).toBe(service)
        expect(shares.length).toBeLessThan(PAYMENT_SOURCES.length + PAYMENT_SINKS.length)
        expect(shares.every(share => share.amount > 0n)).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })

  it('lets a discount touch electricity only where the service fee is used up', () => {
    const none = { heldGift: fen(0n), gift: fen(0n), heldPrincipal: fen(0n), principal: fen(0n), receivable: fen(0n) }
    const shares = spreadPayment(
      { ...none, discount: fen(70n), heldPrincipal: fen(30n) },
      { service: fen(50n), electricity: fen(50n) },
    )
    expect(shares).toEqual([
      { source: 'discount', sink: 'service', amount: 50n },
      { source: 'discount', sink: 'electricity', amount: 20n },
      { source: 'heldPrincipal', sink: 'electricity', amount: 30n },
    ])
  })

  it('refuses two sides that differ and negative parts', () => {
    const none = {
      discount: fen(0n),
      heldGift: fen(0n),
      gift: fen(0n),
      heldPrincipal: fen(0n),
      principal: fen(0n),
      receivable: fen(0n),
    }
    expect(() => spreadPayment(none, { service: fen(1n), electricity: fen(0n) })).toThrow(RangeError)
    expect(() =>
      spreadPayment({ ...none, gift: fen(-1n), principal: fen(1n) }, { service: fen(0n), electricity: fen(0n) }),
    ).toThrow(RangeError)
  })
})

describe('taking from a wallet', () => {
  it('takes what is wanted or all there is, and no part more than it has (10,000 runs)', () => {
    fc.assert(
      fc.property(amount, amount, amount, fc.constantFrom(...MIX_RULES), (wanted, principal, gift, mix) => {
        const taken = takeParts(wanted, { principal, gift }, mix)
        const all = principal + gift
        expect(sumParts(taken)).toBe(wanted < all ? wanted : all)
        expect(taken.principal >= 0n && taken.principal <= principal && taken.gift >= 0n && taken.gift <= gift).toBe(
          true,
        )
        // The first part is used up before the second gives anything.
        expect(mix === 'gift-first' && taken.principal > 0n && taken.gift < gift).toBe(false)
        expect(mix === 'principal-first' && taken.gift > 0n && taken.principal < principal).toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })
})
