import { hasTable, type Tx } from '@wattyard/server-kit'

/** Root of the last closing that was sealed, by tenant: what a copy of the books must have again. */
export async function lastRoots(tx: Tx): Promise<{ tenantId: string; seq: number; root: string }[]> {
  if (!(await hasTable(tx, 'finance_day_close'))) return []
  return tx.query(
    `select distinct on (tenant_id) tenant_id as "tenantId", seq, root from finance_day_close
     where root is not null order by tenant_id, seq desc`,
  )
}
