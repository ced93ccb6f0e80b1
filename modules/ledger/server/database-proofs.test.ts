import { type Database, newId, type Tx, col } from '@wattyard/server-kit'
import { businessDay } from '@wattyard/time'
import { testDatabase } from '@wattyard/testing'
import { aDeposit, aWallet, post, type TestWallet } from '../testing/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBooks } from './close-books.ts'

// What the database itself refuses, whatever a program above it does.

let db: Database
let tenantId: string
let wallet: TestWallet

beforeAll(async () => {
  db = await testDatabase()
  tenantId = newId()
  wallet = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
  await post(db, tenantId, [aDeposit(wallet, 100n)])
})
afterAll(() => db.close())

const run = (text: string, values: readonly unknown[] = []) => db.tenant(tenantId, tx => tx.execute(text, values))

interface RawJournal {
  lines?: number
  amount?: bigint
  day?: string
  currency?: string
  postings: { debit: string; credit: string; amount: bigint; day?: string }[]
}

/** Writes a journal as a careless program would, in one statement. */
async function writeRaw(
  tx: Tx,
  { lines, amount, day = '2026-11-20', currency = 'CNY', postings }: RawJournal,
): Promise<string> {
  const id = newId()
  await tx.execute(
    `with j as (insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, currency, effective_at, booked_on, actor, line_count, amount_fen)
       values ($1::uuid, $2::uuid, $2::uuid::text, 'x', 'adjustment', 'test', 'raw', $3, now(), $4::date, 'test', $5, $6))
     insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
     select $1::uuid, $2::uuid, row_number() over (), debit, credit, amount, day::date from unnest($7::uuid[], $8::uuid[], $9::bigint[], $10::text[]) as f(debit, credit, amount, day)`,
    [
      tenantId,
      id,
      currency,
      day,
      lines ?? postings.length,
      String(amount ?? postings.reduce((sum, posting) => sum + posting.amount, 0n)),
      postings.map(posting => posting.debit),
      postings.map(posting => posting.credit),
      postings.map(posting => String(posting.amount)),
      postings.map(posting => posting.day ?? day),
    ],
  )
  return id
}

const raw = (journal: RawJournal) => db.tenant(tenantId, tx => writeRaw(tx, journal))
const good = () => ({ debit: wallet.clearing.id, credit: wallet.principal.id, amount: 5n })

describe('the database', () => {
  it('takes a whole journal and keeps the sums by itself', async () => {
    await raw({ postings: [good(), good()] })
    const [row] = await db.tenant(tenantId, tx =>
      tx.query({ balance_fen: col.bigint }, 'select balance_fen from ledger_account where id = $1', [
        wallet.principal.id,
      ]),
    )
    expect(row?.balance_fen).toBe(110n)
  })

  it('refuses a journal without its postings', async () => {
    await expect(raw({ lines: 1, amount: 5n, postings: [] })).rejects.toThrow(/without postings/)
    await expect(raw({ lines: 3, postings: [good(), good()] })).rejects.toThrow(/exactly the postings/)
    await expect(raw({ amount: 7n, postings: [good()] })).rejects.toThrow(/exactly the postings/)
  })

  it('refuses a posting that is added later', async () => {
    const id = await raw({ postings: [good()] })
    await expect(
      run(
        `insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on) values ($1, $2, 2, $3, $4, 1, '2026-11-20')`,
        [tenantId, id, wallet.clearing.id, wallet.principal.id],
      ),
    ).rejects.toThrow(/exactly the postings/)
  })

  it('refuses foreign, unknown and unfitting accounts, days and amounts', async () => {
    const other = newId()
    const foreign = await db.tenant(other, tx => aWallet(tx, other))
    await expect(raw({ postings: [{ ...good(), credit: foreign.principal.id }] })).rejects.toThrow(/does not fit/)
    await expect(raw({ postings: [{ ...good(), credit: newId() }] })).rejects.toThrow(/does not fit/)
    await expect(raw({ currency: 'EUR', postings: [good()] })).rejects.toThrow(/does not fit/)
    await expect(raw({ postings: [{ ...good(), day: '2026-11-19' }] })).rejects.toThrow(/does not fit/)
    await expect(raw({ amount: 1n, postings: [{ ...good(), amount: 0n }] })).rejects.toThrow(/check constraint/)
    await expect(raw({ amount: 1n, postings: [{ ...good(), amount: -5n }] })).rejects.toThrow(/check constraint/)
    await expect(raw({ postings: [{ ...good(), credit: wallet.clearing.id }] })).rejects.toThrow(/check constraint/)
  })

  it('refuses a wallet below zero', async () => {
    await expect(
      raw({ postings: [{ debit: wallet.principal.id, credit: wallet.electricity.id, amount: 10_000n }] }),
    ).rejects.toThrow(/ledger_account_not_below_zero/)
  })

  it('refuses a closed day', async () => {
    await db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: businessDay('2026-11-10') }))
    await expect(raw({ day: '2026-11-10', postings: [good()] })).rejects.toThrow(/closed day/)
    await raw({ day: '2026-11-11', postings: [good()] })
  })

  it.each([
    'update ledger_posting set amount_fen = 1',
    'delete from ledger_posting',
    'truncate ledger_posting',
    'update ledger_journal set actor = $$x$$',
    'delete from ledger_journal',
    'update ledger_account set debits_fen = 0',
    'update ledger_account set min_zero = false',
    'delete from ledger_account',
    'update ledger_hold set principal_fen = 1',
    'delete from ledger_hold',
  ])('gives no role the right to: %s', async statement => {
    await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/)
    await expect(db.platform(tx => tx.execute(statement))).rejects.toThrow(/permission denied|must be owner/)
  })

  it('refuses an edit even where locking needs a right', async () => {
    await expect(run('update ledger_journal set version = 2')).rejects.toThrow(/append-only/)
  })
})
