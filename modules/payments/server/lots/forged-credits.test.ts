import { aTenant } from '@wattyard/identity/testing'
import { type JournalKind } from '@wattyard/ledger/contract'
import { mustPost, openAccounts, postJournals, verifyLedger } from '@wattyard/ledger/server'
import { openWallets, payFromWallets, refundOrders } from '@wattyard/members/server'
import { anEntry, aPayment, takeOut } from '@wattyard/members/testing'
import { type Fen, fen, ZERO_FEN } from '@wattyard/money'
import { type Database, newId, type Tx } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPayingMember } from '../../testing/index.ts'
import { LOT_CHECKS } from './check-lots.ts'

let db: Database
let tenantId: string
let memberId: string

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.tenant(tenantId, work)
const findings = async () =>
  (await inTenant(tx => verifyLedger(tx, { tenantId, now: 0, checks: LOT_CHECKS }))).findings.map(one => one.check)

/** A wallet whose money was paid out again: its lot leaves room for as much. */
beforeEach(async () => {
  tenantId = (await aTenant(db)).tenantId
  ;({ memberId } = await inTenant(tx => aPayingMember(tx, tenantId, { principal: 10_000n })))
})

async function forge(
  kind: JournalKind,
  from: 'service_revenue' | 'marketing_cost',
  source = { type: 'members.member', id: memberId },
) {
  await inTenant(async tx => {
    const [debit] = await openAccounts(tx, [{ tenantId, code: from }])
    const wallet = (await openWallets(tx, [{ tenantId, memberId }])).get(memberId)
    if (!debit || !wallet) throw new Error('no accounts')
    const postings = [{ debit, credit: wallet.accounts.principal, amount_fen: fen(10_000n) }]
    mustPost((await postJournals(tx, [{ ...anEntry(tenantId, { source }), kind, postings }]))[0])
  })
}

test.each<[JournalKind, 'service_revenue' | 'marketing_cost', string, string]>([
  ['refund', 'service_revenue', 'charging.order', 'payments.backUnpaid'],
  ['settle', 'service_revenue', 'members.member', 'payments.backUnpaid'],
  ['release', 'marketing_cost', 'members.member', 'payments.creditUnexplained'],
])('money made by a journal of kind %s out of %s for a %s is found', async (kind, from, type, check) => {
  await inTenant(tx => takeOut(tx, { ...anEntry(tenantId), memberId, amount: fen(10_000n) }))
  expect(await findings()).toEqual([])
  await forge(kind, from, { type, id: newId() })
  expect(await findings()).toEqual([check])
})

test('what an order paid, and its debt that was paid since, goes back unremarked', async () => {
  const order = { ...aPayment({ tenantId, memberId }, { electricity: fen(12_000n), receivable: fen(2_000n) }) }
  const paid = { ...order, fromAvailable: { principal: fen(10_000n), gift: ZERO_FEN } }
  await inTenant(tx => payFromWallets(tx, [paid]))
  const back = async (principal: Fen, waived: Fen) =>
    inTenant(tx =>
      refundOrders(tx, [
        {
          ...anEntry(tenantId, { source: paid.source }),
          memberId,
          back: { principal, gift: ZERO_FEN, channel: ZERO_FEN },
          waived,
          electricity: fen(principal + waived),
          service: ZERO_FEN,
        },
      ]),
    )
  await back(fen(10_000n), fen(2_000n))
  expect(await findings()).toEqual([])
})
