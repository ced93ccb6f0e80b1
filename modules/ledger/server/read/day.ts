import type { Fen } from '@wattyard/money'
import { fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { type Tx, col } from '@wattyard/server-kit'
import { type AccountCode, type JournalKind, ACCOUNT_CODES } from '../../contract/index.ts'

/** All columns of a journal as a tuple: integers as text, instants as microseconds since 1970, nulls kept. */
export type WholeJournal = readonly [
  id: string,
  idemKey: string,
  requestHash: string,
  kind: JournalKind,
  sourceType: string,
  sourceId: string,
  currency: string,
  effectiveAt: string,
  bookedOn: string,
  createdAt: string,
  actor: string,
  memo: string | null,
  reversesId: string | null,
  lineCount: string,
  amount_fen: string,
  postings: readonly WholePosting[],
]
/** [line, debit account, credit account, amount, booked on] */
export type WholePosting = readonly [line: string, debit: string, credit: string, amount_fen: string, bookedOn: string]

type Own = WholeJournal extends readonly [...infer First, unknown] ? First : never

/** Numbers, ids and days hold neither comma nor semicolon, so postings need no JSON of their own. */
function postingsOf(text: string | null): WholePosting[] {
  if (text === null) return []
  return text.split(';').map(posting => posting.split(',') as unknown as WholePosting) // five values each, by the statement
}

/** Cursor: the last row of the previous page. */
export interface JournalKey {
  day: string
  id: string
}

const FIRST: JournalKey = { day: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Returns one page of the journals booked after one day up to another, with all columns, in order of day and id, for proofs over
 * closed days. One text per row keeps hundreds of thousands cheap.
 */
export async function wholeJournals(
  tx: Tx,
  {
    tenantId,
    after,
    upTo,
    key,
    limit,
  }: { tenantId: string; after: BusinessDay | null; upTo: BusinessDay; key: JournalKey | null; limit: number },
): Promise<{ list: WholeJournal[]; next: JournalKey | null }> {
  const from = key ?? FIRST
  const rows = await tx.query(
    { body: col.text },
    `with page as materialized (
       select * from ledger_journal
       where tenant_id = $1 and (booked_on, id) > ($2::date, $3::uuid) and booked_on > coalesce($4::date, '-infinity'::date) and booked_on <= $5::date
       order by booked_on, id limit $6
     )
     select json_build_array(j.id, j.idem_key, j.request_hash, j.kind, j.source_type, j.source_id, j.currency,
         (extract(epoch from j.effective_at) * 1000000)::bigint::text, j.booked_on::text, (extract(epoch from j.created_at) * 1000000)::bigint::text,
         j.actor, j.memo, j.reverses_id, j.line_count::text, j.amount_fen::text, lines.list)::text as body
     from page j
     left join lateral (
       select string_agg(p.line || ',' || p.debit_account_id || ',' || p.credit_account_id || ',' || p.amount_fen || ',' || p.booked_on, ';' order by p.line) as list
       from ledger_posting p where p.tenant_id = j.tenant_id and p.journal_id = j.id
     ) lines on true
     order by j.booked_on, j.id`,
    [tenantId, from.day, from.id, after, upTo, limit],
  )
  const list = rows.map((row): WholeJournal => {
    const journal = JSON.parse(row.body) as [...Own, string | null] // built by the statement above
    return [...(journal.slice(0, -1) as Own), postingsOf(journal[15])] as const // all but its last place
  })
  const last = list.length === limit ? list.at(-1) : undefined
  return { list, next: last ? { day: last[8], id: last[0] } : null }
}

/** Returns the movement per account code of one kind and source type within days: credits minus debits. */
export async function movesOfKind(
  tx: Tx,
  question: { tenantId: string; kind: JournalKind; sourceType: string; after: BusinessDay | null; upTo: BusinessDay },
): Promise<ReadonlyMap<AccountCode, Fen>> {
  // A day that was just filled has no statistics yet; then the planner would walk the whole day's postings for
  // every journal (measured: minutes). Hashing both sides once is right for any number of rows.
  await tx.execute('set local enable_nestloop = off')
  const rows = await tx.query(
    { code: col.oneOf(ACCOUNT_CODES), moved: col.text },
    `select a.code, sum(m.moved)::text as moved from (
       select case side.n when 1 then p.debit_account_id else p.credit_account_id end as account_id, sum(case side.n when 1 then -p.amount_fen else p.amount_fen end) as moved
       from ledger_journal j
       join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
       cross join (values (1), (2)) as side(n)
       where j.tenant_id = $1 and j.booked_on > coalesce($2::date, '-infinity'::date) and j.booked_on <= $3::date and j.kind = $4 and j.source_type = $5
         and p.booked_on > coalesce($2::date, '-infinity'::date) and p.booked_on <= $3::date
       group by 1
     ) m join ledger_account a on a.tenant_id = $1 and a.id = m.account_id group by a.code`,
    [question.tenantId, question.after, question.upTo, question.kind, question.sourceType],
  )
  await tx.execute('set local enable_nestloop = on')
  return new Map(rows.map(row => [row.code, fen(BigInt(row.moved))]))
}

/** Returns the sums of journals of one kind by booking day and source, such as refunds by order. */
export async function amountsBySource(
  tx: Tx,
  question: { tenantId: string; kind: JournalKind; sourceType: string; from: BusinessDay; to: BusinessDay },
): Promise<{ day: BusinessDay; sourceId: string; amount_fen: Fen }[]> {
  const rows = await tx.query(
    { day: col.day, sourceId: col.text, amount: col.text },
    `select booked_on as day, source_id as "sourceId", sum(amount_fen)::text as amount from ledger_journal
     where tenant_id = $1 and kind = $2 and source_type = $3 and booked_on between $4::date and $5::date group by booked_on, source_id`,
    [question.tenantId, question.kind, question.sourceType, question.from, question.to],
  )
  return rows.map(row => ({ day: row.day, sourceId: row.sourceId, amount_fen: fen(BigInt(row.amount)) }))
}

export interface ReversedAmount {
  /** Day of the reversal. */
  day: BusinessDay
  sourceId: string
  amount_fen: Fen
}

/**
 * Returns the amounts that reversals of one kind of journal took back, by booking day and source. With `ofRevenue` only revenue
 * counts, since a settlement also moves held money; otherwise the journals' whole amounts.
 */
export async function reversedBySource(
  tx: Tx,
  question: {
    tenantId: string
    kind: JournalKind
    sourceType: string
    from: BusinessDay
    to: BusinessDay
    ofRevenue: boolean
  },
): Promise<ReversedAmount[]> {
  const rows = await tx.query(
    { day: col.day, sourceId: col.text, amount: col.text },
    `select r.booked_on as day, r.source_id as "sourceId", coalesce(sum(case when $6 then m.moved else r.amount_fen end), 0)::text as amount
     from ledger_journal r
     join ledger_journal j on j.tenant_id = r.tenant_id and j.id = r.reverses_id and j.kind = $2
     cross join lateral (
       select sum(p.amount_fen * ((d.code = any($7::text[]))::int - (c.code = any($7::text[]))::int)) as moved
       from ledger_posting p
       join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
       join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
       where p.tenant_id = r.tenant_id and p.journal_id = r.id) m
     where r.tenant_id = $1 and r.kind = 'reversal' and r.source_type = $3 and r.booked_on between $4::date and $5::date
     group by r.booked_on, r.source_id`,
    [question.tenantId, question.kind, question.sourceType, question.from, question.to, question.ofRevenue, EARNED],
  )
  return rows.map(row => ({ day: row.day, sourceId: row.sourceId, amount_fen: fen(BigInt(row.amount)) }))
}

/** Accounts whose sum is the net revenue of an order: both revenues minus the discount. */
const EARNED: readonly AccountCode[] = ['electricity_revenue', 'service_revenue', 'marketing_cost']

/** Returns how many journals of one source type within days are of none of these kinds. */
export async function journalsOfOtherKinds(
  tx: Tx,
  question: {
    tenantId: string
    kinds: readonly JournalKind[]
    sourceType: string
    after: BusinessDay | null
    upTo: BusinessDay
  },
): Promise<{ count: number; amount_fen: Fen }> {
  const [row] = await tx.query(
    { count: col.integer, amount: col.text },
    `select count(*)::int as count, coalesce(sum(amount_fen), 0)::text as amount from ledger_journal
     where tenant_id = $1 and source_type = $2 and kind <> all($3::text[]) and booked_on > coalesce($4::date, '-infinity'::date) and booked_on <= $5::date`,
    [question.tenantId, question.sourceType, question.kinds, question.after, question.upTo],
  )
  return { count: row?.count ?? 0, amount_fen: fen(BigInt(row?.amount ?? '0')) }
}

/** Returns the first day with a journal; null for an empty ledger. */
export async function firstJournalDay(tx: Tx, tenantId: string): Promise<BusinessDay | null> {
  const [row] = await tx.query(
    { day: col.day },
    'select booked_on as day from ledger_journal where tenant_id = $1 order by booked_on, id limit 1',
    [tenantId],
  )
  return row?.day ?? null
}

/** Counts days with journals after `after`; null counts from the beginning. */
export async function bookedDaysAfter(tx: Tx, tenantId: string, after: BusinessDay | null): Promise<number> {
  const [row] = await tx.query(
    { days: col.bigint },
    'select count(distinct booked_on) as days from ledger_journal where tenant_id = $1 and ($2::date is null or booked_on > $2::date)',
    [tenantId, after],
  )
  return Number(row?.days ?? 0n)
}
