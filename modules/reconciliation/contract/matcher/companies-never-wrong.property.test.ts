import { fen } from '@wattyard/money'
import { addDays, type BusinessDay, businessDay } from '@wattyard/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runItems } from '../../testing/run-items.ts'
import { type Item, PLAIN_ITEM } from '../item.ts'
import { causeOfCompanyPayment, itemOfCompanyPayment } from '../sides/company-items.ts'

const START = businessDay('2028-02-20')
/** Names that are parts of each other. */
const COMPANIES = [
  { name: '深圳青禾电气设备有限公司', shortName: '青禾电气' },
  { name: '深圳青禾电气设备有限公司龙岗分公司', shortName: '青禾龙岗' },
  { name: '深圳青禾', shortName: '青禾' },
  { name: 'Green Field', shortName: 'GF' },
  { name: 'Green Field Estates', shortName: 'GFE' },
] as const

/** One transfer, as it truly was, and what we and the bank say of it. */
const anyTransfer = fc.record({
  amount: fc.constantFrom(40_000n, 40_000n, 12_500n, 5_000n, 7_000n, 9_000n, 11_000n, 13_000n),
  day: fc.nat(8),
  who: fc.nat(COMPANIES.length - 1),
  isIn: fc.boolean(),
  /** Whose it is: a company's own, or a top-up of a member that came from the account of a company. */
  of: fc.constantFrom('company', 'company', 'company', 'topUp'),
  receipt: fc.constantFrom('none', 'none', 'own', 'banks', 'short', 'date'),
  row: fc.constantFrom('once', 'once', 'once', 'again', 'never', 'wrong'),
  lateDays: fc.constantFrom(0, 0, 0, 1, 3, 9),
  party: fc.constantFrom('name', 'name', 'name', 'short', 'none', 'other'),
  text: fc.constantFrom('none', 'number', 'longer', 'receipt', 'name', 'inside', 'another'),
  isKnown: fc.constantFrom(true, true, true, false),
})
type Transfer = typeof anyTransfer extends fc.Arbitrary<infer T> ? T : never

const dayOf = ({ day }: Transfer): BusinessDay => addDays(START, day)
const rowDayOf = (one: Transfer): BusinessDay => addDays(dayOf(one), one.lateDays)
const signed = ({ amount, isIn, of }: Transfer): bigint => (isIn || of === 'topUp' ? amount : -amount)

function itemsOf(one: Transfer, i: number): Item[] {
  const { name, shortName } = COMPANIES[one.who] ?? COMPANIES[0]
  const number = `RC-2028-${`${i}`.padStart(6, '0')}`
  const receipt = { none: null, own: `HD20280229${i}9`, banks: `BK${i}`, short: `S-${i}`, date: '20280229' }[
    one.receipt
  ]
  const amount = signed(one)
  const kind = amount > 0n ? 'payment' : 'refund'
  const ours: Item =
    one.of === 'company'
      ? itemOfCompanyPayment(
          {
            id: `${i}`,
            number,
            kind: kind === 'payment' ? 'advanceReceived' : 'advancePaid',
            amount: fen(one.amount),
            paidOn: dayOf(one),
            receipt,
            companyNames: [name, shortName],
            reversedOn: null,
          },
          'CNY',
        )
      : {
          ...PLAIN_ITEM,
          side: 'order',
          id: `${i}`,
          kind,
          number: `P${i}`,
          channelNo: receipt,
          amount: fen(amount),
          currency: 'CNY',
          at: null,
          day: dayOf(one),
        }
  const cause =
    one.of === 'company'
      ? causeOfCompanyPayment({ kind: one.isIn ? 'advanceReceived' : 'advancePaid', number })
      : ({ kind, number: `P${i}` } as const)
  const line: Item = {
    ...PLAIN_ITEM,
    ...cause,
    side: 'ledger',
    id: `${i}/1`,
    amount: fen(amount),
    currency: 'CNY',
    at: null,
    day: dayOf(one),
  }
  const row: Item = {
    ...PLAIN_ITEM,
    side: 'channel',
    id: `${i}#1`,
    kind,
    number: null,
    channelNo: `BK${i}`,
    amount: fen(one.row === 'wrong' ? amount + 1n : amount),
    currency: 'CNY',
    at: null,
    day: rowDayOf(one),
    party: { name, short: shortName, none: null, other: '李四' }[one.party],
    text: {
      none: null,
      number: `pays ${number}`,
      longer: `pays ${number}1`,
      receipt: receipt === null ? null : `pays ${receipt} today`,
      name: `pays ${name} goods`,
      inside: `${shortName}苗圃`,
      another: 'pays 1900000109',
    }[one.text],
  }
  const rows = { once: [row], wrong: [row], never: [], again: [row, { ...row, id: `${i}#2`, channelNo: `BA${i}` }] }[
    one.row
  ]
  return [...(one.isKnown ? [ours, line] : []), ...rows]
}

/** Two transfers that nobody can tell apart: of one company, one day and one amount, the same way. */
const isAlike = (a: Transfer, b: Transfer): boolean =>
  a.who === b.who && signed(a) === signed(b) && dayOf(a) === rowDayOf(b)

test('no transfer of a company is taken for another, in thirty thousand that look alike', () => {
  const count = { transfers: 0, matched: 0, mention: 0, company: 0 }
  fc.assert(
    fc.property(fc.array(anyTransfer, { minLength: 15, maxLength: 35, size: 'max' }), transfers => {
      const { outcomes } = runItems(transfers.flatMap(itemsOf), {
        zone: 'UTC',
        known: Array.from({ length: 30 }, (_, i) => addDays(START, i - 5)),
        judged: { from: addDays(START, -2), to: addDays(START, 20) },
      })
      count.transfers += transfers.length
      const at = (id: string | undefined): Transfer => {
        const found = transfers[Number(id?.split(/[/#]/)[0])]
        if (!found) throw new Error(`there is no transfer ${id}`)
        return found
      }
      for (const one of outcomes.filter(({ standing, rows }) => standing === 'matched' && rows.length > 0)) {
        const [order, row] = [at(one.orders[0]), at(one.rows[0])]
        expect([one.orders.length, one.rows.length]).toEqual([1, 1])
        expect(
          order === row || (one.pass === 'company' && isAlike(order, row)),
          JSON.stringify(
            { one: { ...one, delta: 0, fees: 0, amount: 0, booked: 0, told: 0 }, order, row },
            (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
          ),
        ).toBe(true)
        expect(at(one.lines[0])).toBe(order)
        count.matched += 1
        if (one.pass === 'mention' || one.pass === 'company') count[one.pass] += 1
      }
    }),
    { numRuns: 1_300 },
  )
  expect(count.transfers).toBeGreaterThan(30_000)
  // Of a matcher that confirms nothing, nothing is wrong.
  expect(count.mention).toBeGreaterThan(500)
  expect(count.company).toBeGreaterThan(100)
})
