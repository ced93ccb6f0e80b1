import fc from 'fast-check'
import { addDays, type BusinessDay, businessDay, localDayOf } from '@wattyard/time'
import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atMinute, paidRow } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'
import { toldAtOnce, toldOfChannel } from '../../testing/told-of-channel.ts'

const FIRST = businessDay('2026-11-17')
const DAYS = [FIRST, addDays(FIRST, 1), addDays(FIRST, 2)]
const DAY_MINUTES = 1_440
const ZONE = 'Asia/Shanghai'

let w: ReconciliationWorldOfTest
beforeAll(async () => {
  w = await reconciliationWorld()
})
afterAll(() => w.server.close())

/** What becomes of a payment on its way into the bill. */
const FATES = ['same', 'same', 'missing', 'otherAmount', 'later', 'earlier', 'tooLate'] as const

const payment = fc.record({
  // Near the midnights, where the days of two clocks differ.
  minute: fc.oneof(
    fc.integer({ min: 0, max: 3 * DAY_MINUTES - 1 }),
    fc.constantFrom(...[1, 2].flatMap(day => [-8, -1, 0, 1, 9].map(by => day * DAY_MINUTES + by))),
  ),
  amount: fc.integer({ min: 100, max: 103 }).map(BigInt),
  fate: fc.constantFrom(...FATES),
})
const alien = fc.record({
  minute: fc.integer({ min: 0, max: 3 * DAY_MINUTES - 1 }),
  amount: fc.constantFrom(100n, 101n),
})

/** A step of an accountant: a bill of a day is sent, or withdrawn, or days are compared. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('send' as const), day: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const), day: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('compare' as const), day: fc.nat({ max: 2 }) }) },
)

const at = (minute: number): number => atMinute(FIRST, minute)

function fated(row: TrueRow, fate: (typeof FATES)[number]): TrueRow[] {
  const shift = { later: 3, earlier: -3, tooLate: 200 } as const
  if (fate === 'missing') return []
  if (fate === 'same') return [row]
  if (fate === 'otherAmount') return [{ ...row, amount: row.amount + 1n, gross: row.amount + 1n }]
  return [{ ...row, at: row.at + shift[fate] * 60_000 }]
}

test('days compared one by one, in any order and again, end where one comparison of all does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 7 }),
      fc.array(alien, { maxLength: 2 }),
      fc.array(step, { minLength: 2, maxLength: 6 }),
      async (payments, aliens, steps) => {
        const channel = await w.channel()
        const rows: TrueRow[] = aliens.map(({ minute, amount }, i) =>
          paidRow({ at: at(minute), amount, orderNo: `ALIEN${i}${channel}`, channelNo: `A${i}${channel}` }),
        )
        for (const { minute, amount, fate } of payments)
          rows.push(...fated(await w.pay(amount, at(minute), channel), fate))
        const sent = new Map<BusinessDay, string>()
        for (const { does, day: place } of steps) {
          const day = DAYS[place] ?? FIRST
          const file = sent.get(day)
          if (does === 'send' && file === undefined) {
            const ofDay = rows.filter(row => localDayOf(row.at, ZONE) === day).toSorted((a, b) => a.at - b.at)
            const bill = Buffer.from(utf8(wechatTradeLines(ofDay)))
            const { id, state, fault } = await w.send(`${day}.csv`, bill, { channel, day })
            if (state !== 'sound') throw new Error(`the bill of ${day} is ${String(fault)}`)
            sent.set(day, id)
          }
          if (does === 'withdraw' && file !== undefined) {
            await w.server.call(
              '/api/reconciliation/file/withdraw',
              { id: file, reason: '重发' },
              { as: w.as, key: newId() },
            )
            sent.delete(day)
          }
          if (does === 'compare')
            await w.server.call(
              '/api/reconciliation/run/compare',
              { channel, firstDay: day, lastDay: day },
              { as: w.as, key: newId() },
            )
          await w.work()
        }
        const single = await toldOfChannel(w, channel)
        expect(await toldAtOnce(w, channel)).toEqual(single)
      },
    ),
    { numRuns: 15 },
  )
}, 120_000)
