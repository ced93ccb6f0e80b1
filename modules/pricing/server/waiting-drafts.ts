import { type Caller, type Tx, col } from '@wattyard/server-kit'
import { policiesWithinReach } from './policies-within-reach.ts'

/**
 * Returns the number of complete drafts that the caller can publish, and the instant of the oldest. Drafts of policies in force
 * at stations outside the caller's scope are not counted.
 *
 * @param at epoch ms
 */
export async function waitingDrafts(
  tx: Tx,
  caller: Caller,
  at: number,
): Promise<{ count: number; oldest: number | null }> {
  const rows = await tx.query(
    { policy_id: col.uuid, count: col.bigint, oldest: col.instant },
    `select policy_id, count(*) as count, min(updated_at) as oldest from pricing_version
     where tenant_id = $1 and state = 'draft' and problems = 0 group by policy_id`,
    [caller.tenantId],
  )
  if (rows.length === 0) return { count: 0, oldest: null }
  const reached = await policiesWithinReach(
    tx,
    caller,
    rows.map(row => row.policy_id),
    at,
  )
  const theirs = rows.filter(row => reached.has(row.policy_id))
  return {
    count: theirs.reduce((sum, row) => sum + Number(row.count), 0),
    oldest: theirs.length > 0 ? Math.min(...theirs.map(row => row.oldest)) : null,
  }
}
