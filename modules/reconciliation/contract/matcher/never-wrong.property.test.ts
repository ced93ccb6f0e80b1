import { type Fen, fen } from '@wattyard/money'
import { addDays, type BusinessDay, businessDay, HOUR_MS } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemOfTrueRow, PLANTED_RATE, plantedDay } from '../../testing/planted-day.ts'
import { runItems } from '../../testing/run-items.ts'
import { type Item, PLAIN_ITEM } from '../item.ts'

const START = businessDay('2028-02-28')
/** Few amounts, so that movements that have nothing to do with each other look alike. */
const AMOUNTS = [5_000n, 5_000n, 10_000n, 2_500n]
const PARTIES = ['张三', '李四充电有限公司', '张三丰']

/** One true movement, and what each side lost or changed of it. */
const anyTruth = fc.record({
  amount: fc.constantFrom(...AMOUNTS),
  day: fc.nat(6),
  hour: fc.integer({ min: 0, max: 23 }),
  party: fc.constantFrom(...PARTIES),
  isBooked: fc.constantFrom(true, true, true, false),
  /** What the row tells of our number: it, nothing, or a number of somebody else's. */
  number: fc.constantFrom('told', 'told', 'none', 'other'),
  channelNo: fc.constantFrom('told', 'none'),
  /** Whether the row comes: once, again, not at all, with another amount. */
  row: fc.constantFrom('once', 'once', 'once', 'again', 'never', 'wrong'),
  order: fc.constantFrom('paid', 'paid', 'paid', 'unknown', 'closed'),
  knowsChannelNo: fc.boolean(),
  lateDays: fc.constantFrom(0, 0, 0, 1, 5),
  reference: fc.constantFrom('own', 'none'),
  mention: fc.constantFrom('own', 'none', 'longer'),
})
type Truth = typeof anyTruth extends fc.Arbitrary<infer T> ? T : never

function itemsOf(truth: Truth, i: number): Item[] {
  const day = addDays(START, truth.day)
  const at = Date.parse(day) + truth.hour * HOUR_MS
  const base = { ...PLAIN_ITEM, kind: 'payment', amount: fen(truth.amount), currency: 'CNY', at, day } as const
  const reference = `S${1_000 + i}`
  const order: Item = {
    ...base,
    side: 'order',
    id: `${i}`,
    number: `P${i}`,
    channelNo: truth.knowsChannelNo ? `C${i}` : null,
    state: truth.order === 'closed' ? 'void' : 'done',
    party: truth.party,
    text: `charge ${i}`,
    references: truth.reference === 'own' ? [reference] : [],
  }
  const line: Item = { ...base, side: 'ledger', id: `${i}/1`, number: `P${i}` }
  const said = { own: `pays ${reference} today`, longer: `pays ${reference}1`, none: null }[truth.mention]
  const row: Item = {
    ...base,
    side: 'channel',
    id: `${i}#1`,
    number: { told: `P${i}`, none: null, other: `X${i}` }[truth.number],
    channelNo: truth.channelNo === 'told' ? `C${i}` : null,
    amount: fen(truth.row === 'wrong' ? truth.amount + 1n : truth.amount) satisfies Fen,
    day: addDays(day, truth.lateDays) satisfies BusinessDay,
    party: truth.party,
    text: said,
  }
  const rows = { once: [row], wrong: [row], never: [], again: [row, { ...row, id: `${i}#2` }] }[truth.row]
  return [...(truth.order === 'unknown' ? [] : [order]), ...(truth.isBooked ? [line] : []), ...rows]
}

const OPTIONS = {
  zone: 'UTC',
  known: Array.from({ length: 16 }, (_, i) => addDays(START, i - 1)),
  judged: { from: START, to: addDays(START, 14) },
}
const truthOf = (id: string) => id.split(/[/#]/)[0]

describe('what is confirmed is true', () => {
  test('no two movements are ever taken for one, in thirty thousand that look alike', () => {
    let movements = 0
    let matched = 0
    fc.assert(
      fc.property(fc.array(anyTruth, { minLength: 40, maxLength: 60, size: 'max' }), truths => {
        const { outcomes } = runItems(truths.flatMap(itemsOf), OPTIONS)
        movements += truths.length
        for (const one of outcomes.filter(({ standing }) => standing === 'matched')) {
          const ids = [...one.orders, ...one.lines, ...one.rows]
          expect(new Set(ids.map(truthOf)).size).toBe(1)
          expect(one.orders).toHaveLength(1)
          expect(one.rows).toHaveLength(1)
          matched += 1
        }
      }),
      { numRuns: 650 },
    )
    expect(movements).toBeGreaterThan(30_000)
    // Of a matcher that confirms nothing, nothing is wrong.
    expect(matched).toBeGreaterThan(movements / 10)
  })

  test('every planted difference is found, with its kind and its money, and none is invented', () => {
    const day = businessDay('2028-02-29')
    const known = [-1, 0, 1].map(shift => addDays(day, shift))
    for (let seed = 1; seed <= 40; seed++) {
      const movements = [...plantedDay({ seed, day, count: 600, differences: 120 })]
      const items = movements.flatMap(({ orders, lines, rows }, i) => [
        ...orders,
        ...lines,
        ...rows.map((row, n) => itemOfTrueRow(row, `f#${i}.${n}`, day)),
      ])
      const { outcomes, proposals, summary } = runItems(items, {
        zone: 'Asia/Shanghai',
        known,
        judged: { from: addDays(day, -1), to: addDays(day, 1) },
        feeRate: PLANTED_RATE,
      })
      const found = outcomes.filter(({ kind }) => kind !== 'same').map(one => `${one.key} ${one.kind} ${one.delta}`)
      const planted = movements.flatMap(one => (one.planted === null ? [] : [one.planted]))
      expect(found.toSorted()).toEqual(planted.map(one => `${one.number} ${one.kind} ${one.delta}`).toSorted())
      expect(proposals).toEqual([])
      expect(summary.kinds.same).toBeGreaterThan(480)
    }
  })
})
