import { fen, formatFen } from '@wattyard/money'
import { addDays, type BusinessDay, businessDayOf } from '@wattyard/time'
import { type Caller, col, type Database, newId } from '@wattyard/server-kit'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, growsByDebit } from '../../contract/index.ts'
import { aCharge, aDeposit, anEntry, aWallet, post, TEST_DAY, type TestWallet } from '../../testing/index.ts'
import { trialBalance } from '../balances.ts'
import { closeBooks, reopenBooks, rollUpClosedDays } from '../close-books.ts'
import { ledgerModule } from '../server-module.ts'
import { verifyLedger } from '../verify-ledger.ts'
import { accountStatement, type LinePlace, type StatementLine } from './account-statement.ts'
import { accountsOfDays, trialOfDays } from './trial-of-days.ts'

let server: TestServer
let db: Database
let tenantId: string
let as: Caller
let wallet: TestWallet

beforeAll(async () => {
  server = await testServer({
    modules: [
      ledgerModule({
        dayOf: async (_tx, _tenant, at) => businessDayOf(at, 'Asia/Shanghai'),
        ownerNames: async (_call, _index, type, ids) => new Map(ids.map(id => [id, `${type} ${id.slice(-4)}`])),
      }),
    ],
  })
  db = server.db
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = newId()
  as = callerWith({ tenantId })
  wallet = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
})

const dayAt = (day: number): BusinessDay => addDays(TEST_DAY, day)

interface Move {
  readonly day: number
  readonly debit: number
  readonly credit: number
  readonly amount: bigint
}

const ACCOUNTS = 4
const move = fc
  .record({
    day: fc.nat(5),
    debit: fc.nat(ACCOUNTS - 1),
    credit: fc.nat(ACCOUNTS - 1),
    amount: fc.bigInt({ min: 1n, max: 10_000n }),
  })
  .filter(({ debit, credit }) => debit !== credit)

/** Accounts without a floor, one of them with running sums kept all the same. */
const accountsOf = (own: TestWallet): readonly Account[] => [own.clearing, own.electricity, own.service, own.marketing]

const book = (tenant: string, accounts: readonly Account[], moves: readonly Move[]) =>
  post(
    db,
    tenant,
    moves.map(({ day, debit, credit, amount }) => ({
      ...anEntry(tenant, { bookedOn: dayAt(day) }),
      kind: 'adjustment' as const,
      postings: [{ debit: accounts[debit]!, credit: accounts[credit]!, amount_fen: fen(amount) }], // drawn below ACCOUNTS
    })),
  )

/** Debits less credits of one account over days, from the moves alone. */
function netOf(moves: readonly Move[], account: number, isCounted: (day: number) => boolean): bigint {
  return moves
    .filter(({ day }) => isCounted(day))
    .reduce((sum, { debit, credit, amount }) => {
      if (debit === account) return sum + amount
      return credit === account ? sum - amount : sum
    }, 0n)
}

async function closeUntil(tenant: string, day: number): Promise<void> {
  await db.tenant(tenant, tx => closeBooks(tx, { tenantId: tenant, until: dayAt(day) }))
}

const rollUp = (tenant: string) => db.tenant(tenant, tx => rollUpClosedDays(tx, tenant))

/** Reads all pages of a statement. */
async function allLines(account: Account, from: number, to: number, limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let after: LinePlace | null = null
  for (;;) {
    const page = await db.tenant(account.tenantId, tx =>
      accountStatement(tx, { account, from: dayAt(from), to: dayAt(to), after, limit }),
    )
    lines.push(...page.lines)
    after = page.lines.at(-1) ?? null
    if (!page.hasMore) return lines
  }
}

describe('any books, with days open, closed, and closed but not rolled up', () => {
  it('have the opening, movements and closing that their moves make, by code and by account', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 1, maxLength: 20 }),
        fc.record({ from: fc.nat(5), to: fc.nat(5), closed: fc.integer({ min: -1, max: 5 }), isRolled: fc.boolean() }),
        fc.integer({ min: 1, max: 4 }),
        async (moves, drawn, limit) => {
          const own = newId()
          const accounts = accountsOf(await db.tenant(own, tx => aWallet(tx, own)))
          const [from, to] = [Math.min(drawn.from, drawn.to), Math.max(drawn.from, drawn.to)]
          await book(own, accounts, moves)
          if (drawn.closed >= 0) await closeUntil(own, drawn.closed)
          if (drawn.isRolled) await rollUp(own)
          const rows = await db.tenant(own, tx => trialOfDays(tx, { tenantId: own, from: dayAt(from), to: dayAt(to) }))
          for (const [at, account] of accounts.entries()) {
            const before = netOf(moves, at, day => day < from)
            const within = netOf(moves, at, day => day >= from && day <= to)
            const row = rows.find(one => one.code === account.code)
            expect(row?.opening_fen ?? 0n).toBe(before)
            expect((row?.debits_fen ?? 0n) - (row?.credits_fen ?? 0n)).toBe(within)
            const side = growsByDebit(account.kind) ? 1n : -1n
            const lines = await allLines(account, from, to, limit)
            const expected = moves.filter(
              one => one.day >= from && one.day <= to && (one.debit === at || one.credit === at),
            )
            expect(lines).toHaveLength(expected.length)
            let balance = side * before
            for (const line of lines) {
              balance += side * (line.isDebit ? line.amount_fen : 0n - line.amount_fen)
              expect(line.balance_fen).toBe(balance)
            }
            expect(balance).toBe(side * (before + within))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('accounts of a code', () => {
  it('with running sums have the balances of any past day, largest first', async () => {
    const other = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
    await post(db, tenantId, [
      aDeposit(wallet, 500n, 0n, { bookedOn: dayAt(0) }),
      aDeposit(other, 900n, 0n, { bookedOn: dayAt(1) }),
      aCharge(wallet, 100n, { bookedOn: dayAt(2) }),
      aCharge(other, 850n, { bookedOn: dayAt(3) }),
    ])
    const wallets = async (from: number, to: number) => {
      const { list, total } = await db.tenant(tenantId, tx =>
        accountsOfDays(tx, { tenantId, code: 'wallet_principal', from: dayAt(from), to: dayAt(to), limit: 9 }),
      )
      expect(total).toBe(list.length)
      return list.map(one => [
        one.ownerId === wallet.ownerId ? 'first' : 'second',
        0n - one.opening_fen,
        one.debits_fen,
        one.credits_fen,
      ])
    }
    const all = async () => [await wallets(0, 0), await wallets(1, 2), await wallets(3, 3), await wallets(4, 9)]
    const open = await all()
    expect(open).toEqual([
      [['first', 0n, 0n, 500n]],
      [
        ['second', 0n, 0n, 900n],
        ['first', 500n, 100n, 0n],
      ],
      [
        ['first', 400n, 0n, 0n],
        ['second', 900n, 850n, 0n],
      ],
      [
        ['first', 400n, 0n, 0n],
        ['second', 50n, 0n, 0n],
      ],
    ])
    await closeUntil(tenantId, 2)
    expect(await all()).toEqual(open)
    await rollUp(tenantId)
    expect(await all()).toEqual(open)
  })
})

describe('sums per code and day', () => {
  it('are the same when they are deleted and made again, and agree with the trial balance of the day close', async () => {
    await post(db, tenantId, [
      aDeposit(wallet, 500n, 20n, { bookedOn: dayAt(0) }),
      aCharge(wallet, 100n, { bookedOn: dayAt(1) }),
    ])
    await closeUntil(tenantId, 1)
    await rollUp(tenantId)
    const rows = () =>
      db.tenant(tenantId, tx =>
        tx.query(
          { day: col.day, code: col.text, debits_fen: col.fen, credits_fen: col.fen },
          'select day, code, debits_fen, credits_fen from ledger_code_day where tenant_id = $1 order by 1, 2',
          [tenantId],
        ),
      )
    const made = await rows()
    expect(made).toHaveLength(6)
    await db.tenant(tenantId, tx => reopenBooks(tx, { tenantId, until: null }))
    expect(await rows()).toEqual([])
    await closeUntil(tenantId, 1)
    await rollUp(tenantId)
    expect(await rows()).toEqual(made)
    const trial = await db.tenant(tenantId, tx => trialBalance(tx, { tenantId, upTo: dayAt(1) }))
    const ours = await db.tenant(tenantId, tx => trialOfDays(tx, { tenantId, from: dayAt(0), to: dayAt(1) }))
    expect(ours.map(row => [row.code, row.debits_fen, row.credits_fen])).toEqual(
      trial.rows.map(row => [row.code, row.debits_fen, row.credits_fen]),
    )
  })

  it('that were changed are found by the verifier', async () => {
    await post(db, tenantId, [aDeposit(wallet, 500n, 0n, { bookedOn: dayAt(0) })])
    await closeUntil(tenantId, 0)
    await rollUp(tenantId)
    const verify = () =>
      db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }), { readOnly: true, snapshot: true })
    expect((await verify()).findings).toEqual([])
    await db.tenant(tenantId, tx =>
      tx.execute("update ledger_code_day set debits_fen = 501 where tenant_id = $1 and code = 'channel_clearing'", [
        tenantId,
      ]),
    )
    expect((await verify()).findings).toMatchObject([{ check: 'codeDays', subject: '2026-11-20' }])
  })
})

describe('the calls', () => {
  const days = { from: '2026-11-20', to: '2026-11-21' }

  it('tell a trial balance whose sides agree, the accounts of a code, and the statement of one', async () => {
    await post(db, tenantId, [aDeposit(wallet, 10_050n), aCharge(wallet, 50n, { bookedOn: dayAt(1), memo: '补收' })])
    const trial = await server.call('/api/ledger/books/trial', days, { as })
    const rows: Record<string, string>[] = trial.data.list
    expect(rows.find(row => row.code === 'wallet_principal')).toMatchObject({
      openingCredit: '0.00',
      debits: '0.50',
      credits: '100.50',
      closingDebit: '0.00',
      closingCredit: '100.00',
      accounts: 1,
    })
    const total = (key: string) => rows.reduce((sum, row) => sum + Number(row[key]) * 100, 0)
    expect(total('closingDebit')).toBe(total('closingCredit'))
    expect(trial.data).toMatchObject({ firstDay: '2026-11-20', lastDay: '2026-11-21', closedUntil: null })
    const accounts = await server.call('/api/ledger/books/accounts', { code: 'wallet_principal', ...days }, { as })
    expect(accounts.data).toMatchObject({
      total: 1,
      list: [{ id: wallet.principal.id, owner: `member ${wallet.ownerId.slice(-4)}`, closingCredit: '100.00' }],
    })
    const statement = await server.call(
      '/api/ledger/books/statement',
      { account: wallet.principal.id, ...days },
      { as },
    )
    expect(statement.data).toMatchObject({ opening: '0.00', closing: '100.00', debits: '0.50', next: null })
    expect(statement.data.lines).toMatchObject([
      { kind: 'deposit', other: 'channel_clearing', debit: null, credit: '100.50', balance: '100.50' },
      { kind: 'settle', other: 'electricity_revenue', debit: '0.50', credit: null, balance: '100.00', memo: '补收' },
    ])
  })

  it('page a long statement by the place of its last line', async () => {
    await post(
      db,
      tenantId,
      Array.from({ length: 205 }, (_, at) => aDeposit(wallet, BigInt(at + 1))),
    )
    const question = { account: wallet.clearing.id, ...days }
    const first = await server.call('/api/ledger/books/statement', question, { as })
    expect(first.data.lines).toHaveLength(200)
    const rest = await server.call('/api/ledger/books/statement', { ...question, after: first.data.next }, { as })
    expect(rest.data.lines).toHaveLength(5)
    expect(rest.data.next).toBe(null)
    expect(rest.data.lines.at(-1).balance).toBe(rest.data.closing)
    expect(rest.data.closing).toBe(formatFen(fen(BigInt((205 * 206) / 2))))
  })

  it('refuse days in the wrong order, places that are none, foreign accounts, and readers without the right', async () => {
    const question = { account: wallet.clearing.id, ...days }
    const reversed = await server.call('/api/ledger/books/trial', { from: '2026-11-21', to: '2026-11-20' }, { as })
    expect(reversed).toMatchObject({ success: false, data: { fields: { to: '结束日早于开始日，请检查日期' } } })
    for (const after of [
      'x',
      '2026-02-31~00000000-0000-0000-0000-000000000000~1',
      '2020-01-01~00000000-0000-0000-0000-000000000000~0',
    ])
      expect((await server.call('/api/ledger/books/statement', { ...question, after }, { as })).code).toBe(
        'kernel.invalid',
      )
    const stranger = callerWith({ tenantId: newId() })
    expect((await server.call('/api/ledger/books/statement', question, { as: stranger })).status).toBe(404)
    const reader = callerWith({ tenantId, permissions: ['ledger.journal:read'] })
    expect((await server.call('/api/ledger/books/statement', question, { as: reader })).status).toBe(403)
  })
})
