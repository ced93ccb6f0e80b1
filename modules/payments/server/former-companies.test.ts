import { createTenant } from '@wattyard/identity/server'
import {
  mustPost,
  openAccounts,
  postJournals,
  reverseJournals,
  verifyEveryTenant,
  verifyLedger,
} from '@wattyard/ledger/server'
import { payFromWallets } from '@wattyard/members/server'
import { aMember, anEntry, aPayment, type TestMember } from '@wattyard/members/testing'
import { fen, sumFen } from '@wattyard/money'
import { col, type Database, databaseOn, migrate } from '@wattyard/server-kit'
import { allMigrations, emptyDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOT_CHECKS, walletLots } from './index.ts'
import { BANK, BEFORE_PAYMENTS, formerTopUp } from '../testing/former-top-up.ts'

let db: Database

const order = (of: TestMember, over: Parameters<typeof aPayment>[1]) => aPayment(of, over)

/** Companies by the state in which the newer release finds them; the members of the last two are gone. */
const FORMER = ['suspended', 'deleting', 'half-deleted', 'deleted'] as const
const former = new Map<(typeof FORMER)[number], { tenantId: string; members: TestMember[] }>()

/** A company with top-ups, debts, a reversal and money of no top-up, in a state that its deletion leaves behind. */
async function formerCompany(state: (typeof FORMER)[number]): Promise<void> {
  const { tenantId: id } = await db.platform(tx => createTenant(tx, { code: state, name: state, profile: 'demo' }))
  const members = await db.tenant(id, async tx => {
    const [first, second] = [await aMember(tx, id), await aMember(tx, id)]
    await formerTopUp(tx, first, [20_000n, 1_500n])
    await payFromWallets(tx, [order(first, { electricity: fen(6_000n), receivable: fen(6_000n) })])
    await formerTopUp(tx, first, [7_000n, 0n], { arrival: BANK })
    const wrong = await formerTopUp(tx, second, [4_000n, 0n])
    const { source: _source, ...entry } = anEntry(id)
    mustPost((await reverseJournals(tx, [{ ...entry, journalId: wrong, reason: '记错' }]))[0])
    await formerTopUp(tx, second, [0n, 300n])
    const [unmatched, principal] = await openAccounts(tx, [
      { tenantId: id, code: 'unmatched' },
      { tenantId: id, code: 'wallet_principal', ownerType: 'member', ownerId: second.memberId },
    ])
    if (!unmatched || !principal) throw new Error('no accounts')
    const postings = [{ debit: unmatched, credit: principal, amount_fen: fen(777n) }]
    mustPost((await postJournals(tx, [{ ...anEntry(id), kind: 'adjustment', postings }]))[0])
    return [first, second]
  })
  const erased = { suspended: 0, deleting: 0, 'half-deleted': 1, deleted: 2 }[state]
  await db.platform(async tx => {
    // As the deletion leaves it, without its two people and its weeks of waiting.
    await tx.execute('reset role')
    await tx.execute('set local session_replication_role = replica')
    await tx.execute('update identity_tenant set status = $2 where tenant_id = $1', [
      id,
      state === 'half-deleted' ? 'deleting' : state,
    ])
    for (const { memberId } of members.slice(0, erased))
      await tx.execute('delete from members_member where tenant_id = $1 and id = $2', [id, memberId])
  })
  former.set(state, { tenantId: id, members })
}

beforeAll(async () => {
  const pool = await emptyDatabase()
  const all = allMigrations()
  await migrate(
    pool,
    all.filter(({ id }) => id < BEFORE_PAYMENTS),
  )
  db = databaseOn(pool, { wait_ms: 10_000 })
  for (const state of FORMER) await formerCompany(state)
  await migrate(pool, all)
}, 60_000)
afterAll(() => db.close())

test.each(FORMER)('the books of a company that was %s verify, and its lots are what its wallets hold', async state => {
  const { tenantId: id, members } = former.get(state) ?? { tenantId: '', members: [] }
  const report = await db.tenant(id, tx => verifyLedger(tx, { tenantId: id, now: 0, checks: LOT_CHECKS }))
  expect(report.findings).toEqual([])
  const lots = await db.tenant(id, tx => walletLots(tx, members))
  const held = members.map(({ memberId }) => sumFen((lots.get(memberId)?.rests ?? []).map(rest => rest.principal)))
  expect(held).toEqual([21_000n, 777n])
})

test('no company is wrong for the verifier, and payments of members who are gone name nobody', async () => {
  expect((await verifyEveryTenant(db, 1, new AbortController().signal, LOT_CHECKS)).wrong).toEqual([])
  const { tenantId: id } = former.get('deleted') ?? { tenantId: '' }
  const rows = await db.platform(tx =>
    tx.query(
      { actor: col.text, receipt: col.text.orNull, search_text: col.text },
      'select distinct actor, receipt, search_text from payments_payment where tenant_id = $1',
      [id],
    ),
  )
  expect(rows).toEqual([{ actor: '', receipt: null, search_text: '' }])
})
