import { MAX_TOTALLED, orderTotals } from '@wattyard/charging/server'
import { formatEnergy, formatFen } from '@wattyard/money'
import { type Route, serveCall } from '@wattyard/server-kit'
import { totalsOfOrders } from '../../contract/index.ts'
import type { FinanceWorld } from '../ports.ts'

/** Serves `GET /api/finance/orderTotals`: sums over all orders that the order list finds, not the page alone. */
export function orderTotalsRoute(world: FinanceWorld): Route {
  return serveCall(totalsOfOrders, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const totals = await orderTotals(tx, caller, input)
      const asOf = world.clock.now()
      if (totals === null) return { tooMany: true, max: MAX_TOTALLED, totals: null, asOf }
      return {
        tooMany: false,
        max: MAX_TOTALLED,
        totals: {
          orders: totals.orders,
          energy: formatEnergy(totals.energy),
          electricity: formatFen(totals.electricity_fen),
          service: formatFen(totals.service_fen),
          discount: formatFen(totals.discount_fen),
          total: formatFen(totals.total_fen),
          paid: formatFen(totals.paid_fen),
          receivable: formatFen(totals.receivable_fen),
          openDebt: formatFen(totals.open_debt_fen),
          refunded: formatFen(totals.refunded_fen),
        },
        asOf,
      }
    },
  })
}
