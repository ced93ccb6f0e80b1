import { order } from '@wattyard/charging/contract'
import { idInput } from '@wattyard/calls'
import { type Route, route, rowInScope } from '@wattyard/server-kit'
import type { Resource } from '@wattyard/resource'
import { z } from 'zod'
import type { FinanceWorld } from '../ports.ts'
import { traceOnTheWire, traceOrder } from './trace-order.ts'

const input = z.strictObject({
  order: idInput,
})

/** `GET /api/finance/trace?order=`: how each fen of an order came to be. */
export function traceRoute(world: FinanceWorld): Route {
  return route({
    method: ['GET', 'POST'],
    path: '/api/finance/trace',
    access: 'finance.trace:read',
    input,
    work: 'read',
    summary: 'an order from frames to postings, with proofs',
    async handle({ tx, caller, input: { order: id } }) {
      // The definition's own key types are narrower than the general one.
      await rowInScope(tx, caller, order as unknown as Resource, id)
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
