import { col, type Tx, uuidList } from '@wattyard/server-kit'

/** Returns the names of channels by id; unknown ones are left out. */
export async function channelNames(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query(
    { id: col.uuid, name: col.text },
    'select id, name from payments_channel where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(row => [row.id, row.name]))
}
