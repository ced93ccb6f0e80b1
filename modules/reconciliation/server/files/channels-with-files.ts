import { col, type Tx, uuidList } from '@wattyard/server-kit'

/** Returns which of some channels have files: what was compared with them would be left without its channel. */
export async function channelsWithFiles(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { channel_id: col.uuid },
    'select distinct channel_id from reconciliation_file where tenant_id = $1 and channel_id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  return new Set(rows.map(one => one.channel_id))
}
