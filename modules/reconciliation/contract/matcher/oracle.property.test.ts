import { fen, type Ppm, ppm } from '@wattyard/money'
import { businessDay, HOUR_MS } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { naiveOutcomes } from '../../testing/naive-oracle.ts'
import { runItems } from '../../testing/run-items.ts'
import { type Item, ITEM_KINDS, ITEM_STATES, PLAIN_ITEM, refOf, SIDES } from '../item.ts'
import { type Outcome, RESULTS } from '../outcome.ts'
import { EDGE_MS, type ReconcileOptions } from './reconcile.ts'

const DAYS = ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02', '2028-03-08'].map(businessDay)
const [FIRST, LAST] = ['2028-01-01', '2028-12-31'].map(businessDay)
const RATE: Ppm = ppm(6_000n)

/** Few of everything, so that items meet in all ways: equal numbers, equal amounts, two of a side, none of another. */
const anyItem: fc.Arbitrary<Omit<Item, 'id'>> = fc
  .record({
    side: fc.constantFrom(...SIDES),
    kind: fc.constantFrom(...ITEM_KINDS.slice(0, 3)),
    number: fc.constantFrom('P1', 'P2', 'P3', null),
    channelNo: fc.constantFrom('4200', '4201', '4202', null, null),
    amount: fc.constantFrom(0n, 100n, 100n, 100n, 200n, -100n),
    fee: fc.constantFrom(null, 0n, 1n, -100n),
    isForeign: fc.integer({ min: 0, max: 19 }).map(value => value === 0),
    day: fc.nat(DAYS.length - 1),
    hour: fc.constantFrom(null, 0, 1, 12, 23.9, 30),
    state: fc.constantFrom('done', 'done', 'done', ...ITEM_STATES),
    undoes: fc.integer({ min: 0, max: 7 }).map(value => value === 0),
    text: fc.constantFrom(null, 'S1', 'S2 S1', 'S11'),
    references: fc.constantFrom([], [], ['S1'], ['S1', 'S2']),
  })
  .map(({ isForeign, day, hour, amount, fee, ...rest }) => {
    const counted = DAYS[day] ?? businessDay('2028-02-28')
    return {
      ...PLAIN_ITEM,
      ...rest,
      amount: fen(amount),
      fee: fee === null ? null : fen(fee),
      currency: isForeign ? 'EUR' : 'CNY',
      day: counted,
      at: hour === null ? null : Date.parse(counted) + hour * HOUR_MS,
      undoes: rest.side === 'channel' && rest.undoes,
      references: rest.side === 'order' ? rest.references : [],
    } as const
  })

const withIds = (items: readonly Omit<Item, 'id'>[]): Item[] =>
  items.map((item, i) => ({ ...item, id: `${item.side.slice(0, 1)}${i}` }))

/** One movement and everything around it: the same number and kind on all sides. */
const anyMovement = fc
  .array(anyItem, { minLength: 1, maxLength: 7 })
  .map(items => withIds(items.map(item => ({ ...item, kind: 'payment', number: 'P1' }))))
const anyWorld = fc.oneof(fc.array(anyItem, { maxLength: 9 }).map(withIds), anyMovement)

const anyOptions = fc.record({
  known: fc.subarray(DAYS, { minLength: 1 }),
  hasLedger: fc.boolean(),
  hasRate: fc.boolean(),
})

function optionsOf({ known, hasLedger, hasRate }: { known: typeof DAYS; hasLedger: boolean; hasRate: boolean }) {
  return {
    zone: 'UTC',
    known,
    judged: { from: FIRST ?? businessDay('2028-01-01'), to: LAST ?? businessDay('2028-12-31') },
    hasLedger,
    ...(hasRate ? { feeRate: RATE } : {}),
  } satisfies ReconcileOptions
}

const idsOf = ({ orders, lines, rows }: Outcome) => [...orders, ...lines, ...rows].toSorted()
const lineOf = (kind: string, ids: readonly string[], delta: bigint) => `${ids.join(' ')}: ${kind} ${delta}`

describe('any items', () => {
  test('the answer is that of the naive way', () => {
    fc.assert(
      fc.property(anyWorld, anyOptions, (items, drawn) => {
        const { outcomes } = runItems(items, optionsOf(drawn))
        const naive = naiveOutcomes(items, {
          known: drawn.known,
          edge_ms: EDGE_MS,
          hasLedger: drawn.hasLedger,
          ratePerMillion: drawn.hasRate ? RATE : null,
        })
        expect(outcomes.map(one => lineOf(one.kind, idsOf(one), one.delta)).toSorted()).toEqual(
          naive.map(one => lineOf(one.kind, one.ids, one.delta)).toSorted(),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test('I-41: each item is told once, and the sums of what is told are those of the items', () => {
    fc.assert(
      fc.property(anyWorld, anyOptions, (items, drawn) => {
        const { outcomes, summary } = runItems(items, optionsOf(drawn))
        const told = outcomes.flatMap(one => [
          ...one.orders.map(id => refOf('order', id)),
          ...one.lines.map(id => refOf('ledger', id)),
          ...one.rows.map(id => refOf('channel', id)),
        ])
        expect(told.toSorted()).toEqual(items.map(one => refOf(one.side, one.id)).toSorted())
        for (const side of SIDES) {
          const counted = Object.values(summary.sides[side]).reduce((sum, count) => sum + count, 0)
          expect(counted).toBe(items.filter(one => one.side === side).length)
        }
        for (const { result, standing, delta } of outcomes) {
          expect(RESULTS).toContain(result)
          expect(standing === 'difference' || delta === 0n).toBe(true)
        }
        const differing = outcomes.filter(one => one.standing === 'difference')
        expect(summary.surplus + summary.shortage).toBe(differing.reduce((sum, one) => sum + one.delta, 0n))
      }),
      { numRuns: 150 },
    )
  })

  test('their order changes nothing, nor does a second run', () => {
    const anyShuffle = anyWorld.chain(items =>
      fc.tuple(
        fc.constant(items),
        fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
        anyOptions,
      ),
    )
    fc.assert(
      fc.property(anyShuffle, ([items, shuffled, drawn]) => {
        const options = optionsOf(drawn)
        const first = runItems(items, options)
        expect(runItems(shuffled, options)).toEqual(first)
        expect(runItems(items, options)).toEqual(first)
      }),
      { numRuns: 150 },
    )
  })

  test('day by day is the same as all days at once', () => {
    fc.assert(
      fc.property(anyWorld, anyOptions, (items, drawn) => {
        const options = optionsOf(drawn)
        const whole = runItems(items, options).outcomes
        const byDay = DAYS.flatMap(day => runItems(items, { ...options, judged: { from: day, to: day } }).outcomes)
        const nameOf = (one: Outcome) => JSON.stringify([one.orders, one.lines, one.rows])
        const inOrder = (list: readonly Outcome[]) => list.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
        expect(inOrder(byDay)).toEqual(inOrder(whole))
      }),
      { numRuns: 150 },
    )
  })

  test('movements of other numbers change nothing', () => {
    const stranger = (item: Item): Item => ({
      ...item,
      id: `z${item.id}`,
      number: `Z${item.number}`,
      channelNo: item.channelNo === null ? null : `9${item.channelNo}`,
      references: [],
    })
    fc.assert(
      fc.property(anyWorld, anyWorld, anyOptions, (items, others, drawn) => {
        const options = optionsOf(drawn)
        const before = runItems(items, options).outcomes
        const after = runItems([...others.map(stranger), ...items], options).outcomes
        expect(after.filter(one => !idsOf(one).some(id => id.startsWith('z')))).toEqual(before)
      }),
      { numRuns: 150 },
    )
  })

  test('what a person has settled is left alone', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(8), anyOptions, (items, count, drawn) => {
        const settled = new Set(items.slice(0, count).map(one => refOf(one.side, one.id)))
        const options = optionsOf(drawn)
        const left = runItems(items.slice(count), options)
        const { outcomes, summary } = runItems(items, { ...options, settled })
        expect(outcomes).toEqual(left.outcomes)
        const counted = SIDES.reduce((sum, side) => sum + summary.sides[side].settled, 0)
        expect(counted).toBe(Math.min(count, items.length))
      }),
      { numRuns: 150 },
    )
  })
})
