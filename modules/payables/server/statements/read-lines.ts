import { fen, type Fen } from '@wattyard/money'
import { col, type Tx } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { DOCUMENT_KINDS } from '../../contract/index.ts'
import { LINE_KINDS, type StatementLine } from '../../contract/statement.ts'

/**
 * Everything that moved what a company owes us on balance, by accounting days: confirmed documents, cancelled ones the other way,
 * write-offs and undone ones. Setting off moves nothing. `$1` tenant, `$2` company.
 */
const MOVES = `
  select booked_on as day, created_at as at, id, 'document' as kind, kind as of, number, subject, their_number,
    case when kind in ('receivable', 'advancePaid') then amount_fen else -amount_fen end as amount
  from payables_document where tenant_id = $1 and company_id = $2 and booked_on is not null
  union all
  select cancelled_on, updated_at, id, 'cancelled', kind, number, subject, their_number,
    case when kind in ('receivable', 'advancePaid') then -amount_fen else amount_fen end
  from payables_document where tenant_id = $1 and company_id = $2 and cancelled_on is not null
  union all
  select w.day, w.at, w.id, w.what, d.kind, d.number, w.reason, d.their_number, case when (w.debit_id is null) = (w.what = 'writeOff') then w.amount_fen else -w.amount_fen end
  from (
    select booked_on as day, created_at as at, id, 'writeOff' as what, reason, debit_id, credit_id, amount_fen from payables_allocation
    where tenant_id = $1 and company_id = $2 and kind = 'writeOff'
    union all
    select undone_on, updated_at, id, 'undone', undone_reason, debit_id, credit_id, amount_fen from payables_allocation
    where tenant_id = $1 and company_id = $2 and kind = 'writeOff' and undone_on is not null) w
  join payables_document d on d.tenant_id = $1 and d.id = coalesce(w.debit_id, w.credit_id)`

/** Days of a statement, both included. */
export interface StatementDays {
  readonly tenantId: string
  readonly companyId: string
  readonly firstDay: BusinessDay
  readonly lastDay: BusinessDay
}

export interface StatementContent {
  readonly opening: Fen
  readonly closing: Fen
  readonly lines: readonly StatementLine[]
}

/** Returns what moved between us and a company in a period, with the balance before and after it. */
export async function statementContent(
  tx: Tx,
  { tenantId, companyId, firstDay, lastDay }: StatementDays,
): Promise<StatementContent> {
  const [before] = await tx.query(
    { sum: col.text },
    `select coalesce(sum(amount), 0)::text as sum from (${MOVES}) moves where day < $3::date`,
    [tenantId, companyId, firstDay],
  )
  const rows = await tx.query(
    {
      day: col.day,
      kind: col.oneOf(LINE_KINDS),
      of: col.oneOf(DOCUMENT_KINDS),
      number: col.text,
      subject: col.text.orNull,
      their_number: col.text.orNull,
      amount: col.bigint,
    },
    `select day, kind, of, number, subject, their_number, amount from (${MOVES}) moves where day between $3::date and $4::date order by day, at, id, kind`,
    [tenantId, companyId, firstDay, lastDay],
  )
  const opening = BigInt(before?.sum ?? '0')
  return {
    opening: fen(opening),
    closing: fen(rows.reduce((sum, { amount }) => sum + amount, opening)),
    lines: rows.map(({ their_number: theirNumber, amount, ...row }) => ({
      ...row,
      theirNumber,
      amount: String(amount),
    })),
  }
}
