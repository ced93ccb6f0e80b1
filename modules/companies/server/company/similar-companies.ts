import { col, textList, type Tx } from '@wattyard/server-kit'
import { MAX_SIMILAR } from '../../contract/calls/similar.ts'
import { gramsOf, likeness, SIMILAR_FROM } from '../../contract/similar-name.ts'

export interface SimilarCompany {
  readonly id: string
  readonly name: string
  readonly taxNumber: string | null
}

/** Candidates that share most pairs of characters with a name; the likeness itself is reckoned for these alone. */
const CANDIDATES = 50

/** Returns companies whose name, or short name, is like a name, the most similar first. @param except a company that is being edited */
export async function similarCompanies(
  tx: Tx,
  tenantId: string,
  { name, except }: { name: string; except?: string | null | undefined },
): Promise<SimilarCompany[]> {
  const grams = gramsOf(name)
  if (grams.length === 0) return []
  const rows = await tx.query(
    { id: col.uuid, name: col.text, short_name: col.text.orNull, tax_number: col.text.orNull },
    `select id, name, short_name, tax_number from companies_company
     where tenant_id = $1 and name_grams && $2::text[] and id is distinct from $3
     order by cardinality(array(select unnest(name_grams) intersect select unnest($2::text[]))) desc, id limit ${CANDIDATES}`,
    [tenantId, textList(grams), except ?? null],
  )
  return rows
    .map(row => ({ row, like: Math.max(likeness(name, row.name), likeness(name, row.short_name ?? '')) }))
    .filter(({ like }) => like >= SIMILAR_FROM)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, MAX_SIMILAR)
    .map(({ row }) => ({ id: row.id, name: row.name, taxNumber: row.tax_number }))
}
