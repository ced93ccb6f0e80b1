import { fen, sumFen } from '@wattyard/money'
import { DAY_MS } from '@wattyard/time'
import { col } from '@wattyard/server-kit'
import type { FoundRisk, MembersPorts } from '@wattyard/members/server'
import { openDebts } from './open-debts.ts'

/** Finds members who owe for orders that were settled longer ago than the company's rule says. */
export const risksOfDebts: MembersPorts['risksOfDebts'] = async (tx, tenantId, { oldDebt: { days } }, now) => {
  const rows = await tx.query(
    { id: col.uuid, member_id: col.uuid, settled_at: col.instant },
    `select id, member_id, settled_at from charging_order
     where tenant_id = $1 and receivable_fen > 0 and member_id is not null and settled_at < $2 and reversed_on is null`,
    [tenantId, new Date(now - days * DAY_MS)],
  )
  const open = await openDebts(
    tx,
    tenantId,
    rows.map(row => ({ id: row.id, memberId: row.member_id })),
  )
  const owing = Map.groupBy(
    rows.filter(row => open.has(row.id)),
    row => row.member_id,
  )
  return [...owing].map(
    ([memberId, orders]): FoundRisk => ({
      memberId,
      kind: 'oldDebt',
      count: orders.length,
      amount_fen: sumFen(orders.map(row => open.get(row.id)?.open ?? fen(0n))),
      since: Math.min(...orders.map(row => row.settled_at)),
      days,
    }),
  )
}
