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

/** Returns the name of the key that signed last, of all tenants and both chains; null when nothing was signed. */
export async function newestSigningKey(tx: Tx): Promise<string | null> {
  if (!(await hasTable(tx, 'finance_anchor'))) return null
  const [row] = await tx.query(
    { key_id: col.text },
    `select key_id from (
       (select key_id, at from finance_anchor order by at desc limit 1)
       union all (select key_id, sealed_at from finance_day_close where key_id is not null order by sealed_at desc limit 1)) newest
     order by at desc limit 1`,
  )
  return row?.key_id ?? null
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
      const months = await tx.query(
        { tenantId: col.uuid, seq: col.integer, root: col.text, at: col.instant },
        `select distinct on (tenant_id) tenant_id as "tenantId", replace(month, '-', '')::int as seq, root, closed_at as at from finance_month_close
         where state = 'closed' and root is not null and closed_at is not null order by tenant_id, month desc`,
      )
      const anchors = await tx.query(
        { tenantId: col.uuid, seq: col.integer, root: col.text, at: col.instant },
        `select distinct on (tenant_id) tenant_id as "tenantId", seq, hash as root, at from finance_anchor order by tenant_id, seq desc`,
      )
      return [
        ...days.map(one => ({ ...one, kind: 'day' as const })),
        ...months.map(one => ({ ...one, kind: 'month' as const })),
        ...anchors.map(one => ({ ...one, kind: 'anchor' as const })),
      ]
    },
    { readOnly: true },
  )
}
