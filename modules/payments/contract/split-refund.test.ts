import { type Fen, fen, ZERO_FEN } from '@wattyard/money'
import { DAY_MS, MINUTE_MS } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REFUND_BASES, takeFromLot, takenParts } from './refund-basis.ts'
import {
  amountOf,
  channelRoom,
  checkSplit,
  mostOfLot,
  partsOf,
  type SplitContext,
  type SplitLot,
  type SplitPayment,
  type SplitRow,
  splitRefund,
} from './split-refund.ts'

const RUNS = { numRuns: 10_000 }
const NOW = Date.UTC(2026, 10, 26)

const aPayment = (changes: Partial<SplitPayment> = {}): SplitPayment => ({
  id: 'payment',
  channelId: 'wechat',
  left: fen(100n),
  paidAt: NOW - DAY_MS,
  parts: 0,
  lastPartAt: null,
  isOpen: true,
  refundDays: 365,
  refundParts: 50,
  ...changes,
})

/** A lot without gift and without use. */
function aLot(id: string, rest: bigint, paymentId: string | null): SplitLot {
  const parts = { principal: fen(rest), gift: ZERO_FEN }
  return { id, value: { paid: fen(rest), gift: ZERO_FEN, rest: parts }, free: parts, paymentId }
}

const within = (most: bigint) => fc.bigInt({ min: 0n, max: most }).map(fen)
const small = within(40n)

const splitLots: fc.Arbitrary<Omit<SplitLot, 'id'>> = fc
  .record({ principal: small, gift: small, usedPrincipal: small, usedGift: small })
  .chain(({ principal, gift, usedPrincipal, usedGift }) =>
    fc.record({
      value: fc.constant({
        paid: fen(principal + usedPrincipal),
        gift: fen(gift + usedGift),
        rest: { principal, gift },
      }),
      free: fc.record({
        principal: fc.oneof(fc.constant(principal), within(principal)),
        gift: fc.oneof(fc.constant(gift), within(gift)),
      }),
      paymentId: fc.constantFrom(null, 'p0', 'p1', 'p2'),
    }),
  )

const payments = fc.tuple(
  ...['p0', 'p1', 'p2'].map(id =>
    fc
      .record({
        left: fc.bigInt({ min: -20n, max: 60n }).map(fen),
        parts: fc.constantFrom(0, 1, 49, 50),
        isOpen: fc.constantFrom(true, true, true, false),
        paidAt: fc.constantFrom(NOW - DAY_MS, NOW - 365 * DAY_MS, NOW - 365 * DAY_MS - 1),
      })
      .map(changes => aPayment({ id, ...changes })),
  ),
)

const contexts: fc.Arbitrary<SplitContext> = fc.record({
  lots: fc.array(splitLots, { maxLength: 5 }).map(list => list.map((lot, i) => ({ id: `lot-${i}`, ...lot }))),
  payments,
  basis: fc.constantFrom(...REFUND_BASES),
  now: fc.constant(NOW),
})

const sumOf = (amounts: readonly Fen[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)
const mostOf = ({ lots, basis }: SplitContext): bigint => sumOf(lots.map(lot => mostOfLot(lot, basis)))
const roomOf = ({ payments: list, now }: SplitContext, id: string | null): bigint => {
  const payment = list.find(one => one.id === id)
  return payment ? channelRoom(payment, now) : 0n
}

/** The limits once more, without the functions under test: every take is tried. */
function isPossible(rows: readonly SplitRow[], amount: Fen, context: SplitContext): boolean {
  const lots = rows.map(row => context.lots.find(lot => lot.id === row.lotId))
  const isEachPossible = rows.every((row, i) => {
    const lot = lots[i]
    if (!lot || row.byChannel < 0n || row.byBank < 0n) return false
    try {
      const taken = takenParts(takeFromLot(lot.value, context.basis, amountOf(row)))
      return taken.principal <= lot.free.principal && taken.gift <= lot.free.gift
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  })
  const isOnce = new Set(rows.map(row => row.lotId)).size === rows.length
  const isWithinChannels = [null, ...context.payments.map(one => one.id)].every(
    id => sumOf(rows.filter((_row, i) => lots[i]?.paymentId === id).map(row => row.byChannel)) <= roomOf(context, id),
  )
  return isEachPossible && isOnce && isWithinChannels && sumOf(rows.map(amountOf)) === amount
}

describe('a split', () => {
  test('goes back the way it came first, newest lot first; the remainder goes by bank', () => {
    const context: SplitContext = {
      lots: [aLot('old', 50n, 'p0'), aLot('middle', 30n, null), aLot('new', 40n, 'p1')],
      payments: [aPayment({ id: 'p0', left: fen(50n) }), aPayment({ id: 'p1', left: fen(25n) })],
      basis: 'gift-first',
      now: NOW,
    }
    expect(splitRefund(fen(60n), context)).toEqual({
      ok: true,
      rows: [
        { lotId: 'new', byChannel: 25n, byBank: 0n },
        { lotId: 'old', byChannel: 35n, byBank: 0n },
      ],
    })
    expect(splitRefund(fen(100n), context)).toEqual({
      ok: true,
      rows: [
        { lotId: 'new', byChannel: 25n, byBank: 15n },
        { lotId: 'middle', byChannel: 0n, byBank: 10n },
        { lotId: 'old', byChannel: 50n, byBank: 0n },
      ],
    })
    expect(splitRefund(fen(121n), context)).toEqual({ ok: false, most: 120n })
    expect(splitRefund(ZERO_FEN, context)).toEqual({ ok: false, most: 120n })
  })

  test.each([
    ['its last day has passed', { paidAt: NOW - 365 * DAY_MS - 1 }],
    ['it has had all its parts', { parts: 50 }],
    ['its channel is closed', { isOpen: false }],
    ['nothing of it is left', { left: ZERO_FEN }],
    ['more of it went back than was paid', { left: fen(-10n) }],
  ])('goes by bank where a payment takes nothing back: %s', (_why, changes) => {
    const context: SplitContext = {
      lots: [aLot('lot', 40n, 'payment')],
      payments: [aPayment(changes)],
      basis: 'proportional',
      now: NOW,
    }
    expect(splitRefund(fen(40n), context)).toMatchObject({ rows: [{ byChannel: 0n, byBank: 40n }] })
    expect(checkSplit([{ lotId: 'lot', byChannel: fen(1n), byBank: fen(39n) }], fen(40n), context)).toEqual([
      { code: 'payments.aboveChannel', lotId: 'lot', limit: 0n },
    ])
  })

  test('gives no more than the amount where more of a payment went back than was paid', () => {
    const context: SplitContext = {
      lots: [aLot('old', 50n, 'p0'), aLot('new', 40n, null)],
      payments: [aPayment({ id: 'p0', left: fen(-10n) })],
      basis: 'gift-first',
      now: NOW,
    }
    expect(splitRefund(fen(5n), context)).toEqual({ ok: true, rows: [{ lotId: 'new', byChannel: 0n, byBank: 5n }] })
  })

  test('still goes back on the last day and as the fiftieth part', () => {
    expect(channelRoom(aPayment({ paidAt: NOW - 365 * DAY_MS, parts: 49 }), NOW)).toBe(100n)
  })

  test('waits a minute after the last part of the payment, and sends one part for two lots of it', () => {
    const context: SplitContext = {
      lots: [aLot('first', 10n, 'payment'), aLot('again', 20n, 'payment')],
      payments: [aPayment({ lastPartAt: NOW - 20_000, parts: 1 })],
      basis: 'gift-first',
      now: NOW,
    }
    const split = splitRefund(fen(30n), context)
    expect(split.ok && partsOf(split.rows, context)).toEqual([
      { paymentId: 'payment', channelId: 'wechat', amount: 30n, notBefore: NOW - 20_000 + MINUTE_MS },
    ])
    const later = { ...context, now: NOW + DAY_MS }
    expect(split.ok && partsOf(split.rows, later)[0]?.notBefore).toBe(NOW + DAY_MS)
  })

  test('leaves what a session has on hold, in principal and in gift', () => {
    const value = { paid: fen(100n), gift: fen(100n), rest: { principal: fen(100n), gift: fen(100n) } }
    const held = (principal: bigint, gift: bigint): SplitLot => ({
      id: 'lot',
      value,
      free: { principal: fen(principal), gift: fen(gift) },
      paymentId: null,
    })
    expect(mostOfLot(held(40n, 100n), 'gift-first')).toBe(40n)
    // Half of what is unpaid would be forfeited with half of the amount: the gift must be there.
    expect(mostOfLot(held(100n, 40n), 'gift-first')).toBe(40n)
    expect(mostOfLot(held(0n, 100n), 'gift-first')).toBe(0n)
  })

  test('of any wallet adds up, keeps every limit and wastes no way back (10,000 runs)', () => {
    fc.assert(
      fc.property(contexts, fc.nat({ max: 1_000 }), (context, size) => {
        const most = mostOf(context)
        const amount = fen((most * BigInt(size)) / 1_000n)
        const split = splitRefund(amount, context)
        expect(split.ok).toBe(amount > 0n)
        if (!split.ok) return
        expect(isPossible(split.rows, amount, context)).toBe(true)
        expect(checkSplit(split.rows, amount, context)).toEqual([])
        expect(sumOf(partsOf(split.rows, context).map(part => part.amount))).toBe(
          sumOf(split.rows.map(row => row.byChannel)),
        )
        if (sumOf(split.rows.map(row => row.byBank)) === 0n) return
        // By bank only what no channel takes: each lot is exhausted, or its payment is.
        for (const lot of context.lots) {
          const byChannel = (id: string | null) =>
            sumOf(split.rows.filter(row => of(context, row)?.paymentId === id).map(row => row.byChannel))
          const own = split.rows.find(row => row.lotId === lot.id)?.byChannel ?? 0n
          const isExhausted = own === mostOfLot(lot, context.basis)
          expect(isExhausted || byChannel(lot.paymentId) === roomOf(context, lot.paymentId)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('of more than there is says what there is (10,000 runs)', () => {
    fc.assert(
      fc.property(contexts, within(50n), (context, beyond) => {
        const most = fen(mostOf(context))
        expect(splitRefund(fen(most + beyond + 1n), context)).toEqual({ ok: false, most })
      }),
      RUNS,
    )
  })
})

const of = (context: SplitContext, row: SplitRow) => context.lots.find(lot => lot.id === row.lotId)

describe('a split that a person changed', () => {
  const edits = fc.array(
    fc.record({
      row: fc.nat({ max: 4 }),
      field: fc.constantFrom('byChannel', 'byBank'),
      by: fc.bigInt({ min: -3n, max: 3n }),
    }),
    { minLength: 1, maxLength: 4 },
  )

  test('is accepted when it is possible and refused when it is not (10,000 runs)', () => {
    const seen = { possible: 0, impossible: 0 }
    fc.assert(
      fc.property(contexts, fc.nat({ max: 1_000 }), edits, fc.boolean(), (context, size, changes, isSumKept) => {
        const split = splitRefund(fen((mostOf(context) * BigInt(size)) / 1_000n), context)
        const rows = context.lots.map(
          ({ id }): SplitRow =>
            (split.ok ? split.rows.find(row => row.lotId === id) : undefined) ?? {
              lotId: id,
              byChannel: ZERO_FEN,
              byBank: ZERO_FEN,
            },
        )
        const asked = fen(sumOf(rows.map(amountOf)))
        for (const { row, field, by } of changes) {
          const changed = rows[row % Math.max(rows.length, 1)]
          if (changed) rows[row % rows.length] = { ...changed, [field]: fen(changed[field] + by) }
        }
        const amount = isSumKept ? asked : fen(sumOf(rows.map(amountOf)))
        const isFaultless = checkSplit(rows, amount, context).length === 0
        expect(isFaultless).toBe(isPossible(rows, amount, context))
        seen[isFaultless ? 'possible' : 'impossible']++
      }),
      RUNS,
    )
    expect(Math.min(seen.possible, seen.impossible)).toBeGreaterThan(500)
  })

  test('is told everything that is wrong', () => {
    const context: SplitContext = {
      lots: [aLot('a', 40n, 'payment'), aLot('b', 40n, null)],
      payments: [aPayment({ left: fen(10n) })],
      basis: 'gift-first',
      now: NOW,
    }
    const rows = [
      { lotId: 'a', byChannel: fen(11n), byBank: fen(30n) },
      { lotId: 'b', byChannel: fen(-1n), byBank: fen(1n) },
      { lotId: 'b', byChannel: ZERO_FEN, byBank: fen(1n) },
      { lotId: 'c', byChannel: ZERO_FEN, byBank: fen(1n) },
    ]
    expect(checkSplit(rows, fen(40n), context)).toEqual([
      { code: 'payments.aboveLot', lotId: 'a', limit: 40n },
      { code: 'payments.negativePart', lotId: 'b', limit: 0n },
      { code: 'payments.lotTwice', lotId: 'b', limit: 0n },
      { code: 'payments.unknownLot', lotId: 'c', limit: 0n },
      { code: 'payments.sumDiffers', lotId: null, limit: 40n },
      { code: 'payments.aboveChannel', lotId: 'a', limit: 10n },
    ])
  })
})
