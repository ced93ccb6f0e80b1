import { type Tx, col } from '@wattyard/server-kit'

/** Returns a tenant's tags whose own status allows charging, ordered by text. */
export async function activeTags(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.query(
    { tag: col.text },
    "select tag from members_tag where tenant_id = $1 and status = 'active' order by tag",
    [tenantId],
  )
  return rows.map(row => row.tag)
}
