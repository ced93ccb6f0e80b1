import { fen } from '@wattyard/money'
import { databaseOn, type Database, newId, type Pool, migrate, col } from '@wattyard/server-kit'
import { allMigrations, emptyDatabase } from '@wattyard/testing'
import { aCharge, aDeposit, anEntry, aWallet, post, TEST_DAY, type TestWallet } from '../testing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBooks, rollUpClosedDays } from './close-books.ts'
import { freeze } from './freeze.ts'
import { reverseJournals } from './reverse-journals.ts'
import { lastVerification, verifyEveryTenant } from './verification-job.ts'
import { verifyLedger } from './verify-ledger.ts'

// Somebody with the owner's rights and the triggers switched off: what remains is the verifier. It takes
// a database of its own, because no role of the application could do this.

let pool: Pool
let db: Database
let tenantId: string
let wallet: TestWallet

beforeAll(async () => {
  pool = await emptyDatabase()
  const wanted = ['0001_kernel', '0030_ledger', '0433_ledger_books'].flatMap(id =>
    allMigrations().filter(one => one.id === id),
  )
  if (wanted.length !== 3) throw new Error('the ledger needs exactly three migrations here')
  await migrate(pool, wanted.slice(0, 2))
  // What is kept of deleted tenants is said by a procedure of a migration that names the tables of all modules.
  const owner = await pool.acquire()
  await owner.connection.script('create procedure wattyard_outlives(regclass) language plpgsql as $$ begin end $$')
  owner.release()
  await migrate(pool, wanted)
  db = databaseOn(pool)
}, 60_000)
afterAll(() => db.close())

beforeEach(async () => {
  tenantId = newId()
  wallet = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
  await post(db, tenantId, [aDeposit(wallet, 1_000n, 100n), aCharge(wallet, 300n)])
})

/** Breaks in: as the owner, past every trigger. */
async function tamper(sql: string): Promise<void> {
  const acquired = await pool.acquire()
  await acquired.connection.script(
    `set session_replication_role = replica; ${sql}; set session_replication_role = origin`,
  )
  acquired.release()
}

const verify = (tenant: string | null = tenantId) =>
  db.platform(tx => verifyLedger(tx, { tenantId: tenant, now: 1 }), { readOnly: true, snapshot: true })
const found = async () => [...new Set((await verify()).findings.map(finding => finding.check))]

async function aFrozen(): Promise<void> {
  await db.tenant(tenantId, tx =>
    freeze(tx, [
      {
        ...anEntry(tenantId),
        principal: { from: wallet.principal, held: wallet.frozen, amount_fen: fen(50n) },
        gift: { from: wallet.gift, held: wallet.frozenGift, amount_fen: fen(10n) },
        expiresAt: null,
      },
    ]),
  )
}

describe('the verifier', () => {
  it('says what it read and finds nothing in an honest ledger', async () => {
    await aFrozen()
    const report = await verify()
    expect(report).toMatchObject({
      ok: true,
      findings: [],
      counted: { tenants: 1, accounts: 9, journals: 3, postings: 5, holds: 1 },
    })
  })

  it('finds a kept sum that is not the sum of its postings', async () => {
    await tamper(`update ledger_account set credits_fen = credits_fen + 1 where id = '${wallet.principal.id}'`)
    expect(await found()).toEqual(['sums'])
  })

  it('finds a changed amount', async () => {
    await tamper(`update ledger_posting set amount_fen = 301 where tenant_id = '${tenantId}' and amount_fen = 300`)
    expect(await found()).toEqual(['sums', 'journals'])
  })

  it('finds a journal without postings and a posting without journal', async () => {
    await tamper(`delete from ledger_posting where tenant_id = '${tenantId}' and amount_fen = 300`)
    expect(await found()).toEqual(['sums', 'journals'])
    await tamper(`delete from ledger_journal where tenant_id = '${tenantId}' and kind = 'deposit'`)
    expect(await found()).toContain('postings')
  })

  it('finds a reversal that is no mirror image', async () => {
    const [posted] = await post(db, tenantId, [aCharge(wallet, 70n)])
    if (!posted || !('journalId' in posted)) throw new Error('not posted')
    const { source: _source, ...entry } = anEntry(tenantId)
    await db.tenant(tenantId, tx => reverseJournals(tx, [{ ...entry, journalId: posted.journalId, reason: 'x' }]))
    expect(await found()).toEqual([])
    await tamper(
      `update ledger_posting set credit_account_id = '${wallet.gift.id}' where tenant_id = '${tenantId}' and credit_account_id = '${wallet.principal.id}' and amount_fen = 70`,
    )
    expect(await found()).toContain('reversals')
  })

  it('finds a hold whose money is not there', async () => {
    await aFrozen()
    await tamper(`update ledger_hold set principal_fen = 40 where tenant_id = '${tenantId}'`)
    expect(await found()).toEqual(['holds', 'held'])
    await tamper(`delete from ledger_hold where tenant_id = '${tenantId}'`)
    expect(await found()).toEqual(['held'])
  })

  it('finds a change in a closed day', async () => {
    await db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: TEST_DAY }))
    await db.tenant(tenantId, tx => rollUpClosedDays(tx, tenantId))
    expect(await found()).toEqual([])
    await tamper(
      `update ledger_journal set booked_on = booked_on + 1 where tenant_id = '${tenantId}'; update ledger_posting set booked_on = booked_on + 1 where tenant_id = '${tenantId}'`,
    )
    expect(await found()).toEqual(['rollUp'])
  })

  it('finds a roll-up of a day that is open', async () => {
    await tamper(`insert into ledger_balance_day values ('${tenantId}', '${wallet.clearing.id}', '2026-11-20', 0, 0)`)
    expect(await found()).toEqual(['rollUp', 'codeDays', 'closedDays'])
  })

  it('fails when it may read nothing although there is something', async () => {
    const stranger = await db.tenant(newId(), tx => verifyLedger(tx, { tenantId, now: 1 }))
    expect(stranger).toMatchObject({ ok: false, counted: { journals: 0 } })
    expect(stranger.findings.map(finding => finding.check)).toEqual(['nothingRead'])
    const empty = await verify(newId())
    expect(empty.ok).toBe(true)
  })

  it('keeps its word per tenant, and says aloud when something is wrong', async () => {
    await tamper(`update ledger_account set credits_fen = credits_fen + 1 where id = '${wallet.principal.id}'`)
    const { tenants, wrong } = await verifyEveryTenant(db, 42, new AbortController().signal)
    expect(tenants).toBeGreaterThan(1)
    expect(wrong).toContain(tenantId)
    expect(await db.tenant(tenantId, tx => lastVerification(tx, tenantId))).toEqual({ at: 42, ok: false })
    const events = await db.tenant(tenantId, tx => tx.query({ topic: col.text }, 'select topic from kernel_outbox'))
    expect(events.map(event => event.topic)).toEqual(['ledger.verification-failed'])
  })
})
