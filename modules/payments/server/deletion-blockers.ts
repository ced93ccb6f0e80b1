import { fen, formatFen } from '@wattyard/money'
import { col, type DeletionBlocker, type Tx, textList } from '@wattyard/server-kit'
import { isOwed, PART_STATES } from '../contract/index.ts'

/** Returns the obstacle to a tenant's deletion: refunds that were granted and not paid out are owed to people. */
export async function paymentsDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const [owed] = await tx.query(
    { count: col.integer, amount: col.fen },
    `select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as amount from payments_refund_part
     where tenant_id = $1 and state = any($2::text[])`,
    [tenantId, textList(PART_STATES.filter(isOwed))],
  )
  const amount = formatFen(owed?.amount ?? fen(0n))
  return [{ what: 'payments.obstacle.refundsOwed', count: owed?.count ?? 0, amount, stops: true }]
}
