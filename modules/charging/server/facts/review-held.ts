import type { Tx } from '@wattyard/server-kit'
import type { FinishedSession } from '../../contract/index.ts'
import { closeCases } from '../order/close-cases.ts'
import { findTwins } from './find-twins.ts'
import { findings, finish, type Helpers, moveOrder, refusalOf, takeFigures } from './finish-orders.ts'
import { openCases } from './open-cases.ts'
import type { LiveOrder } from './open-orders.ts'

/** Actor of cases that later facts have resolved. */
const ACTOR = 'charging'

/**
 * Reviews orders that need a person, or were closed without a charge, after further facts: a start after its stop, a stop after
 * the supervisor had given up. Figures and cases are updated. Orders without remaining findings are cleared (order table:
 * `cause-cleared`); a closed order with energy is opened again for a person (rule A-35). Facts that change nothing have no
 * effect.
 *
 * @returns cleared orders, which the caller bills in this transaction
 */
export async function reviewHeld(
  tx: Tx,
  orders: readonly LiveOrder[],
  { directory, registers }: Helpers,
  now: number,
): Promise<LiveOrder[]> {
  if (orders.length === 0) return []
  await registers.load(
    tx,
    orders.map(order => order.row),
  )
  const twins = await findTwins(tx, orders, { directory, registers }, now)
  const cleared: LiveOrder[] = []
  const cases: Parameters<typeof openCases>[1][number][] = []
  for (const order of orders) {
    const finished = finish(order, registers, now)
    if (finished === null || !isNews(order, finished)) continue
    const refusal = order.row.state === 'closed' ? null : refusalOf(order, finished, now)
    const twin = twins.get(order.row.id) ?? null
    const found = refusal !== null ? [] : findings(order, finished, null, now, twin)
    takeFigures(order, finished)
    cases.push(...found.map(finding => ({ order, finding })))
    if (order.row.state === 'closed') reopen(order)
    else if (finished.bill !== null && !found.some(finding => finding.blocks)) cleared.push(order)
  }
  await openCases(tx, cases, now)
  for (const [tenantId, own] of Map.groupBy(cleared, order => order.row.tenant_id)) {
    const ids = own.map(order => order.row.id)
    await closeCases(tx, tenantId, ids, { state: 'handled', at: now, by: ACTOR, note: 'answered by later facts' })
  }
  for (const order of cleared) moveOrder(order, 'cause-cleared')
  return cleared
}

/** Returns whether the facts give another result than the order has. */
function isNews({ row }: LiveOrder, { derived }: FinishedSession): boolean {
  const hasOtherFlags = derived.flags.map(flag => flag.code).join(' ') !== row.flags.join(' ')
  if (row.state === 'closed')
    return (derived.energy > 0n && derived.energy !== row.energy) || (hasOtherFlags && !derived.billable)
  return derived.energy !== row.energy || derived.endedAt !== row.ended_at || hasOtherFlags
}

/** Opens a closed order again. Its hold was released when it was closed. */
function reopen(order: LiveOrder): void {
  moveOrder(order, 'stop-confirmed')
  order.row.close_reason = null
  order.row.hold_id = null
  order.row.hold_principal_fen = 0n
  order.row.hold_gift_fen = 0n
}
