import { type Database, col } from '@wattyard/server-kit'
import { expect } from 'vitest'

/**
 * One mark per table, of every row in it or of those of one tenant. Tables that only note when sessions were seen are
 * left out.
 */
export async function fingerprint(db: Database, tenantId?: string): Promise<Record<string, string>> {
  const tables = await db.platform(tx =>
    tx.query(
      { name: col.text, has_tenant: col.boolean },
      `select table_name as name, exists (
         select 1 from information_schema.columns c
         where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'tenant_id') as has_tenant
       from information_schema.tables t
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('identity_session', 'wattyard_migration')`,
    ),
  )
  const counted = tenantId === undefined ? tables : tables.filter(table => table.has_tenant)
  expect(counted.length).toBeGreaterThan(40)
  const marks: Record<string, string> = {}
  for (const { name } of counted) {
    const [row] = await db.platform(tx =>
      tx.query(
        { mark: col.text },
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as mark
         from ${name} t ${tenantId === undefined ? '' : 'where tenant_id = $1'}`,
        tenantId === undefined ? [] : [tenantId],
      ),
    )
    marks[name] = row?.mark ?? ''
  }
  return marks
}
