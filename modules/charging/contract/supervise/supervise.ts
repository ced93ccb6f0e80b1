import type { Evidence, Remedy } from '../abnormal/abnormal-rule.ts'
import type { OrderEvent } from '../order-table.ts'
import { DEFAULT_SUPERVISOR_LIMITS, type SupervisedOrder, type SupervisorLimits } from './supervised-order.ts'
import { SUPERVISOR_RULES, type SupervisorRule } from './supervisor-rules.ts'

export interface SupervisorAction {
  orderId: string
  rule: string
  code: string
  event: OrderEvent | null
  asksMeter: boolean
  tells: SupervisorRule['tells']
  operatorAction: Remedy
  evidence: Evidence
}

/** Rules that act repeatedly while their state lasts: a stop command is repeated, because an event may get lost. */
const REPEATING = new Set(['stop-repeated'])

/**
 * Returns the actions due now for unfinished orders. Pure function: the caller raises the events, sends the commands and adds the
 * code to the order's `done`. At most one event per order and run: that of the first due rule with an event.
 */
export function supervise(
  orders: Iterable<SupervisedOrder>,
  now: number,
  limits: SupervisorLimits = DEFAULT_SUPERVISOR_LIMITS,
): SupervisorAction[] {
  const actions: SupervisorAction[] = []
  for (const order of orders) {
    let hasEvent = false
    for (const { due, ...rule } of SUPERVISOR_RULES) {
      if (order.done.has(rule.code) && !REPEATING.has(rule.code)) continue
      if (rule.event !== null && hasEvent) continue
      const evidence = due(order, now, limits)
      if (evidence === null) continue
      hasEvent ||= rule.event !== null
      const { id, code, event, asksMeter, tells, operatorAction } = rule
      actions.push({ orderId: order.id, rule: id, code, event, asksMeter, tells, operatorAction, evidence })
    }
  }
  return actions
}
