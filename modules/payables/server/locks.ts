import { col, type Tx, uuidList } from '@wattyard/server-kit'

/** Name of the locks of companies among all advisory locks. */
const COMPANY_LOCK = 771_480

/**
 * Locks everything of companies for this transaction. All writers of documents take it before they lock a row, so that two payments of
 * one company wait for each other in one order, whatever documents they name.
 */
export async function lockCompanies(tx: Tx, companyIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(companyIds)].toSorted())
    await tx.execute('select pg_advisory_xact_lock($1, hashtext($2))', [COMPANY_LOCK, id])
}

/** Locks the companies of documents; unknown documents are left out. */
export async function lockCompaniesOf(tx: Tx, tenantId: string, documentIds: readonly string[]): Promise<void> {
  const rows = await tx.query(
    { company_id: col.uuid },
    'select distinct company_id from payables_document where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(documentIds)],
  )
  await lockCompanies(
    tx,
    rows.map(row => row.company_id),
  )
}
