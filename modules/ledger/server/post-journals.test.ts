import { fen } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { aCharge, aDeposit, anEntry, aWallet, post, type TestWallet, TEST_DAY } from '../testing/index.ts'
import type { Account, JournalDraft, JournalKind } from '../contract/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balancesOf, trialBalance } from './balances.ts'
import { closeBooks, reopenBooks } from './close-books.ts'
import { openAccounts } from './open-accounts.ts'
import { postJournals } from './post-journals.ts'
import { journalsOf } from './read/journals.ts'
import { verifyLedger } from './verify-ledger.ts'

let db: Database
let tenantId: string
let wallet: TestWallet

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  tenantId = newId()
  wallet = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
})

async function balance(account: { tenantId: string; id: string }): Promise<bigint> {
  const found = await db.tenant(account.tenantId, tx => balancesOf(tx, [account]))
  return found.get(account.id)?.balance_fen ?? -1n
}

describe('posting', () => {
  it('moves money and tells it in the trace', async () => {
    const deposit = aDeposit(wallet, 10_000n, 500n)
    const [result] = await post(db, tenantId, [deposit])
    expect(result).toMatchObject({ outcome: 'posted', bookedOn: TEST_DAY })
    expect([await balance(wallet.principal), await balance(wallet.gift)]).toEqual([10_000n, 500n])
    expect([await balance(wallet.clearing), await balance(wallet.marketing)]).toEqual([10_000n, 500n])
    const [view] = await db.tenant(tenantId, tx => journalsOf(tx, { tenantId, ...deposit.source }))
    expect(view).toMatchObject({
      kind: 'deposit',
      amount_fen: 10_500n,
      bookedOn: TEST_DAY,
      effectiveAt: deposit.effectiveAt,
    })
    expect(view?.postings.map(posting => [posting.debit.code, posting.credit.code, posting.amount_fen])).toEqual([
      ['channel_clearing', 'wallet_principal', 10_000n],
      ['marketing_cost', 'wallet_gift', 500n],
    ])
  })

  it('answers the same key with the same content by the first effect (I-17)', async () => {
    const deposit = aDeposit(wallet, 100n)
    const [first] = await post(db, tenantId, [deposit])
    const [again] = await post(db, tenantId, [{ ...deposit, effectiveAt: deposit.effectiveAt + 5, actor: 'retry' }])
    expect(again).toEqual({ ...first, outcome: 'repeated' })
    expect(await balance(wallet.principal)).toBe(100n)
  })

  it('answers the same key with other content by a conflict that harms nobody else (I-18)', async () => {
    const deposit = aDeposit(wallet, 100n)
    await post(db, tenantId, [deposit])
    const other = aDeposit(wallet, 7n)
    const results = await post(db, tenantId, [{ ...aDeposit(wallet, 999n), idemKey: deposit.idemKey }, other])
    expect(results.map(result => result.outcome)).toEqual(['conflict', 'posted'])
    expect(await balance(wallet.principal)).toBe(107n)
  })

  it('treats twins inside one call like retries', async () => {
    const deposit = aDeposit(wallet, 100n)
    const results = await post(db, tenantId, [deposit, deposit, { ...aDeposit(wallet, 5n), idemKey: deposit.idemKey }])
    expect(results.map(result => result.outcome)).toEqual(['posted', 'repeated', 'conflict'])
    expect(await balance(wallet.principal)).toBe(100n)
  })

  it('refuses what would go below zero, journal by journal in order, and burns no key', async () => {
    await post(db, tenantId, [aDeposit(wallet, 100n)])
    const charges = [aCharge(wallet, 80n), aCharge(wallet, 30n), aCharge(wallet, 20n)]
    const results = await post(db, tenantId, charges)
    expect(results.map(result => result.outcome)).toEqual(['posted', 'refused', 'posted'])
    expect(results[1]).toEqual({ outcome: 'refused', reason: 'insufficient', accountId: wallet.principal.id })
    expect(await balance(wallet.principal)).toBe(0n)
    await post(db, tenantId, [aDeposit(wallet, 30n)])
    expect((await post(db, tenantId, charges)).map(result => result.outcome)).toEqual([
      'repeated',
      'posted',
      'repeated',
    ])
  })

  it('lets a deposit pay for a charge later in the same call', async () => {
    const results = await post(db, tenantId, [aDeposit(wallet, 50n), aCharge(wallet, 50n)])
    expect(results.map(result => result.outcome)).toEqual(['posted', 'posted'])
  })

  it('posts for many tenants in one call', async () => {
    const others = await db.platform(async tx => [await aWallet(tx, newId()), await aWallet(tx, newId())])
    const results = await db.platform(tx =>
      postJournals(
        tx,
        others.map((other, index) => aDeposit(other, BigInt(index + 1))),
      ),
    )
    expect(results.map(result => result.outcome)).toEqual(['posted', 'posted'])
    for (const [index, other] of others.entries()) expect(await balance(other.principal)).toBe(BigInt(index + 1))
  })

  it('rejects drafts that no correct program sends', async () => {
    const foreign = await db.platform(tx => aWallet(tx, newId()))
    const entry = { ...anEntry(tenantId), kind: 'adjustment' } as const
    const wrong = [
      { ...entry, postings: [] },
      { ...entry, postings: [{ debit: wallet.clearing, credit: wallet.principal, amount_fen: fen(0n) }] },
      { ...entry, postings: [{ debit: wallet.principal, credit: wallet.principal, amount_fen: fen(1n) }] },
      { ...entry, postings: [{ debit: wallet.clearing, credit: foreign.principal, amount_fen: fen(1n) }] },
      { ...entry, idemKey: '', postings: [{ debit: wallet.clearing, credit: wallet.principal, amount_fen: fen(1n) }] },
    ]
    for (const draft of wrong) await expect(post(db, tenantId, [draft])).rejects.toThrow(RangeError)
  })
})

describe('money on its way between payers and the books', () => {
  it('is taken for one charge, handed back and paid out; the trial balance adds up and the verifier agrees', async () => {
    const [prepayment, cash, income, loss, payable, bank] = await db.tenant(tenantId, tx =>
      openAccounts(tx, [
        { tenantId, code: 'prepayment' },
        { tenantId, code: 'cash_on_hand' },
        { tenantId, code: 'other_income' },
        { tenantId, code: 'shortage_loss' },
        { tenantId, code: 'refund_payable' },
        { tenantId, code: 'bank' },
      ]),
    )
    if (!prepayment || !cash || !income || !loss || !payable || !bank) throw new Error('an account is missing')
    const journal = (kind: JournalKind, debit: Account, credit: Account, amount: bigint): JournalDraft => ({
      ...anEntry(tenantId),
      kind,
      postings: [{ debit, credit, amount_fen: fen(amount) }],
    })
    const results = await post(db, tenantId, [
      journal('deposit', wallet.clearing, prepayment, 5_000n),
      journal('deposit', cash, wallet.principal, 800n),
      journal('settle', prepayment, wallet.electricity, 3_200n),
      journal('withdrawal', prepayment, payable, 1_800n),
      journal('payout', payable, wallet.clearing, 1_800n),
      journal('transfer', bank, cash, 700n),
      journal('adjustment', loss, wallet.clearing, 30n),
      journal('adjustment', cash, income, 20n),
    ])
    expect(new Set(results.map(result => result.outcome))).toEqual(new Set(['posted']))
    const trial = await db.tenant(tenantId, tx => trialBalance(tx, { tenantId, upTo: TEST_DAY }))
    const kindAndBalance = Object.fromEntries(trial.rows.map(row => [row.code, [row.kind, row.balance_fen]]))
    expect(kindAndBalance).toMatchObject({
      prepayment: ['liability', 0n],
      cash_on_hand: ['asset', 120n],
      other_income: ['income', 20n],
      shortage_loss: ['expense', 30n],
      refund_payable: ['liability', 0n],
      channel_clearing: ['asset', 3_170n],
    })
    expect(trial.debits_fen).toBe(trial.credits_fen)
    expect((await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }))).findings).toEqual([])
  })
})

describe('closed days', () => {
  it('are never booked into: the next open day takes the journal, its instant stays (I-39)', async () => {
    await db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: TEST_DAY }))
    const late = aDeposit(wallet, 100n)
    const [result] = await post(db, tenantId, [late])
    expect(result).toMatchObject({ outcome: 'posted', bookedOn: '2026-11-21' })
    const [view] = await db.tenant(tenantId, tx => journalsOf(tx, { tenantId, ...late.source }))
    expect(view?.effectiveAt).toBe(late.effectiveAt)
  })

  it('close once, and open again only by reopening', async () => {
    await db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: TEST_DAY }))
    await expect(db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: TEST_DAY }))).rejects.toThrow(
      'ledger.closedAlready',
    )
    await db.tenant(tenantId, tx => reopenBooks(tx, { tenantId, until: businessDay('2026-11-18') }))
    const [result] = await post(db, tenantId, [aDeposit(wallet, 1n)])
    expect(result).toMatchObject({ bookedOn: TEST_DAY })
  })
})
