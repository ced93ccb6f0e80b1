import { type Fen, fen, ZERO_FEN } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lot, lotRests } from './lot-rests.ts'
import { replayLots, type WalletMovement } from './replay-lots.ts'

const NONE = { principal: ZERO_FEN, gift: ZERO_FEN }

/** What a drawn step would like to happen; the history below makes of it what is possible. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('credited', 'used', 'used', 'returned', 'refunded'),
    size: fc.integer({ min: 1, max: 60 }),
    at: fc.nat({ max: 30 }),
  }),
  { maxLength: 20, size: 'max' },
)

/** Turns wishes into a history that the books allow: nothing below zero, no refund above the rest of its lot. */
function historyOf(wishes: readonly { kind: string; size: number; at: number }[]): WalletMovement[] {
  const movements: WalletMovement[] = []
  for (const { kind, size, at } of wishes) {
    const { lots, unplaced } = replayLots(movements)
    const left = lots.reduce((sum, lot) => sum + lot.rest, 0n) + unplaced
    const wanted = BigInt(size)
    if (kind === 'credited') movements.push({ kind, lotId: `lot-${movements.length}`, amount: fen(wanted) })
    if (kind === 'returned') movements.push({ kind, source: `order-${at}`, amount: fen(wanted) })
    if (kind === 'used' && left > 0n)
      movements.push({ kind, source: `order-${at}`, amount: fen(wanted < left ? wanted : left) })
    const lot = lots[at % Math.max(lots.length, 1)]
    if (kind === 'refunded' && lot && lot.rest > 0n)
      movements.push({ kind, lotId: lot.lotId, amount: fen(wanted < lot.rest ? wanted : lot.rest) })
  }
  return movements
}

/** The same lots, as the derivation sees them: what was credited and refunded, and one balance. */
function derived(movements: readonly WalletMovement[]) {
  const lots = new Map<string, { credited: bigint; refunded: bigint }>()
  let left = 0n
  for (const movement of movements) {
    const sign = movement.kind === 'credited' || movement.kind === 'returned' ? 1n : -1n
    left += sign * movement.amount
    if (movement.kind === 'credited') lots.set(movement.lotId, { credited: movement.amount, refunded: 0n })
    const lot = movement.kind === 'refunded' ? lots.get(movement.lotId) : undefined
    if (lot) lot.refunded += movement.amount
  }
  const stored = [...lots].map(
    ([id, { credited, refunded }]): Lot => ({
      id,
      credited: { principal: fen(credited), gift: ZERO_FEN },
      refunded: fen(refunded),
      forfeited: ZERO_FEN,
      principalTaken: fen(refunded),
      spent: NONE,
      reserved: NONE,
    }),
  )
  return lotRests(stored, { principal: fen(left), gift: ZERO_FEN })
}

const used = (amounts: readonly { amount: Fen }[]): bigint => amounts.reduce((sum, one) => sum + one.amount, 0n)

describe('a replay', () => {
  test('of a day', () => {
    const { lots } = replayLots([
      { kind: 'credited', lotId: 'a', amount: fen(100n) },
      { kind: 'used', source: 'order-1', amount: fen(70n) },
      { kind: 'credited', lotId: 'b', amount: fen(50n) },
      { kind: 'used', source: 'order-2', amount: fen(60n) },
      { kind: 'returned', source: 'order-2', amount: fen(40n) },
      { kind: 'refunded', lotId: 'b', amount: fen(20n) },
    ])
    expect(lots).toEqual([
      {
        lotId: 'a',
        credited: 100n,
        refunded: 0n,
        rest: 10n,
        uses: [
          { source: 'order-1', amount: 70n },
          { source: 'order-2', amount: 20n },
        ],
      },
      { lotId: 'b', credited: 50n, refunded: 20n, rest: 30n, uses: [] },
    ])
  })

  test('agrees with the rests derived from the balance, after every movement (10,000 runs)', () => {
    fc.assert(
      fc.property(steps, wishes => {
        const movements = historyOf(wishes)
        // The last prefix and one in the middle: all of them would only repeat shorter histories.
        for (const length of [movements.length, movements.length >> 1]) {
          const begun = movements.slice(0, length)
          const { lots, unplaced } = replayLots(begun)
          const found = derived(begun)
          expect(lots.map(lot => lot.rest)).toEqual(found.rests.map(rest => rest.principal))
          expect(unplaced).toBe(found.unplaced.principal)
        }
      }),
      { numRuns: 10_000 },
    )
  })

  test('accounts for every fen of every lot and every source (10,000 runs)', () => {
    fc.assert(
      fc.property(steps, wishes => {
        const movements = historyOf(wishes)
        const { lots, unplaced } = replayLots(movements)
        for (const lot of lots) {
          expect(lot.rest + lot.refunded + used(lot.uses)).toBe(lot.credited)
          expect(lot.rest >= 0n && lot.rest + lot.refunded <= lot.credited).toBe(true)
        }
        const net = movements.reduce(
          (sum, { kind, amount }) => sum + (kind === 'used' ? amount : kind === 'returned' ? 0n - amount : 0n),
          0n,
        )
        expect(lots.reduce((sum, lot) => sum + used(lot.uses), 0n) - unplaced).toBe(net)
      }),
      { numRuns: 10_000 },
    )
  })

  test('of movements that cannot be the whole story is refused', () => {
    const credited: WalletMovement = { kind: 'credited', lotId: 'a', amount: fen(10n) }
    const wrong: WalletMovement[][] = [
      [credited, { kind: 'used', source: 'o', amount: fen(11n) }],
      [credited, { kind: 'refunded', lotId: 'a', amount: fen(11n) }],
      [credited, { kind: 'refunded', lotId: 'b', amount: fen(1n) }],
      [credited, credited],
      [{ kind: 'used', source: 'o', amount: ZERO_FEN }],
    ]
    for (const movements of wrong) expect(() => replayLots(movements)).toThrow(RangeError)
  })
})
