import { fen } from '@wattyard/money'
import { addDays } from '@wattyard/time'
import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import type { Account, JournalDraft } from '../contract/index.ts'
import { anEntry, aWallet, post, TEST_DAY } from '../testing/index.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balancesOf, trialBalance, turnover } from './balances.ts'
import { closeBooks, rollUpClosedDays } from './close-books.ts'
import { reverseJournals } from './reverse-journals.ts'
import { verifyLedger } from './verify-ledger.ts'
import { type Balances, weighJournals } from './weigh-journals.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

interface Plan {
  day: number
  lines: { debit: number; credit: number; amount: bigint }[]
}

const ACCOUNTS = 8
const line = fc
  .record({ debit: fc.nat(ACCOUNTS - 1), credit: fc.nat(ACCOUNTS - 1), amount: fc.bigInt({ min: 1n, max: 1_000n }) })
  .filter(({ debit, credit }) => debit !== credit)
const plans = fc.array(fc.record({ day: fc.nat(3), lines: fc.array(line, { minLength: 1, maxLength: 5 }) }), {
  minLength: 1,
  maxLength: 15,
})

async function accountsFor(tenantId: string): Promise<Account[]> {
  const a = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
  const b = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
  return [a.principal, a.gift, a.receivable, b.principal, b.receivable, a.clearing, a.electricity, a.marketing]
}

const draftOf = (tenantId: string, accounts: readonly Account[], { day, lines }: Plan): JournalDraft => ({
  ...anEntry(tenantId, { bookedOn: addDays(TEST_DAY, day) }),
  kind: 'adjustment',
  postings: lines.map(({ debit, credit, amount }) => ({
    debit: accounts[debit]!,
    credit: accounts[credit]!,
    amount_fen: fen(amount),
  })), // drawn below ACCOUNTS
})

describe('any journals', () => {
  it('balance, sum up to their postings, and never push a floor (I-14, I-15), in whatever calls they come', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 15 }), async (drawn, perCall) => {
        const [one, other] = [newId(), newId()]
        const accounts = { [one]: await accountsFor(one), [other]: await accountsFor(other) }
        const outcomes: Record<string, string[]> = { [one]: [], [other]: [] }
        for (const [tenantId, size] of [
          [one, perCall],
          [other, drawn.length],
        ] as const) {
          const drafts = drawn.map(plan => draftOf(tenantId, accounts[tenantId] ?? [], plan))
          for (let at = 0; at < drafts.length; at += size)
            outcomes[tenantId]?.push(
              ...(await post(db, tenantId, drafts.slice(at, at + size))).map(result => result.outcome),
            )
        }
        // One call of many and many calls of few decide alike.
        expect(outcomes[one]).toEqual(outcomes[other])
        const trial = await db.tenant(one, tx => trialBalance(tx, { tenantId: one, upTo: addDays(TEST_DAY, 9) }))
        expect(trial.debits_fen).toBe(trial.credits_fen)
        expect(trial.debits_fen).toBe(accepted(drawn, outcomes[one] ?? []))
        const report = await db.tenant(one, tx => verifyLedger(tx, { tenantId: one, now: 0 }))
        expect(report.findings).toEqual([])
        expect(report.counted.journals).toBe(outcomes[one]?.filter(outcome => outcome === 'posted').length)
      }),
      { numRuns: 40 },
    )
  })

  it('net to zero with their reversals, account by account, day closed or not', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.boolean(), async (drawn, closing) => {
        const tenantId = newId()
        const accounts = await accountsFor(tenantId)
        // Every journal in front of its own funding: what is refused does not matter here.
        const results = await post(
          db,
          tenantId,
          drawn.map(plan => draftOf(tenantId, accounts, plan)),
        )
        const ids = results.flatMap(result => (result.outcome === 'posted' ? [result.journalId] : []))
        if (closing) {
          await db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: addDays(TEST_DAY, 1) }))
          await db.tenant(tenantId, tx => rollUpClosedDays(tx, tenantId))
        }
        const { source: _source, ...entry } = anEntry(tenantId)
        const drafts = ids.toReversed().map(journalId => ({ ...entry, idemKey: newId(), journalId, reason: 'undo' }))
        const undone = await db.tenant(tenantId, tx => reverseJournals(tx, drafts))
        expect(undone.map(result => result.outcome)).toEqual(ids.map(() => 'posted'))
        const found = await db.tenant(tenantId, tx => balancesOf(tx, accounts))
        expect(accounts.filter(account => found.get(account.id)?.balance_fen !== 0n)).toEqual([])
        const again = await db.tenant(tenantId, tx =>
          reverseJournals(
            tx,
            ids.map(journalId => ({ ...entry, idemKey: newId(), journalId, reason: 'twice' })),
          ),
        )
        for (const result of again) expect(result).toEqual({ outcome: 'refused', reason: 'reversedAlready' })
        const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }))
        expect(report.findings).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('read the same before and after their days are closed and rolled up', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.nat(3), async (drawn, until) => {
        const tenantId = newId()
        const accounts = await accountsFor(tenantId)
        await post(
          db,
          tenantId,
          drawn.map(plan => draftOf(tenantId, accounts, plan)),
        )
        const range = { tenantId, from: TEST_DAY, to: addDays(TEST_DAY, 5) }
        const read = () =>
          db.tenant(tenantId, async tx => ({
            balances: await balancesOf(tx, accounts),
            trial: await trialBalance(tx, { tenantId, upTo: addDays(TEST_DAY, 2) }),
            turnover: await turnover(tx, range),
          }))
        const before = await read()
        await db.tenant(tenantId, tx => closeBooks(tx, { tenantId, until: addDays(TEST_DAY, until) }))
        await db.tenant(tenantId, tx => rollUpClosedDays(tx, tenantId))
        expect(await read()).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })
})

function accepted(drawn: readonly Plan[], outcomes: readonly string[]): bigint {
  return drawn.reduce(
    (sum, plan, index) =>
      outcomes[index] === 'posted' ? plan.lines.reduce((inner, { amount }) => inner + amount, sum) : sum,
    0n,
  )
}

describe('weighing', () => {
  const account = (id: string, kind: Account['kind'], minZero: boolean): Account => ({
    id,
    kind,
    minZero,
    running: minZero,
    tenantId: 't',
    code: 'bank',
    ownerType: 'tenant',
    ownerId: '',
    currency: 'CNY',
  })
  const pool = [
    account('a', 'liability', true),
    account('b', 'asset', true),
    account('c', 'liability', true),
    account('x', 'asset', false),
  ]

  it('accepts exactly what keeps every floor, in order (10,000 runs)', () => {
    const posting = fc
      .record({
        debit: fc.constantFrom(...pool),
        credit: fc.constantFrom(...pool),
        amount_fen: fc.bigInt({ min: 1n, max: 50n }).map(fen),
      })
      .filter(({ debit, credit }) => debit !== credit)
    fc.assert(
      fc.property(fc.array(fc.array(posting, { minLength: 1, maxLength: 4 }), { maxLength: 10 }), journals => {
        const balances: Balances = new Map([
          ['a', 100n],
          ['b', 100n],
          ['c', 0n],
        ])
        const said = weighJournals(journals, new Map(balances))
        // The plain way: try each journal on a copy, line by line, and keep the copy when nothing ends below zero.
        const own = new Map(balances)
        journals.forEach((postings, index) => {
          const tried = new Map(own)
          for (const { debit, credit, amount_fen } of postings) {
            const grows = (one: Account) => one.kind === 'asset'
            if (debit.minZero)
              tried.set(debit.id, (tried.get(debit.id) ?? 0n) + (grows(debit) ? amount_fen : 0n - amount_fen))
            if (credit.minZero)
              tried.set(credit.id, (tried.get(credit.id) ?? 0n) + (grows(credit) ? 0n - amount_fen : amount_fen))
          }
          const fits = [...tried.values()].every(value => value >= 0n)
          expect(said[index] === null).toBe(fits)
          if (fits) for (const [id, value] of tried) own.set(id, value)
        })
      }),
      { numRuns: 10_000 },
    )
  })
})
