import { type Currency, currency, type Fen, fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { col, type Tx } from '@wattyard/server-kit'
import {
  type AccountCode,
  type AccountKind,
  ACCOUNT_CODES,
  ACCOUNT_KINDS,
  CHART,
  OWNER_TYPES,
  type OwnerType,
} from '../../contract/index.ts'

/** What accounts held before some days, and what moved within. Balances are debits less credits, whatever the kind of account. */
export interface MovedBalance {
  readonly opening_fen: Fen
  readonly debits_fen: Fen
  readonly credits_fen: Fen
}

export interface CodeOfDays extends MovedBalance {
  readonly code: AccountCode
  readonly kind: AccountKind
  readonly currency: Currency
  readonly accounts: number
  /** The only account of the code; null where there are several. */
  readonly accountId: string | null
}

const CODE_ROW = {
  code: col.oneOf(ACCOUNT_CODES),
  kind: col.oneOf(ACCOUNT_KINDS),
  currency: col.text,
  accounts: col.integer,
  account_id: col.uuid.orNull,
  opening: col.text,
  debits: col.text,
  credits: col.text,
}

/** Days whose sums are rolled up; `$1` is the tenant. */
const ROLLED = `rolled as (select coalesce((select rolled_until from ledger_closed_until where tenant_id = $1), '-infinity'::date) as day)`

/**
 * Returns the balances of every account code over some days, both included. Closed days come from their sums per code, so the
 * cost grows with days and not with members; days that are open, or closed a moment ago, come from their postings.
 */
export async function trialOfDays(
  tx: Tx,
  { tenantId, from, to }: { readonly tenantId: string; readonly from: BusinessDay; readonly to: BusinessDay },
): Promise<CodeOfDays[]> {
  const rows = await tx.query(
    CODE_ROW,
    `with ${ROLLED}, moves as (
       select code, currency, day, debits_fen as debit, credits_fen as credit from ledger_code_day
       where tenant_id = $1 and day <= $3
       union all
       select a.code, a.currency, m.day, m.debit, m.credit from (
         select debit_account_id as account_id, booked_on as day, amount_fen as debit, 0::bigint as credit from ledger_posting
         where tenant_id = $1 and booked_on <= $3 and booked_on > (select day from rolled)
         union all
         select credit_account_id, booked_on, 0, amount_fen from ledger_posting
         where tenant_id = $1 and booked_on <= $3 and booked_on > (select day from rolled)
       ) m join ledger_account a on a.tenant_id = $1 and a.id = m.account_id
     ), sums as (
       select code, currency, coalesce(sum(debit - credit) filter (where day < $2), 0) as opening,
         coalesce(sum(debit) filter (where day >= $2), 0) as debits, coalesce(sum(credit) filter (where day >= $2), 0) as credits
       from moves group by code, currency
     ), held as (
       select code, currency, min(kind) as kind, count(*)::int as accounts, min(id::text) as only
       from ledger_account where tenant_id = $1 group by code, currency
     )
     select s.code, h.kind, s.currency, h.accounts, case when h.accounts = 1 then h.only::uuid end as account_id,
       s.opening::text, s.debits::text, s.credits::text
     from sums s join held h on h.code = s.code and h.currency = s.currency order by s.code, s.currency`,
    [tenantId, from, to],
  )
  return rows.map(row => ({
    code: row.code,
    kind: row.kind,
    currency: currency(row.currency),
    accounts: row.accounts,
    accountId: row.account_id,
    ...moved(row),
  }))
}

export interface AccountOfDays extends MovedBalance {
  readonly id: string
  readonly currency: Currency
  readonly ownerType: OwnerType
  readonly ownerId: string
}

/** Movements of the accounts in `held` on the days that `when` names, from the sums of closed days and the postings since. */
const movesOfHeld = (when: (day: string) => string): string => `
  select b.account_id, b.day, b.debits_fen as debit, b.credits_fen as credit from ledger_balance_day b
  join held on held.id = b.account_id where b.tenant_id = $1 and ${when('b.day')}
  union all
  select p.debit_account_id, p.booked_on, p.amount_fen, 0 from ledger_posting p
  join held on held.id = p.debit_account_id where p.tenant_id = $1 and ${when('p.booked_on')} and p.booked_on > (select day from rolled)
  union all
  select p.credit_account_id, p.booked_on, 0, p.amount_fen from ledger_posting p
  join held on held.id = p.credit_account_id where p.tenant_id = $1 and ${when('p.booked_on')} and p.booked_on > (select day from rolled)`

/** Accounts with running sums hold what they hold today less what moved since: years of movements need not be read. */
const BACKWARDS = `
  select h.id, h.held - coalesce(sum(m.debit - m.credit), 0) as opening,
    coalesce(sum(m.debit) filter (where m.day <= $4), 0) as debits, coalesce(sum(m.credit) filter (where m.day <= $4), 0) as credits
  from held h left join (${movesOfHeld(day => `${day} >= $3`)}) m on m.account_id = h.id group by h.id, h.held`

const FORWARDS = `
  select account_id as id, coalesce(sum(debit - credit) filter (where day < $3), 0) as opening,
    coalesce(sum(debit) filter (where day >= $3), 0) as debits, coalesce(sum(credit) filter (where day >= $3), 0) as credits
  from (${movesOfHeld(day => `${day} <= $4`)}) m group by account_id`

/**
 * Returns the accounts of one code that held or moved something over some days, both included, with the largest closing balance
 * first, and how many there are.
 */
export async function accountsOfDays(
  tx: Tx,
  question: { tenantId: string; code: AccountCode; from: BusinessDay; to: BusinessDay; limit: number },
): Promise<{ list: AccountOfDays[]; total: number }> {
  const rows = await tx.query(
    {
      id: col.uuid,
      currency: col.text,
      owner_type: col.oneOf(OWNER_TYPES),
      owner_id: col.text,
      opening: col.text,
      debits: col.text,
      credits: col.text,
      total: col.integer,
    },
    `with ${ROLLED}, held as materialized (
       select id, currency, owner_type, owner_id, debits_fen - credits_fen as held from ledger_account where tenant_id = $1 and code = $2
     ), sums as (${CHART[question.code].running ? BACKWARDS : FORWARDS})
     select h.id, h.currency, h.owner_type, h.owner_id, s.opening::text, s.debits::text, s.credits::text, (count(*) over ())::int as total
     from sums s join held h on h.id = s.id where s.opening <> 0 or s.debits <> 0 or s.credits <> 0
     order by abs(s.opening + s.debits - s.credits) desc, h.id limit $5`,
    [question.tenantId, question.code, question.from, question.to, question.limit],
  )
  const list = rows.map(row => ({
    id: row.id,
    currency: currency(row.currency),
    ownerType: row.owner_type,
    ownerId: row.owner_id,
    ...moved(row),
  }))
  return { list, total: rows[0]?.total ?? 0 }
}

const moved = (row: { readonly opening: string; readonly debits: string; readonly credits: string }): MovedBalance => ({
  opening_fen: fen(BigInt(row.opening)),
  debits_fen: fen(BigInt(row.debits)),
  credits_fen: fen(BigInt(row.credits)),
})
