import { type Database, hasTable, type Tx, col } from '@wattyard/server-kit'
import type { OutsideLine } from './outside-roots.ts'

/** Returns the root of each tenant's last sealed closing, to check a restored copy of the books. */
export async function lastRoots(tx: Tx): Promise<{ tenantId: string; seq: number; root: string }[]> {
  if (!(await hasTable(tx, 'finance_day_close'))) return []
  return tx.query(
    { tenantId: col.uuid, seq: col.integer, root: col.text },
    `select distinct on (tenant_id) tenant_id as "tenantId", seq, root from finance_day_close
     where root is not null and seq is not null order by tenant_id, seq desc`,
  )
}

/** Returns the ends of all chains in the database, to be stored outside of it. */
export async function endsOfChains(db: Database): Promise<OutsideLine[]> {
  return db.platform(
    async tx => {
      const days = await tx.query(
        { tenantId: col.uuid, seq: col.integer, root: col.text, at: col.instant },
        `select distinct on (tenant_id) tenant_id as "tenantId", seq, root, sealed_at as at from finance_day_close
         where root is not null and seq is not null and sealed_at is not null order by tenant_id, seq desc`,
      )
      const anchors = await tx.query(
        { tenantId: col.uuid, seq: col.integer, root: col.text, at: col.instant },
        `select distinct on (tenant_id) tenant_id as "tenantId", seq, hash as root, at from finance_anchor order by tenant_id, seq desc`,
      )
      return [
        ...days.map(one => ({ ...one, kind: 'day' as const })),
        ...anchors.map(one => ({ ...one, kind: 'anchor' as const })),
      ]
    },
    { readOnly: true },
  )
}
