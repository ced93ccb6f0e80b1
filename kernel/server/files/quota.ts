import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'

/** What a tenant's files take. */
export interface FileUse {
  /** Bytes, thumbnails and what is announced for files on their way included. */
  readonly bytes: number
  readonly files: number
}

export async function fileUse(tx: Tx, tenantId: string): Promise<FileUse> {
  const [row] = await tx.query(
    { bytes: col.bigint, files: col.bigint },
    `select coalesce(sum(bytes + thumbnail_bytes), 0)::bigint as bytes, count(*) as files
     from kernel_file where tenant_id = $1 and state <> 'removed'`,
    [tenantId],
  )
  return { bytes: Number(row?.bytes ?? 0n), files: Number(row?.files ?? 0n) }
}

/**
 * Makes sure that a file fits into what its tenant may store. One announcement at a time in a tenant, so that two at the same
 * moment do not both take the last room; the lock ends with the transaction.
 *
 * @throws Refusal `kernel.fileQuota`
 */
export async function mustFit(tx: Tx, tenantId: string, bytes: number, quotaBytes: number): Promise<void> {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('kernel_file ' || $1::text, 0))`, [tenantId])
  const { bytes: used } = await fileUse(tx, tenantId)
  if (used + bytes > quotaBytes)
    throw new Refusal('kernel.fileQuota', { params: { max: Math.floor(quotaBytes / (1024 * 1024)) } })
}
