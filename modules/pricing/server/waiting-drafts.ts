import type { Tx } from '@wattyard/server-kit'

/** Complete drafts that wait for their publication, and since when the oldest does. */
export async function waitingDrafts(tx: Tx, tenantId: string): Promise<{ count: number; oldest: number | null }> {
  const [row] = await tx.query<{ count: bigint; oldest: number | null }>(
    `select count(*) as count, min(updated_at) as oldest from pricing_version where tenant_id = $1 and state = 'draft' and problems = 0`,
    [tenantId],
  )
  return { count: Number(row?.count ?? 0n), oldest: row?.oldest ?? null }
}
