import { type Currency, currency, type Fen, fen } from '@wattyard/money'
import { type BusinessDay, businessDay } from '@wattyard/time'
import { type Tx, col } from '@wattyard/server-kit'
import {
  type AccountCode,
  type AccountKind,
  type Balance,
  growsByDebit,
  ACCOUNT_KINDS,
  ACCOUNT_CODES,
} from '../contract/index.ts'

const balanceOf = (kind: AccountKind, debits: bigint, credits: bigint): Balance => ({
  debits_fen: fen(debits),
  credits_fen: fen(credits),
  balance_fen: fen(growsByDebit(kind) ? debits - credits : credits - debits),
})

/**
 * Returns balances by account id. Running accounts store theirs; the others are summed from the roll-up of
 * closed days and the postings since.
 */
export async function balancesOf(
  tx: Tx,
  accounts: readonly { tenantId: string; id: string }[],
): Promise<Map<string, Balance>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, kind: col.oneOf(ACCOUNT_KINDS), debits: col.text, credits: col.text },
    `select a.id, a.kind,
       case when a.running then a.debits_fen else coalesce(rolled.debits, 0) + coalesce(open_debits.sum, 0) end::text as debits,
       case when a.running then a.credits_fen else coalesce(rolled.credits, 0) + coalesce(open_credits.sum, 0) end::text as credits
     from (select distinct * from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)) k
     join ledger_account a on a.tenant_id = k.tenant_id and a.id = k.id
     left join ledger_closed_until c on c.tenant_id = a.tenant_id
     left join lateral (select sum(b.debits_fen) as debits, sum(b.credits_fen) as credits from ledger_balance_day b
       where not a.running and b.tenant_id = a.tenant_id and b.account_id = a.id) rolled on true
     left join lateral (select sum(p.amount_fen) from ledger_posting p where not a.running and p.tenant_id = a.tenant_id
       and p.debit_account_id = a.id and p.booked_on > coalesce(c.rolled_until, '-infinity'::date)) open_debits on true
     left join lateral (select sum(p.amount_fen) from ledger_posting p where not a.running and p.tenant_id = a.tenant_id
       and p.credit_account_id = a.id and p.booked_on > coalesce(c.rolled_until, '-infinity'::date)) open_credits on true`,
    [accounts.map(account => account.tenantId), accounts.map(account => account.id)],
  )
  return new Map(rows.map(row => [row.id, balanceOf(row.kind, BigInt(row.debits), BigInt(row.credits))]))
}

/** Trial balance of all accounts with one code. */
export interface TrialRow extends Balance {
  code: AccountCode
  kind: AccountKind
  currency: Currency
  /** Number of accounts with postings. */
  accounts: number
}

export interface TrialBalance {
  rows: readonly TrialRow[]
  debits_fen: Fen
  credits_fen: Fen
}

/** Every movement of a tenant within days, both sides as rows: rolled-up days from the roll-up, the rest from postings. */
const MOVES = `
  select account_id, day, debits_fen as debit, credits_fen as credit from ledger_balance_day
  where tenant_id = $1 and day between $2::date and $3::date
  union all
  select debit_account_id, booked_on, amount_fen, 0 from ledger_posting p
  where p.tenant_id = $1 and p.booked_on between $2::date and $3::date and p.booked_on > (select day from rolled)
  union all
  select credit_account_id, booked_on, 0, amount_fen from ledger_posting p
  where p.tenant_id = $1 and p.booked_on between $2::date and $3::date and p.booked_on > (select day from rolled)`

const ROLLED = `with rolled as (select coalesce((select rolled_until from ledger_closed_until where tenant_id = $1), '-infinity'::date) as day)`

interface MovedRow {
  day?: string
  code: AccountCode
  kind: AccountKind
  currency: string
  accounts: bigint
  debits: string
  credits: string
}

const trialRow = (row: MovedRow): TrialRow => ({
  code: row.code,
  kind: row.kind,
  currency: currency(row.currency),
  accounts: Number(row.accounts),
  ...balanceOf(row.kind, BigInt(row.debits), BigInt(row.credits)),
})

/**
 * Returns debits, credits and balance of every account code up to and including a day. Total debits always equal total credits.
 */
export async function trialBalance(
  tx: Tx,
  { tenantId, upTo }: { tenantId: string; upTo: BusinessDay },
): Promise<TrialBalance> {
  const found = await tx.query(
    {
      code: col.oneOf(ACCOUNT_CODES),
      kind: col.oneOf(ACCOUNT_KINDS),
      currency: col.text,
      accounts: col.bigint,
      debits: col.text,
      credits: col.text,
    },
    `${ROLLED} select a.code, a.kind, a.currency, count(*) as accounts, sum(m.debit)::text as debits, sum(m.credit)::text as credits
     from (select account_id, sum(debit) as debit, sum(credit) as credit from (${MOVES}) moves group by account_id) m
     join ledger_account a on a.tenant_id = $1 and a.id = m.account_id
     group by a.code, a.kind, a.currency order by a.code, a.currency`,
    [tenantId, '-infinity', upTo],
  )
  const rows = found.map(trialRow)
  const total = (side: 'debits_fen' | 'credits_fen') => fen(rows.reduce((sum, row) => sum + row[side], 0n))
  return { rows, debits_fen: total('debits_fen'), credits_fen: total('credits_fen') }
}

export interface TurnoverRow extends TrialRow {
  day: BusinessDay
}

/** Returns movements per day and account code, both days included, for the daily bill. */
export async function turnover(
  tx: Tx,
  range: { tenantId: string; from: BusinessDay; to: BusinessDay },
): Promise<TurnoverRow[]> {
  const rows = await tx.query(
    {
      day: col.text,
      code: col.oneOf(ACCOUNT_CODES),
      kind: col.oneOf(ACCOUNT_KINDS),
      currency: col.text,
      accounts: col.bigint,
      debits: col.text,
      credits: col.text,
    },
    `${ROLLED} select m.day::text as day, a.code, a.kind, a.currency, count(distinct a.id) as accounts, sum(m.debit)::text as debits, sum(m.credit)::text as credits
     from (${MOVES}) m join ledger_account a on a.tenant_id = $1 and a.id = m.account_id
     group by m.day, a.code, a.kind, a.currency order by m.day, a.code, a.currency`,
    [range.tenantId, range.from, range.to],
  )
  return rows.map(row => ({ day: businessDay(row.day), ...trialRow(row) }))
}
