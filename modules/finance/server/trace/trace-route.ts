import { order } from '@wattyard/charging/contract'
import { type PersonalReader, type Route, rowInScope, serveCall, shownTo } from '@wattyard/server-kit'
import { frameFor } from '@wattyard/gateway/server'
import { traceOfOrder } from '../../contract/index.ts'
import type { FinanceWorld } from '../ports.ts'
import { traceOnTheWire, traceOrder } from './trace-order.ts'

type Trace = ReturnType<typeof traceOnTheWire>

/** Returns the trace with numbers of people in its frames, facts and memos masked for readers without the right to them. */
function hidden(reader: PersonalReader, trace: Trace): Trace {
  const { frames, facts, journals, refunds, ...rest } = trace
  const bookings = (all: Trace['journals']) =>
    all.map(journal => ({ ...journal, memo: shownTo(reader, 'words', journal.memo) }))
  return {
    ...rest,
    facts: shownTo(reader, 'json', facts) as Trace['facts'],
    journals: bookings(journals),
    refunds: bookings(refunds),
    frames: frames.map(frame => frameFor(reader, frame)),
  }
}

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
        ...hidden(caller, traceOnTheWire(trace)),
        asOf,
      }
    },
  })
}
