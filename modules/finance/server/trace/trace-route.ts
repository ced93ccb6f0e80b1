import { order } from '@wattyard/charging/contract'
import { type Route, rowInScope, serveCall } from '@wattyard/server-kit'
import { traceOfOrder } from '../../contract/index.ts'
import type { FinanceWorld } from '../ports.ts'
import { traceOnTheWire, traceOrder } from './trace-order.ts'

/** Serves `GET /api/finance/trace?order=`: the derivation of every fen of an order. */
export function traceRoute(world: FinanceWorld): Route {
  return serveCall(traceOfOrder, {
    work: 'read',
    async handle({ tx, caller, input: { order: id } }) {
      // The definition's own key types are narrower than the general one.
      await rowInScope(tx, caller, order, id)
      const asOf = world.clock.now()
      const trace = await traceOrder(tx, caller.tenantId, id, asOf)
      return {
        order: id,
        orderNo: trace.evidence.row.order_no,
        state: trace.evidence.row.state,
        ...traceOnTheWire(trace),
        asOf,
      }
    },
  })
}
