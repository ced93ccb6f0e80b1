import { fen, formatFen } from '@wattyard/money'
import { col, type DeletionBlocker, type Tx, uuidList } from '@wattyard/server-kit'

/** Returns which of these companies have documents. */
export async function companiesWithDocuments(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { company_id: col.uuid },
    'select distinct company_id from payables_document where tenant_id = $1 and company_id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  return new Set(rows.map(row => row.company_id))
}

/** Returns which of these channels payments of companies name. */
export async function channelsWithDocuments(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { channel_id: col.uuid.orNull },
    'select distinct channel_id from payables_document where tenant_id = $1 and channel_id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  return new Set(rows.flatMap(row => row.channel_id ?? []))
}

/** Returns the obstacles to a tenant's deletion: what it owes companies stops it, what they owe is its own loss. */
export async function payablesDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const rows = await tx.query(
    { owed: col.boolean, count: col.integer, amount: col.fen },
    `select kind in ('payable', 'advanceReceived') as owed, count(*)::int as count, sum(open_fen)::bigint as amount
     from payables_document where tenant_id = $1 and open_fen > 0 group by 1`,
    [tenantId],
  )
  return [true, false].map(owed => {
    const found = rows.find(row => row.owed === owed)
    return {
      what: owed ? 'payables.obstacle.owedToCompanies' : 'payables.obstacle.owedByCompanies',
      count: found?.count ?? 0,
      amount: formatFen(found?.amount ?? fen(0n)),
      stops: owed,
    }
  })
}
