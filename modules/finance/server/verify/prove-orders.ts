import { someOrders } from '@wattyard/charging/server'
import type { Database } from '@wattyard/server-kit'
import { traceOrder } from '../trace/trace-order.ts'

export interface OrdersReport {
  ok: boolean
  orders: number
  /** Order and the checks that failed, as `id: factsGiveLines, orderIsPaid`. */
  findings: string[]
}

/** Orders of one transaction; between them others may write. */
const BATCH = 50

/**
 * Proves orders from facts to postings one by one: the newest ones, and as many spread over all time. Proving a whole year would
 * take hours; closed days are covered by their roots.
 *
 * @param most number of orders to prove
 */
export async function proveOrders(
  db: Database,
  tenantId: string,
  { most, now }: { most: number; now: number },
): Promise<OrdersReport> {
  const ids = await db.tenant(tenantId, tx => someOrders(tx, tenantId, most), { readOnly: true })
  const findings: string[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    await db.tenant(
      tenantId,
      async tx => {
        for (const id of ids.slice(at, at + BATCH)) {
          const { proof } = await traceOrder(tx, tenantId, id, now)
          const wrong = proof.filter(one => one.result === 'wrong').map(one => one.check)
          if (wrong.length > 0) findings.push(`${id}: ${wrong.join(', ')}`)
        }
      },
      { readOnly: true, snapshot: true },
    )
  return { ok: findings.length === 0, orders: ids.length, findings }
}
