import { type BusinessDay, businessDay } from '@wattyard/time'
import { Refusal, type Tx, col } from '@wattyard/server-kit'

export interface Books {
  closedUntil: BusinessDay | null
  /** Up to here sums are rolled up per day. */
  rolledUntil: BusinessDay | null
}

/** Returns how far a tenant's books are closed and rolled up. */
export async function booksOf(tx: Tx, tenantId: string): Promise<Books> {
  const [row] = await tx.query(
    { closed_until: col.text.orNull, rolled_until: col.text.orNull },
    'select closed_until::text, rolled_until::text from ledger_closed_until where tenant_id = $1',
    [tenantId],
  )
  const day = (text: string | null | undefined) => (text ? businessDay(text) : null)
  return { closedUntil: day(row?.closed_until), rolledUntil: day(row?.rolled_until) }
}

/**
 * Takes the tenant's books exclusively until the transaction ends. It waits for all running postings, and new ones wait for it.
 */
export async function lockBooksAlone(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(771430, hashtext($1::uuid::text))', [tenantId])
}

/**
 * Closes the books up to and including a day. From then on no posting is booked there. Keep the transaction short, because the
 * tenant's orders wait for it. Roll-up, trial balance and proof of the closed days follow later, since those days no longer
 * change.
 *
 * @throws Refusal `ledger.closedAlready` when that day is closed
 */
export async function closeBooks(tx: Tx, { tenantId, until }: { tenantId: string; until: BusinessDay }): Promise<void> {
  await lockBooksAlone(tx, tenantId)
  const closed = await tx.execute(
    `insert into ledger_closed_until as c (tenant_id, closed_until) values ($1, $2)
     on conflict (tenant_id) do update set closed_until = excluded.closed_until, updated_at = now()
     where c.closed_until is null or c.closed_until < excluded.closed_until`,
    [tenantId, until],
  )
  if (closed === 0) throw new Refusal('ledger.closedAlready', { params: { day: until } })
}

/** Opens the days after `until` again (all days when null) and deletes their roll-up. The caller records the reason. */
export async function reopenBooks(
  tx: Tx,
  { tenantId, until }: { tenantId: string; until: BusinessDay | null },
): Promise<void> {
  await lockBooksAlone(tx, tenantId)
  await tx.execute(
    `update ledger_closed_until set closed_until = $2::date, updated_at = now(),
       rolled_until = case when rolled_until > $2::date then $2::date when $2::date is not null then rolled_until end
     where tenant_id = $1 and ($2::date is null or closed_until > $2::date)`,
    [tenantId, until],
  )
  for (const table of ['ledger_balance_day', 'ledger_code_day'])
    await tx.execute(`delete from ${table} where tenant_id = $1 and day > coalesce($2::date, '-infinity'::date)`, [
      tenantId,
      until,
    ])
}

/**
 * Rolls up the closed days that are not rolled up yet, into one row per account and day, and one per account code and day.
 *
 * @returns number of rows written per account
 */
export async function rollUpClosedDays(tx: Tx, tenantId: string): Promise<number> {
  const [books] = await tx.query(
    { closed_until: col.text.orNull, rolled_until: col.text.orNull },
    'select closed_until::text, rolled_until::text from ledger_closed_until where tenant_id = $1 for update',
    [tenantId],
  )
  if (!books?.closed_until || books.closed_until === books.rolled_until) return 0
  const made = await tx.execute(
    `insert into ledger_balance_day (tenant_id, account_id, day, debits_fen, credits_fen)
     select $1, account_id, booked_on, sum(debit), sum(credit) from (
       select debit_account_id as account_id, booked_on, amount_fen as debit, 0::bigint as credit from ledger_posting
       where tenant_id = $1 and booked_on > coalesce($2::date, '-infinity'::date) and booked_on <= $3::date
       union all
       select credit_account_id, booked_on, 0, amount_fen from ledger_posting
       where tenant_id = $1 and booked_on > coalesce($2::date, '-infinity'::date) and booked_on <= $3::date
     ) as moves group by account_id, booked_on`,
    [tenantId, books.rolled_until, books.closed_until],
  )
  await tx.execute(
    `insert into ledger_code_day (tenant_id, day, code, currency, debits_fen, credits_fen)
     select b.tenant_id, b.day, a.code, a.currency, sum(b.debits_fen), sum(b.credits_fen)
     from ledger_balance_day b join ledger_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
     where b.tenant_id = $1 and b.day > coalesce($2::date, '-infinity'::date) group by b.tenant_id, b.day, a.code, a.currency`,
    [tenantId, books.rolled_until],
  )
  await tx.execute('update ledger_closed_until set rolled_until = closed_until where tenant_id = $1', [tenantId])
  return made
}

/** Returns tenants with closed days that are not rolled up yet, for the catch-up job. */
export async function tenantsToRollUp(tx: Tx): Promise<string[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid },
    'select tenant_id from ledger_closed_until where closed_until is not null and rolled_until is distinct from closed_until',
  )
  return rows.map(row => row.tenant_id)
}
