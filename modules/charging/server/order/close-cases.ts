import type { LiveBus, Tx } from '@wattyard/server-kit'
import { followFindings, lockAbnormal } from './follow-findings.ts'

export interface CaseEnd {
  state: 'handled' | 'dismissed'
  at: number
  by: string
  note: string
}

/**
 * Ends the open cases of orders that a person has decided on.
 * @returns number of cases
 */
export async function closeCases(tx: Tx, tenantId: string, orderIds: readonly string[], end: CaseEnd): Promise<number> {
  const orders = orderIds.map(orderId => ({ tenantId, orderId }))
  await lockAbnormal(tx, orders)
  const closed = await tx.execute(
    `update charging_finding set state = $3, closed_at = $4, closed_by = $5, note = $6, version = version + 1, updated_at = now()
     where tenant_id = $1 and order_id = any($2::uuid[]) and state = 'open'`,
    [tenantId, orderIds, end.state, new Date(end.at), end.by, end.note],
  )
  await followFindings(tx, orders)
  return closed
}

/** Makes the screens that list cases read them again. */
export function notifyCaseScreens(
  tx: Tx,
  live: LiveBus,
  rows: readonly { tenant_id: string; station_id: string; id: string }[],
): void {
  tx.afterCommit(() => {
    for (const { tenant_id, station_id, id } of rows)
      live.publish({ tenantId: tenant_id, topic: 'charging.abnormal', stationId: station_id, data: { id } })
  })
}
