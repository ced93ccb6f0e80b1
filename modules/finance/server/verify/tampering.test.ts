import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wait } from '@wattyard/charging/testing'
import { reverseJournals } from '@wattyard/ledger/server'
import { anEntry, type TestMember } from '@wattyard/members/testing'
import { followPaymentReversals } from '@wattyard/payments/server'
import { aPayingMember } from '@wattyard/payments/testing'
import { newId, type Tx, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessDay } from '@wattyard/time'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'
import { anchorBooks } from './anchor-books.ts'
import { closeRoot } from '../close/close-root.ts'
import { compareEnds } from './compare-ends.ts'
import { hashBills, hashJournals, hashOrders, hashTrialBalance } from '../close/day-leaves.ts'
import { endsOfChains } from './last-roots.ts'
import { type OutsideRoots, outsideRoots } from './outside-roots.ts'
import { FROZEN_COLUMNS, FROZEN_ROW, frozenBill } from '../bill/read-bills.ts'
import { COUNTED_CLOSE, COUNTED_CLOSE_COLUMNS } from '../rows.ts'
import { verifyBooks, verifyBooksIn } from './verify-books.ts'

// Whoever owns the database and switches every guard off is found all the same. Each crime is committed in a copy of its own:
// a transaction that is never committed. The book has two closed days, an open one, holds, a refund and a reversal.

const DAYS = ['2026-11-20', '2026-11-21'] as const
const OPEN = businessDay('2026-11-22')
const folder = mkdtempSync(join(tmpdir(), 'roots-'))
let server: FinanceServer
let world: FinanceWorld
let outside: OutsideRoots
let other: TestMember
let running: string

beforeAll(async () => {
  server = await financeServer()
  world = await server.world({ principal: 500_000n, gift: 500n })
  outside = outsideRoots(join(folder, 'books-roots.jsonl'))
  for (const day of DAYS) {
    await world.charge()
    await world.charge()
    await inTenant(tx => aPayingMember(tx, world.tenantId, { principal: 7_000n }))
    await anchor()
    world.nextDay()
    await world.verifyLedgerNow()
    const closed = await onceSealed(world, day)
    if (!closed.success) throw new Error(`${day} could not be closed: ${closed.msg}`)
  }
  await openDay()
  await anchor()
  for (const end of await endsOfChains(world.server.db)) outside.append(end)
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => world.server.db.tenant(world.tenantId, work)
const anchor = () =>
  anchorBooks(world.server.db, { signer: world.signer, clock: world.clock, live: null, outside, consumer: 'charging' })

/** Deposits, a settled and refunded order, a reversal, and a session that goes on. */
async function openDay(): Promise<void> {
  const order = await world.charge()
  const as = world.as
  await world.server.call(
    '/api/charging/order/refund',
    { id: order, amount: '5', reason: '误收' },
    { as, key: newId() },
  )
  other = await inTenant(tx => aPayingMember(tx, world.tenantId, { principal: 9_000n }))
  const [, wrong] = [other, await inTenant(tx => aPayingMember(tx, world.tenantId, { principal: 3_000n }))]
  const [deposit] = await inTenant(tx =>
    tx.query({ id: col.uuid }, 'select journal_id as id from payments_lot where tenant_id = $1 and member_id = $2', [
      world.tenantId,
      wrong.memberId,
    ]),
  )
  const { source: _source, ...entry } = anEntry(world.tenantId, { bookedOn: OPEN })
  await inTenant(async tx => {
    const journal = { id: deposit?.id ?? '', kind: 'deposit' as const, source: { type: 'payments.payment', id: '' } }
    await reverseJournals(tx, [{ ...entry, journalId: journal.id, reason: '记错' }])
    await followPaymentReversals.reversed(tx, journal, OPEN)
  })
  const session = world.session({ meterStart: 9_000_000n })
  await world.tell(session.started())
  wait(world, 5)
  running = session.id
}

/** Carries what was found out of a transaction that is to be undone. */
class Verified extends Error {
  readonly checks: string[]

  constructor(checks: string[]) {
    super('verified')
    this.checks = checks
  }
}

/** What the verification finds after a change in the database, triggers off; the change is undone. */
async function findings(crime: string): Promise<string[]> {
  const sql = crime
    .replaceAll('$tenant', `'${world.tenantId}'`)
    .replaceAll('$other', `'${other.memberId}'`)
    .replaceAll('$member', `'${world.member.memberId}'`)
    .replaceAll('$running', `'${running}'`)
  try {
    await world.server.db.platform(async tx => {
      await tx.execute('reset role')
      await tx.execute('set local session_replication_role = replica')
      // An owner drops what stands in the way; the rules of rows are none for him.
      for (const table of ['ledger_account', 'finance_daily_bill', 'charging_order'])
        await tx.execute(DROP_CHECKS.replaceAll('$table', table))
      for (const statement of sql.split(';\n').filter(text => text.trim())) await tx.execute(statement)
      const known = outside.newest(world.tenantId)
      const report = await verifyBooksIn(tx, world.tenantId, { signer: world.signer, now: 0, outside: known })
      const all = [report.ledger, report.days, report.orders, report.anchors].flatMap(part =>
        part.findings.map(finding => finding.check),
      )
      throw new Verified([...new Set(all)])
    })
  } catch (error) {
    if (error instanceof Verified) return error.checks
    throw error
  }
  throw new Error('nothing was verified')
}

const DROP_CHECKS = `do $$ declare c name; begin
  for c in select conname from pg_constraint where conrelid = '$table'::regclass and contype = 'c' loop
    execute format('alter table $table drop constraint %I', c);
  end loop; end $$`

/** Adds to one journal's amount everywhere it stands: posting, journal, and the sums of both accounts. */
const raised = (journal: string) => `
  create temp table crime on commit drop as select p.* from ledger_posting p join ledger_journal j on j.tenant_id = p.tenant_id and j.id = p.journal_id
    where p.tenant_id = $tenant and ${journal} order by p.journal_id, p.line limit 1;
  update ledger_posting p set amount_fen = p.amount_fen + 100 from crime c where (p.tenant_id, p.journal_id, p.line) = (c.tenant_id, c.journal_id, c.line);
  update ledger_journal j set amount_fen = j.amount_fen + 100 from crime c where (j.tenant_id, j.id) = (c.tenant_id, c.journal_id);
  update ledger_account a set debits_fen = a.debits_fen + 100 from crime c where a.running and (a.tenant_id, a.id) = (c.tenant_id, c.debit_account_id);
  update ledger_account a set credits_fen = a.credits_fen + 100 from crime c where a.running and (a.tenant_id, a.id) = (c.tenant_id, c.credit_account_id);
  update ledger_balance_day b set debits_fen = b.debits_fen + 100 from crime c where (b.tenant_id, b.account_id, b.day) = (c.tenant_id, c.debit_account_id, c.booked_on);
  update ledger_balance_day b set credits_fen = b.credits_fen + 100 from crime c where (b.tenant_id, b.account_id, b.day) = (c.tenant_id, c.credit_account_id, c.booked_on)`

/** Takes one deposit away with everything that it moved. */
const removed = (journal: string) => `
  create temp table crime on commit drop as select p.* from ledger_posting p
    where p.tenant_id = $tenant and p.journal_id = (select j.id from ledger_journal j where j.tenant_id = $tenant and ${journal} order by j.id limit 1);
  delete from ledger_posting p using crime c where (p.tenant_id, p.journal_id) = (c.tenant_id, c.journal_id);
  delete from ledger_journal j using crime c where (j.tenant_id, j.id) = (c.tenant_id, c.journal_id);
  update ledger_account a set debits_fen = a.debits_fen - c.amount_fen from crime c where a.running and (a.tenant_id, a.id) = (c.tenant_id, c.debit_account_id);
  update ledger_account a set credits_fen = a.credits_fen - c.amount_fen from crime c where a.running and (a.tenant_id, a.id) = (c.tenant_id, c.credit_account_id);
  delete from ledger_balance_day b using crime c where (b.tenant_id, b.account_id, b.day) = (c.tenant_id, c.credit_account_id, c.booked_on);
  update ledger_balance_day b set debits_fen = b.debits_fen - c.amount_fen from crime c where (b.tenant_id, b.account_id, b.day) = (c.tenant_id, c.debit_account_id, c.booked_on)`

const OPEN_DAY = `j.booked_on >= '${OPEN}'`
const CLOSED_DAY = `j.booked_on < '${OPEN}'`
/** Of the other member: a deposit names its payment. */
const OF_OTHER =
  'j.id = any(array(select journal_id from payments_lot where tenant_id = $tenant and member_id = $other::uuid))'
const DEPOSIT = "j.kind = 'deposit' and not exists (select from ledger_journal r where r.reverses_id = j.id)"
const ONE = (table: string, where: string) =>
  `(select id from ${table} j where j.tenant_id = $tenant and ${where} order by id limit 1)`
const OTHER_HEX = "translate(%s, '0123456789abcdef', '123456789abcdef0')"
const garbled = (column: string) => OTHER_HEX.replace('%s', column)

const CRIMES: readonly [what: string, sql: string, check: string][] = [
  ['a posting of a closed day with its sums', raised(`j.kind = 'settle' and ${CLOSED_DAY}`), 'journals'],
  ['a posting of the open day with its sums', raised(`j.kind = 'refund' and ${OPEN_DAY}`), 'anchor'],
  ['a deposit of the open day raised with its sums', raised(`${DEPOSIT} and ${OF_OTHER}`), 'anchor'],
  ['a deposit of a closed day raised with its sums', raised(`${DEPOSIT} and ${CLOSED_DAY}`), 'trialBalance'],
  ['a whole deposit of the open day removed with its sums', removed(`${DEPOSIT} and ${OF_OTHER}`), 'anchor'],
  ['a whole deposit of a closed day removed with its sums', removed(`${DEPOSIT} and ${CLOSED_DAY}`), 'journals'],
  [
    'a journal inserted with its posting and sums',
    `insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, currency, effective_at, booked_on, actor, line_count, amount_fen)
       select tenant_id, '01900000-0000-7000-8000-000000000001', 'made up', request_hash, kind, source_type, source_id, currency, effective_at, '${OPEN}', actor, 1, 100
       from ledger_journal where id = ${ONE('ledger_journal', `${DEPOSIT} and ${OF_OTHER}`)};
     insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
       select tenant_id, '01900000-0000-7000-8000-000000000001', 1, debit_account_id, credit_account_id, 100, '${OPEN}'
       from ledger_posting where line = 1 and journal_id = ${ONE('ledger_journal', `${DEPOSIT} and ${OF_OTHER}`)};
     update ledger_account a set credits_fen = credits_fen + 100 from ledger_posting p
       where p.journal_id = '01900000-0000-7000-8000-000000000001' and a.id = p.credit_account_id and a.running`,
    'notAnchored',
  ],
  [
    'a journal moved to another wallet with the sums of both',
    `create temp table crime on commit drop as select p.*, (select id from ledger_account where tenant_id = $tenant and owner_id = $member::text and code = 'wallet_principal') as target
       from ledger_posting p where p.tenant_id = $tenant and p.journal_id = ${ONE('ledger_journal', `${DEPOSIT} and ${OF_OTHER}`)};
     update ledger_posting p set credit_account_id = c.target from crime c where (p.tenant_id, p.journal_id) = (c.tenant_id, c.journal_id);
     update ledger_account a set credits_fen = a.credits_fen - c.amount_fen from crime c where a.id = c.credit_account_id;
     update ledger_account a set credits_fen = a.credits_fen + c.amount_fen from crime c where a.id = c.target`,
    'anchor',
  ],
  [
    'a balance changed alone',
    `update ledger_account set credits_fen = credits_fen + 1 where tenant_id = $tenant and running and owner_id = $other::text and code = 'wallet_principal'`,
    'sums',
  ],
  [
    'a hold changed',
    `update ledger_hold set principal_fen = principal_fen + 1 where tenant_id = $tenant and state = 'open'`,
    'holds',
  ],
  [
    'the total of an open day’s order, what was paid with it',
    `update charging_order j set electricity_fen = electricity_fen + 1, total_fen = total_fen + 1, paid_principal_fen = paid_principal_fen + 1 where j.tenant_id = $tenant and j.state = 'settled' and ${OPEN_DAY}`,
    'orderLedger',
  ],
  [
    'a line of an open day’s order, its exact amount with it',
    `update charging_order_line l set electricity_price = l.electricity_price + 1, electricity_nano = (l.electricity_price + 1) * l.energy from charging_order j
     where j.tenant_id = $tenant and ${OPEN_DAY} and l.tenant_id = j.tenant_id and l.order_id = j.id and l.seq = 1`,
    'anchor',
  ],
  [
    'a line of an order alone',
    `update charging_order_line l set electricity_fen = l.electricity_fen + 1 from charging_order j where j.tenant_id = $tenant and ${OPEN_DAY} and l.tenant_id = j.tenant_id and l.order_id = j.id`,
    'orderLines',
  ],
  [
    'an order said to be settled without a journal',
    `update charging_order set state = 'settled', electricity_fen = 100, total_fen = 100, receivable_fen = 100, booked_on = '${OPEN}', settled_at = now() where id = $running`,
    'orderLedger',
  ],
  [
    'an order said to be reversed without a journal',
    `update charging_order j set state = 'reversed', reversed_on = '${OPEN}' where j.tenant_id = $tenant and j.state = 'settled' and ${OPEN_DAY}`,
    'orderLedger',
  ],
  [
    'what an order gave back',
    `update charging_order j set refunded_fen = 0 where j.tenant_id = $tenant and ${OPEN_DAY}`,
    'orderLedger',
  ],
  [
    'an order that is gone',
    `delete from charging_order j where j.tenant_id = $tenant and j.state = 'settled' and ${OPEN_DAY}`,
    'orderMissing',
  ],
  [
    'the member of a settled order, who would get its refund',
    `update charging_order j set member_id = $other where j.tenant_id = $tenant and j.state = 'settled' and ${OPEN_DAY}`,
    'orderPayer',
  ],
  [
    'the member of an order of a closed day',
    `update charging_order j set member_id = $other where j.tenant_id = $tenant and j.state = 'settled' and ${CLOSED_DAY}`,
    'orders',
  ],
  [
    'the operator of an order of the open day',
    `update charging_order j set operator_id = j.station_id where j.tenant_id = $tenant and j.state = 'settled' and ${OPEN_DAY}`,
    'anchor',
  ],
  [
    'the operator of an order of a closed day',
    `update charging_order j set operator_id = j.station_id where j.tenant_id = $tenant and j.state = 'settled' and ${CLOSED_DAY}`,
    'orders',
  ],
  [
    'when an order of the open day began',
    `update charging_order j set started_at = started_at - interval '1 hour' where j.tenant_id = $tenant and j.state = 'settled' and ${OPEN_DAY}`,
    'anchor',
  ],
  [
    'the registers of an order of a closed day',
    `update charging_order j set meter_start = meter_start + 1, meter_stop = meter_stop + 1 where j.tenant_id = $tenant and j.state = 'settled' and ${CLOSED_DAY}`,
    'orders',
  ],
  [
    'a bill',
    `update finance_daily_bill set total_fen = total_fen + 1, electricity_fen = electricity_fen + 1 where tenant_id = $tenant`,
    'bills',
  ],
  [
    'the root of a closing',
    `update finance_day_close set root = ${garbled('root')} where tenant_id = $tenant and seq = 1`,
    'root',
  ],
  [
    'the signature of a closing',
    `update finance_day_close set signature = ${garbled('signature')} where tenant_id = $tenant and seq = 2`,
    'signature',
  ],
  [
    'the last closing removed and the books set back',
    `delete from finance_daily_bill b using finance_day_close c where b.close_id = c.id and c.tenant_id = $tenant and c.seq = 2;
     delete from finance_day_close where tenant_id = $tenant and seq = 2;
     delete from ledger_balance_day where tenant_id = $tenant and day > '${DAYS[0]}';
     update ledger_closed_until set closed_until = '${DAYS[0]}', rolled_until = '${DAYS[0]}' where tenant_id = $tenant`,
    'outside',
  ],
  [
    'a closing in the middle removed',
    `delete from finance_daily_bill b using finance_day_close c where b.close_id = c.id and c.tenant_id = $tenant and c.seq = 1;
     delete from finance_day_close where tenant_id = $tenant and seq = 1`,
    'chain',
  ],
  [
    'a journal moved to another day',
    `update ledger_posting p set booked_on = p.booked_on + 1 from ledger_journal j where j.tenant_id = $tenant and ${DEPOSIT} and ${OF_OTHER} and (p.tenant_id, p.journal_id) = (j.tenant_id, j.id);
     update ledger_journal j set booked_on = booked_on + 1, effective_at = effective_at + interval '1 day' where j.tenant_id = $tenant and ${DEPOSIT} and ${OF_OTHER}`,
    'anchor',
  ],
  [
    'a wallet without its account',
    `delete from ledger_account where tenant_id = $tenant and owner_id = $other::text and code = 'wallet_principal'`,
    'postings',
  ],
  [
    'two wallets that change their owners',
    `update ledger_account set owner_id = 'nobody' where tenant_id = $tenant and code = 'wallet_principal' and owner_id = $other::text;
     update ledger_account set owner_id = $other::text where tenant_id = $tenant and code = 'wallet_principal' and owner_id = $member::text;
     update ledger_account set owner_id = $member::text where tenant_id = $tenant and code = 'wallet_principal' and owner_id = 'nobody'`,
    'anchor',
  ],
  [
    'the link of a reversal',
    `update ledger_journal set reverses_id = null where tenant_id = $tenant and kind = 'reversal'`,
    'anchor',
  ],
  [
    'the key of a journal',
    `update ledger_journal j set idem_key = idem_key || 'x' where j.tenant_id = $tenant and ${OPEN_DAY}`,
    'anchor',
  ],
  [
    'the reference of a journal',
    `update ledger_journal j set source_id = $member::text where j.tenant_id = $tenant and ${DEPOSIT} and ${OF_OTHER}`,
    'anchor',
  ],
  [
    'the last entries of the running chain cut off',
    `delete from finance_anchor where tenant_id = $tenant and seq = (select max(seq) from finance_anchor where tenant_id = $tenant)`,
    'outside',
  ],
  ['the whole running chain removed', `delete from finance_anchor where tenant_id = $tenant`, 'outside'],
  [
    'an entry of the running chain removed',
    `delete from finance_anchor where tenant_id = $tenant and seq = 2`,
    'anchorChain',
  ],
  [
    'an entry of the running chain rewritten',
    `update finance_anchor set root = ${garbled('root')}, hash = ${garbled('hash')} where tenant_id = $tenant and seq = 3`,
    'anchorSignature',
  ],
]

describe('a book of two closed days and an open one', () => {
  test('adds up', async () => {
    const known = outside.newest(world.tenantId)
    const report = await verifyBooks(world.server.db, world.tenantId, { signer: world.signer, now: 0, outside: known })
    expect(
      [report.ledger, report.days, report.orders, report.anchors].flatMap(part => part.findings as unknown[]),
    ).toEqual([])
    expect(report.orders.orders).toBe(6)
    expect(report.anchors.journals).toBe(report.ledger.counted.journals)
    expect(report.days.counted.sealed).toBe(2)
    expect(await compareEnds(world.server.db, outside, 0)).toEqual([])
  })

  test.each(CRIMES)('%s is found', async (_what, sql, check) => {
    expect(await findings(sql)).toContain(check)
  })

  test('a day that was sealed in the first encoding is verified by it, and by no other', async () => {
    const [seq, first] = [2, 1]
    const checks = async (encoding: number) => {
      try {
        await world.server.db.platform(async tx => {
          await tx.execute('reset role')
          await tx.execute('set local session_replication_role = replica')
          const where = [world.tenantId, seq]
          const [row] = await tx.query(
            COUNTED_CLOSE,
            `select ${COUNTED_CLOSE_COLUMNS}
             from finance_day_close where tenant_id = $1 and seq = $2`,
            where,
          )
          if (!row) throw new Error('the day is sealed')
          const bills = await tx.query(
            FROZEN_ROW,
            `select ${FROZEN_COLUMNS} from finance_daily_bill where tenant_id = $1 and close_id = $2 order by day, station_id`,
            [world.tenantId, row.id],
          )
          const span = { tenantId: world.tenantId, since: row.since, day: row.day, encoding: first }
          const { count, root: journals } = await hashJournals(tx, span)
          const parts = {
            journals: { count, root: journals },
            orders: await hashOrders(tx, span),
            bills: hashBills(bills.map(frozenBill), first),
            trialBalance: hashTrialBalance(row.trial_balance, first),
          }
          const root = closeRoot(row, parts, row, row.previous_root, row.sealed_at ?? 0, first)
          await tx.execute(
            `update finance_day_close set encoding = $3, parts = $4::jsonb, root = $5, signature = $6 where tenant_id = $1 and seq = $2`,
            [...where, encoding, JSON.stringify(parts), root, world.signer.sign(root)],
          )
          const report = await verifyBooksIn(tx, world.tenantId, { signer: world.signer, now: 0 })
          throw new Verified(report.days.findings.map(finding => finding.check))
        })
      } catch (error) {
        if (error instanceof Verified) return error.checks
        throw error
      }
      return null
    }
    expect(await checks(1)).toEqual([])
    expect(await checks(2)).toContain('orders')
  })

  test('what the data folder knows and the database does not is said at the start', async () => {
    const file = join(folder, 'of-other-books.jsonl')
    const known = outsideRoots(file)
    known.append({ tenantId: world.tenantId, kind: 'day', seq: 3, root: 'f'.repeat(64), at: 0 })
    const [detail] = await compareEnds(world.server.db, known, 0)
    expect(detail).toContain('closing 3')
    // The file is read again as it was left, an unfinished last line notwithstanding.
    const { appendFileSync } = await import('node:fs')
    appendFileSync(file, '{"tenantId":"')
    expect(outsideRoots(file).newest(world.tenantId).day).toEqual({ seq: 3, root: 'f'.repeat(64) })
    known.beginAnew(await endsOfChains(world.server.db), 0)
    expect(outsideRoots(file).newest(world.tenantId)).toEqual(outside.newest(world.tenantId))
  })
})
