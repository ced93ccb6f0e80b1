import { aCompany } from '@wattyard/companies/testing'
import { aChannel } from '@wattyard/payments/testing'
import { newId } from '@wattyard/server-kit'
import { addDays, businessDay } from '@wattyard/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankStatement } from '../../testing/bank-statement.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'
import { toldAtOnce, toldOfChannel } from '../../testing/told-of-channel.ts'

const FIRST = businessDay('2026-11-10')
/** Within what stands in each other's place, within what a number may be late, and beyond the window that is read around a day. */
const DAYS = [FIRST, addDays(FIRST, 1), addDays(FIRST, 4), addDays(FIRST, 8)]
const NAMES = ['深圳青禾电气设备有限公司', '广州明远物业管理有限公司']

let w: ReconciliationWorldOfTest
let companies: string[]
beforeAll(async () => {
  w = await reconciliationWorld()
  companies = await w.server.db.tenant(w.tenantId, async tx => {
    const made: string[] = []
    for (const name of NAMES) made.push(await aCompany(tx, w.tenantId, { name }))
    return made
  })
})
afterAll(() => w.server.close())

const call = (path: string, input: Record<string, unknown>) =>
  w.server.call(`/api/${path}`, input, { as: w.as, key: newId() })

const payment = fc.record({
  day: fc.nat(DAYS.length - 1),
  who: fc.nat(1),
  amount: fc.constantFrom('10.00', '10.00', '20.00'),
  hasReceipt: fc.boolean(),
})
const row = fc.record({
  day: fc.nat(DAYS.length - 1),
  amount: fc.constantFrom(1_000n, 1_000n, 2_000n),
  party: fc.constantFrom(...NAMES, undefined),
  /** Which payment's receipt its text has. */
  mentions: fc.constantFrom(0, 1, null, null),
})

interface Entry {
  readonly payment: typeof payment extends fc.Arbitrary<infer T> ? T : never
  readonly receipt: string
}

/** Enters and confirms a payment that we received. */
async function enter(channel: string, { payment: { day, who, amount, hasReceipt }, receipt }: Entry): Promise<void> {
  const saved = await call('payables/document/save', {
    kind: 'advanceReceived',
    company: companies[who],
    channel,
    amount,
    issued: DAYS[day],
    receipt: hasReceipt ? receipt : null,
  })
  if (!saved.success) throw new Error(JSON.stringify(saved))
  const done = await call('payables/document/confirm', { id: saved.data.id })
  if (!done.success || done.data.waitsForApproval) throw new Error(JSON.stringify(done))
}

test('statements and payments of companies, in whatever order they come, end where one comparison of all does', async () => {
  const count = { mention: 0, company: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 3 }),
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
      async (payments, rows, order) => {
        const channel = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank', '对公账户'))
        const entries = payments.map((one, i) => ({ payment: one, receipt: `HK${channel.slice(-8)}${i}7` }))
        for (const step of order) {
          const entry = entries[step - DAYS.length]
          if (step >= DAYS.length && entry) await enter(channel, entry)
          const day = DAYS[step]
          if (day !== undefined) {
            const told = rows
              .filter(one => one.day === step)
              .map(({ amount, party, mentions }) => ({
                amount,
                ...(party === undefined ? {} : { party }),
                text: `货款 ${mentions === null ? '' : (entries[mentions]?.receipt ?? '')}`,
              }))
            await w.send(`${day}.sta`, bankStatement(day, told), { channel })
          }
          await w.work()
        }
        const single = await toldOfChannel(w, channel)
        expect(await toldAtOnce(w, channel)).toEqual(single)
        for (const pass of ['mention', 'company'] as const)
          count[pass] += single.filter(line => line.includes(` ${pass} `)).length
      },
    ),
    { numRuns: 25 },
  )
  expect(count.mention + count.company).toBeGreaterThan(0)
}, 120_000)
