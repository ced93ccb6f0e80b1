import type { Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { col, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { JOURNAL_KINDS, type JournalKind, type Source } from '../../contract/index.ts'

/** A posting on one of some accounts. */
export interface AccountLine {
  readonly journalId: string
  readonly line: number
  readonly kind: JournalKind
  readonly source: Source
  /** Whether the account is debited; a posting between two of them is told twice. */
  readonly isDebit: boolean
  readonly amount: Fen
  readonly effectiveAt: number
  readonly bookedOn: BusinessDay
}

const LINE = {
  journal_id: col.uuid,
  line: col.integer,
  kind: col.oneOf(JOURNAL_KINDS),
  source_type: col.text,
  source_id: col.text,
  is_debit: col.boolean,
  amount_fen: col.fen,
  effective_at: col.instant,
  booked_on: col.day,
}

/** Journals that are read at a time. */
const PAGE = 5_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const SELECT = `select p.journal_id, p.line, j.kind, j.source_type, j.source_id, s.is_debit, p.amount_fen, j.effective_at, j.booked_on
  from ledger_journal j join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
  cross join lateral (select true as is_debit where p.debit_account_id = any($2::uuid[]) union all select false where p.credit_account_id = any($2::uuid[])) s`

/** Yields the postings on some accounts that are booked on some days, both included, in pages. */
export async function* linesOfDays(
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
  { from, to }: { readonly from: BusinessDay; readonly to: BusinessDay },
): AsyncGenerator<AccountLine[]> {
  let after: { day: BusinessDay; id: string } | null = { day: from, id: FIRST_ID }
  while (after !== null) {
    const journals: { id: string; booked_on: BusinessDay }[] = await tx.query(
      { id: col.uuid, booked_on: col.day },
      // Journals of other accounts fall out below: asked for them here, the server joins all postings again for each page.
      `select j.id, j.booked_on from ledger_journal j where j.tenant_id = $1 and j.booked_on <= $2 and (j.booked_on, j.id) > ($3, $4)
       order by j.booked_on, j.id limit ${PAGE}`,
      [tenantId, to, after.day, after.id],
    )
    if (journals.length > 0)
      yield linesOfJournals(
        tx,
        tenantId,
        accountIds,
        journals.map(one => one.id),
      )
    const last = journals.at(-1)
    after = last !== undefined && journals.length === PAGE ? { day: last.booked_on, id: last.id } : null
  }
}

/** Returns the postings on some accounts of some journals, by the journals' ids. */
export const linesOfJournals = (
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
  journalIds: readonly string[],
): Promise<AccountLine[]> => linesOf(tx, tenantId, accountIds, 'j.id = any($3::uuid[])', uuidList(journalIds))

/** Returns the postings on some accounts whose journals a record caused, by its kind and ids, whenever they were booked. */
export const linesOfSources = (
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
  sourceType: string,
  sourceIds: readonly string[],
): Promise<AccountLine[]> =>
  linesOf(
    tx,
    tenantId,
    accountIds,
    'j.source_type = $4 and j.source_id = any($3::text[])',
    textList(sourceIds),
    sourceType,
  )

async function linesOf(
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
  where: string,
  ...values: readonly unknown[]
): Promise<AccountLine[]> {
  const rows = await tx.query(
    LINE,
    `${SELECT} where j.tenant_id = $1 and ${where} order by p.journal_id, p.line, s.is_debit desc`,
    [tenantId, uuidList(accountIds), ...values],
  )
  return rows.map(row => ({
    journalId: row.journal_id,
    line: row.line,
    kind: row.kind,
    source: { type: row.source_type, id: row.source_id },
    isDebit: row.is_debit,
    amount: row.amount_fen,
    effectiveAt: row.effective_at,
    bookedOn: row.booked_on,
  }))
}
