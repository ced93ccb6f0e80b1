import { type Caller, col, likeText, scoped, seesPersonal, type Tx, uuidList } from '@wattyard/server-kit'
import { outcome } from '../../contract/index.ts'

/** Most outcomes that a name finds: the newest of them. */
const MOST_FOUND = 1_000

/** Returns the companies that outcomes are about, by the outcome: everybody may read them, other names are masked as personal data. */
export async function companiesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, company: col.text },
    'select id, company from reconciliation_outcome where tenant_id = $1 and id = any($2::uuid[]) and company is not null',
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ id, company }) => [id, company]))
}

/**
 * Returns the outcomes whose counterparty or text a typed text is part of. Readers who see people masked find companies alone: what is
 * hidden from them must answer no question.
 */
export async function findByWho(tx: Tx, caller: Caller, q: string): Promise<readonly string[]> {
  const where = scoped(caller, outcome)
  const like = where.value(likeText(q.toLowerCase()))
  const asked = seesPersonal(caller) ? ['company', 'party', 'text'] : ['company']
  where.add('(company is not null or party is not null or text is not null)')
  where.add(`(${asked.map(column => `lower(${column}) like ${like}`).join(' or ')})`)
  const rows = await tx.query(
    { id: col.uuid },
    `select id from reconciliation_outcome where ${where.text} order by day desc, id limit ${MOST_FOUND}`,
    where.values,
  )
  return rows.map(({ id }) => id)
}
