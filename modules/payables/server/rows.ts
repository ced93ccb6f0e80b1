import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import { DOCUMENT_KINDS, PURPOSES } from '../contract/index.ts'

const PHASES = ['draft', 'confirmed', 'cancelled'] as const

const STORED_DOCUMENT = {
  id: col.uuid,
  number: col.text,
  kind: col.oneOf(DOCUMENT_KINDS),
  company_id: col.uuid,
  phase: col.oneOf(PHASES),
  amount_fen: col.fen,
  tax_fen: col.fen,
  open_fen: col.fen,
  written_off_fen: col.fen,
  purpose: col.oneOf(PURPOSES).orNull,
  subject: col.text.orNull,
  issued: col.day,
  due: col.day.orNull,
  channel_id: col.uuid.orNull,
  account_id: col.uuid.orNull,
  receipt: col.text.orNull,
  booked_on: col.day.orNull,
  journal_id: col.uuid.orNull,
}

/** A document as writers need it. */
export type StoredDocument = RowIn<typeof STORED_DOCUMENT>

/** Returns documents by id, locked in one order; unknown ones are left out. The locks of their companies come first. */
export async function lockDocuments(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const rows = await tx.query(
    STORED_DOCUMENT,
    `select id, number, kind, company_id, phase, amount_fen, tax_fen, open_fen, written_off_fen, purpose, subject, issued, due, channel_id, account_id, receipt,
       booked_on, journal_id
     from payables_document where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
    [tenantId, uuidList([...new Set(ids)])],
  )
  return new Map(rows.map(row => [row.id, row]))
}
