import { col, type Tx, uuidList } from '@wattyard/server-kit'
import type { Outcome } from '../../contract/index.ts'
import { isLegalPerson } from '../outcomes/legal-person.ts'

/** Whom a movement was with, and what for. Names of companies are no personal data, and stand apart from those that may be of people. */
export interface Who {
  readonly company: string | null
  readonly party: string | null
  readonly text: string | null
}

interface Row {
  readonly party: string | null
  readonly text: string | null
}

/**
 * Returns by its id whom each outcome that somebody has to look at is about: as the row of the channel says, else our record of a payment of
 * a company. What agrees is left out: of the millions of payments of members nobody asks, and each would pay for it.
 *
 * @param companies names of companies by the id of our record
 */
export async function whoOf(
  tx: Tx,
  tenantId: string,
  outcomes: readonly { readonly id: string; readonly told: Outcome }[],
  companies: ReadonlyMap<string, string>,
): Promise<Map<string, Who>> {
  const open = outcomes.filter(({ told }) => told.standing === 'difference' || told.standing === 'waiting')
  const rows = await rowsOf(
    tx,
    tenantId,
    open.flatMap(({ told }) => told.rows),
  )
  const found = new Map<string, Who>()
  for (const { id, told } of open) {
    const own = told.rows.map(row => rows.get(row))
    const name = own.find(row => row?.party)?.party ?? null
    const isCompany = name !== null && isLegalPerson(name)
    const ours = told.orders.map(order => companies.get(order)).find(one => one !== undefined) ?? null
    const who = {
      company: name === null ? ours : isCompany ? name : null,
      party: isCompany ? null : name,
      text: own.find(row => row?.text)?.text ?? null,
    }
    if (who.company !== null || who.party !== null || who.text !== null) found.set(id, who)
  }
  return found
}

async function rowsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, party: col.text.orNull, text: col.text.orNull },
    'select id, party, text from reconciliation_row where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
