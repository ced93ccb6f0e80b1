import { type Fen, formatFen } from '@wattyard/money'
import { type Caller, col, type Tx, uuidList, type WireRecord } from '@wattyard/server-kit'

/**
 * Returns what journals move from one owner to another, in fen, by id. One that moves money between accounts of one owner alone, such as a
 * hold, moves all of it.
 */
export async function movedOfJournals(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Fen>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    { journal_id: col.uuid, moved: col.fen },
    `select p.journal_id, coalesce(sum(p.amount_fen) filter (where d.owner_id <> c.owner_id or d.owner_type <> c.owner_type), sum(p.amount_fen))::bigint as moved
     from ledger_posting p
     join ledger_account d on d.tenant_id = $1 and d.id = p.debit_account_id
     join ledger_account c on c.tenant_id = $1 and c.id = p.credit_account_id
     where p.tenant_id = $1 and p.journal_id = any($2::uuid[]) group by p.journal_id`,
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(row => [row.journal_id, row.moved]))
}

/** Adds to journals what they move. */
export async function addMoved(tx: Tx, { tenantId }: Caller, records: readonly WireRecord[]): Promise<void> {
  const moved = await movedOfJournals(
    tx,
    tenantId,
    records.map(({ id }) => id),
  )
  for (const record of records) {
    const amount = moved.get(record.id)
    if (amount !== undefined) record.moved = formatFen(amount)
  }
}
