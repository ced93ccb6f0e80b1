import { bookedDaysAfter, booksOf } from '@wattyard/ledger/server'
import { type DeletionBlocker, type Tx, col } from '@wattyard/server-kit'

/**
 * Returns the obstacles to a tenant's deletion. Open days stay in the ledger and can be verified there, but lack the seal of a
 * closing; they do not stop it.
 */
export async function financeDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const { closedUntil } = await booksOf(tx, tenantId)
  const [row] = await tx.query(
    { sealing: col.bigint },
    "select count(*) as sealing from finance_day_close where tenant_id = $1 and state in ('sealing', 'proposed')",
    [tenantId],
  )
  return [
    {
      what: 'finance.obstacle.openDays',
      count: (await bookedDaysAfter(tx, tenantId, closedUntil)) + Number(row?.sealing ?? 0n),
      stops: false,
    },
  ]
}
