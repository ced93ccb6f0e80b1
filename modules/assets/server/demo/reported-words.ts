import { col, type Tx } from '@wattyard/server-kit'

/** What a pile calls its manufacturer and model when it boots. */
export interface ReportedWords {
  vendor: string
  model: string
}

const WORDS = { id: col.uuid, vendor: col.text, model: col.text }

/** Returns what piles of a tenant would say of themselves, by their ids; piles without a model, or of a nameless one, are missing. */
export async function reportedWords(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, ReportedWords>> {
  const rows = await tx.query(
    WORDS,
    `select p.id, f.reported_as as vendor, m.reported_as as model from assets_pile p
     join assets_model m on m.tenant_id = p.tenant_id and m.id = p.model_id and m.reported_as is not null
     join assets_manufacturer f on f.tenant_id = m.tenant_id and f.id = m.manufacturer_id and f.reported_as is not null
     where p.tenant_id = $1`,
    [tenantId],
  )
  return new Map(rows.map(({ id, ...words }) => [id, words]))
}
