import { type Tx, col } from '@wattyard/server-kit'

/** Tags of a tenant that may charge as far as the tag goes, in order of their text. */
export async function activeTags(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.query(
    { tag: col.text },
    "select tag from members_tag where tenant_id = $1 and status = 'active' order by tag",
    [tenantId],
  )
  return rows.map(row => row.tag)
}
