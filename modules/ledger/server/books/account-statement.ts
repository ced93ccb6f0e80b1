import { type Fen, fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { col, type Tx } from '@wattyard/server-kit'
import {
  type Account,
  type AccountCode,
  ACCOUNT_CODES,
  growsByDebit,
  JOURNAL_KINDS,
  type JournalKind,
  type Source,
} from '../../contract/index.ts'

/** A line among those of one account: they are read by day, then in the order in which they were booked. */
export interface LinePlace {
  readonly day: BusinessDay
  readonly journalId: string
  readonly line: number
}

export interface StatementLine extends LinePlace {
  readonly effectiveAt: number
  readonly kind: JournalKind
  readonly source: Source
  readonly memo: string | null
  readonly isDebit: boolean
  readonly amount_fen: Fen
  /** Code of the other account. */
  readonly other: AccountCode
  /** Balance after the line, on the account's normal side. */
  readonly balance_fen: Fen
}

export interface StatementPage {
  readonly opening_fen: Fen
  readonly debits_fen: Fen
  readonly credits_fen: Fen
  readonly closing_fen: Fen
  readonly lines: readonly StatementLine[]
  /** Whether lines follow. */
  readonly hasMore: boolean
}

export interface StatementQuestion {
  readonly account: Pick<Account, 'id' | 'tenantId' | 'kind'>
  readonly from: BusinessDay
  readonly to: BusinessDay
  /** The page begins behind this line; null begins with the first. */
  readonly after: LinePlace | null
  readonly limit: number
}

/**
 * Returns one page of an account's statement over some days, both included. What the account held before the page comes from the
 * sums of closed days and, of the day in which the page begins, from its lines: no page reads the lines of earlier pages' days.
 */
export async function accountStatement(tx: Tx, question: StatementQuestion): Promise<StatementPage> {
  const { account, from, to, after, limit } = question
  const within = await sumsOf(tx, account, from, to)
  const rows = await linesAfter(tx, question)
  const shown = rows.slice(0, limit)
  const ahead = after === null ? null : await sumsUpTo(tx, account, from, after)
  const side = growsByDebit(account.kind) ? 1n : -1n
  const onItsSide = (net: bigint) => fen(side * net)
  let net = within.before + (ahead === null ? 0n : ahead)
  const lines = shown.map((row): StatementLine => {
    net += row.is_debit ? row.amount_fen : 0n - row.amount_fen
    return {
      day: row.booked_on,
      journalId: row.journal_id,
      line: row.line,
      effectiveAt: row.effective_at,
      kind: row.kind,
      source: { type: row.source_type, id: row.source_id },
      memo: row.memo,
      isDebit: row.is_debit,
      amount_fen: row.amount_fen,
      other: row.other,
      balance_fen: onItsSide(net),
    }
  })
  return {
    opening_fen: onItsSide(within.before),
    debits_fen: fen(within.debits),
    credits_fen: fen(within.credits),
    closing_fen: onItsSide(within.before + within.debits - within.credits),
    lines,
    hasMore: rows.length > shown.length,
  }
}

const LINE_ROW = {
  journal_id: col.uuid,
  line: col.integer,
  booked_on: col.day,
  amount_fen: col.fen,
  is_debit: col.boolean,
  other: col.oneOf(ACCOUNT_CODES),
  kind: col.oneOf(JOURNAL_KINDS),
  source_type: col.text,
  source_id: col.text,
  memo: col.text.orNull,
  effective_at: col.instant,
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Each side is read in the order of its own index, up to a page; both together then give the page. */
function linesAfter(tx: Tx, { account, from, to, after, limit }: StatementQuestion) {
  const side = (own: string, other: string, isDebit: boolean) => `(
    select journal_id, line, booked_on, amount_fen, ${other} as other_id, ${isDebit} as is_debit from ledger_posting
    where tenant_id = $1 and ${own} = $2 and (booked_on, journal_id, line) > ($3, $4, $5) and booked_on <= $6
    order by booked_on, journal_id, line limit $7)`
  return tx.query(
    LINE_ROW,
    `select s.journal_id, s.line, s.booked_on, s.amount_fen, s.is_debit, a.code as other, j.kind, j.source_type, j.source_id, j.memo, j.effective_at
     from (select * from (${side('debit_account_id', 'credit_account_id', true)} union all ${side('credit_account_id', 'debit_account_id', false)}) both_sides
       order by booked_on, journal_id, line limit $7) s
     join ledger_journal j on j.tenant_id = $1 and j.id = s.journal_id
     join ledger_account a on a.tenant_id = $1 and a.id = s.other_id
     order by s.booked_on, s.journal_id, s.line`,
    [account.tenantId, account.id, after?.day ?? from, after?.journalId ?? FIRST_ID, after?.line ?? 0, to, limit + 1],
  )
}

/** Returns what an account held before some days, debits less credits, and its movements within them. */
async function sumsOf(tx: Tx, { tenantId, id }: StatementQuestion['account'], from: BusinessDay, to: BusinessDay) {
  const [row] = await tx.query(
    { before: col.text, debits: col.text, credits: col.text },
    `with rolled as (select coalesce((select rolled_until from ledger_closed_until where tenant_id = $1), '-infinity'::date) as day),
     moves as (
       select day, debits_fen as debit, credits_fen as credit from ledger_balance_day where tenant_id = $1 and account_id = $2 and day <= $4
       union all
       select booked_on, amount_fen, 0 from ledger_posting
       where tenant_id = $1 and debit_account_id = $2 and booked_on <= $4 and booked_on > (select day from rolled)
       union all
       select booked_on, 0, amount_fen from ledger_posting
       where tenant_id = $1 and credit_account_id = $2 and booked_on <= $4 and booked_on > (select day from rolled)
     )
     select coalesce(sum(debit - credit) filter (where day < $3), 0)::text as before,
       coalesce(sum(debit) filter (where day >= $3), 0)::text as debits, coalesce(sum(credit) filter (where day >= $3), 0)::text as credits
     from moves`,
    [tenantId, id, from, to],
  )
  return { before: BigInt(row?.before ?? 0), debits: BigInt(row?.debits ?? 0), credits: BigInt(row?.credits ?? 0) }
}

/** Returns what moved from the first of some days up to and including a line, debits less credits. */
async function sumsUpTo(
  tx: Tx,
  account: StatementQuestion['account'],
  from: BusinessDay,
  { day, journalId, line }: LinePlace,
): Promise<bigint> {
  const earlier = await sumsOf(tx, account, day, day)
  const start = await sumsOf(tx, account, from, from)
  const [row] = await tx.query(
    { net: col.text },
    `select (coalesce((select sum(amount_fen) from ledger_posting
         where tenant_id = $1 and debit_account_id = $2 and booked_on = $3 and (journal_id, line) <= ($4, $5)), 0)
       - coalesce((select sum(amount_fen) from ledger_posting
         where tenant_id = $1 and credit_account_id = $2 and booked_on = $3 and (journal_id, line) <= ($4, $5)), 0))::text as net`,
    [account.tenantId, account.id, day, journalId, line],
  )
  return earlier.before - start.before + BigInt(row?.net ?? 0)
}
