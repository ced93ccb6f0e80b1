import { addDays, type BusinessDay, businessDay } from '@wattyard/time'
import { bigintList, instantList, intList, newId, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import type { JournalDraft } from '../contract/index.ts'
import type { Balances } from './weigh-journals.ts'

/** A draft prepared for writing, with its hash, id and booking day. */
export interface Prepared {
  draft: JournalDraft
  id: string
  hash: string
  bookedOn: BusinessDay
  reversesId: string | null
}

export interface StoredKey {
  id: string
  hash: string
  bookedOn: BusinessDay
}

/** Returns the map key of an idempotency key; those are unique per tenant. */
export const keyText = (tenantId: string, idemKey: string): string => `${tenantId}|${idemKey}`

/** Keeps the books of the tenants open until the transaction ends, and returns their last closed days. */
export async function lockBooks(tx: Tx, tenantIds: readonly string[]): Promise<Map<string, BusinessDay>> {
  const rows = await tx.query(
    { tenant: col.uuid, closed: col.text.orNull },
    'select tenant, closed::text from ledger_lock_books($1::uuid[])',
    [tenantIds],
  )
  return new Map(rows.flatMap(row => (row.closed ? [[row.tenant, businessDay(row.closed)] as const] : [])))
}

/** Returns the day to book on: the given day, or the next open one if it is closed. The instant stays unchanged. */
export function dayFor(wanted: BusinessDay, closedUntil: BusinessDay | undefined): BusinessDay {
  return closedUntil !== undefined && wanted <= closedUntil ? addDays(closedUntil, 1) : wanted
}

/**
 * Locks the accounts that keep their sums, in id order so that no two posters ever wait in a ring,
 * and reads their balances.
 */
export async function lockAccounts(tx: Tx, drafts: readonly Pick<JournalDraft, 'postings'>[]): Promise<Balances> {
  const accounts = new Map<string, string>()
  for (const { postings } of drafts)
    for (const { debit, credit } of postings)
      for (const { id, tenantId, running } of [debit, credit]) if (running) accounts.set(id, tenantId)
  if (accounts.size === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, balance_fen: col.bigint },
    `select a.id, a.balance_fen from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join ledger_account a on a.tenant_id = k.tenant_id and a.id = k.id
     order by a.id for update of a`,
    [uuidList([...accounts.values()]), uuidList([...accounts.keys()])],
  )
  if (rows.length !== accounts.size)
    throw new Error(`${accounts.size - rows.length} accounts of the postings do not exist`)
  return new Map(rows.map(row => [row.id, row.balance_fen]))
}

export async function findKeys(tx: Tx, drafts: readonly JournalDraft[]): Promise<Map<string, StoredKey>> {
  if (drafts.length === 0) return new Map()
  const rows = await tx.query(
    { tenant_id: col.uuid, idem_key: col.text, id: col.uuid, request_hash: col.text, booked_on: col.text },
    `select j.tenant_id, j.idem_key, j.id, j.request_hash, j.booked_on::text from unnest($1::uuid[], $2::text[]) as k(tenant_id, idem_key)
     join ledger_journal j on j.tenant_id = k.tenant_id and j.idem_key = k.idem_key`,
    [uuidList(drafts.map(draft => draft.tenantId)), textList(drafts.map(draft => draft.idemKey))],
  )
  return new Map(
    rows.map(row => [
      keyText(row.tenant_id, row.idem_key),
      { id: row.id, hash: row.request_hash, bookedOn: businessDay(row.booked_on) },
    ]),
  )
}

/**
 * Writes journals with their postings in one statement; triggers prove them and move the balances.
 *
 * @returns ids written; a journal whose key came in meanwhile from elsewhere is not among them
 */
export async function insertJournals(tx: Tx, prepared: readonly Prepared[]): Promise<Set<string>> {
  if (prepared.length === 0) return new Set()
  // In one order everywhere: two writers of the same keys wait for each other and never deadlock.
  const sorted = prepared.toSorted((a, b) =>
    keyText(a.draft.tenantId, a.draft.idemKey) < keyText(b.draft.tenantId, b.draft.idemKey) ? -1 : 1,
  )
  const column = <T>(pick: (one: Prepared) => T) => sorted.map(pick)
  const lines = sorted.flatMap(({ id, draft }) =>
    draft.postings.map((posting, index) => ({ id, line: index + 1, posting })),
  )
  const rows = await tx.query(
    { id: col.uuid },
    `with journal as (
       insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, currency,
         effective_at, booked_on, actor, memo, reverses_id, line_count, amount_fen)
       select tenant_id, id, idem_key, request_hash, kind, source_type, source_id, currency,
         effective_at, booked_on::date, actor, memo, reverses_id, line_count, amount_fen
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::uuid[], $14::integer[], $15::bigint[])
         as f(tenant_id, id, idem_key, request_hash, kind, source_type, source_id, currency,
              effective_at, booked_on, actor, memo, reverses_id, line_count, amount_fen)
       on conflict (tenant_id, idem_key) do nothing
       returning tenant_id, id, booked_on
     ), posting as (
       insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
       select journal.tenant_id, journal.id, f.line, f.debit, f.credit, f.amount, journal.booked_on
       from unnest($16::uuid[], $17::integer[], $18::uuid[], $19::uuid[], $20::bigint[]) as f(journal_id, line, debit, credit, amount)
       join journal on journal.id = f.journal_id
     )
     select id from journal`,
    [
      uuidList(column(one => one.draft.tenantId)),
      uuidList(column(one => one.id)),
      textList(column(one => one.draft.idemKey)),
      textList(column(one => one.hash)),
      textList(column(one => one.draft.kind)),
      textList(column(one => one.draft.source.type)),
      textList(column(one => one.draft.source.id)),
      textList(column(one => one.draft.postings[0]?.debit.currency ?? null)),
      instantList(column(one => one.draft.effectiveAt)),
      textList(column(one => one.bookedOn)),
      textList(column(one => one.draft.actor)),
      textList(column(one => one.draft.memo ?? null)),
      uuidList(column(one => one.reversesId)),
      intList(column(one => one.draft.postings.length)),
      bigintList(column(one => one.draft.postings.reduce((sum, posting) => sum + posting.amount_fen, 0n))),
      uuidList(lines.map(one => one.id)),
      intList(lines.map(one => one.line)),
      uuidList(lines.map(one => one.posting.debit.id)),
      uuidList(lines.map(one => one.posting.credit.id)),
      bigintList(lines.map(one => one.posting.amount_fen)),
    ],
  )
  return new Set(rows.map(row => row.id))
}

/** Prepares a draft for writing. It generates the id, so that the order of a batch is the order of its ids. */
export function prepare(
  draft: JournalDraft,
  hash: string,
  closedUntil: BusinessDay | undefined,
  reversesId: string | null,
): Prepared {
  return { draft, id: newId(), hash, bookedOn: dayFor(draft.bookedOn, closedUntil), reversesId }
}
