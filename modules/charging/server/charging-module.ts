import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { caseCountsRoute } from './read/case-counts-route.ts'
import { chargingCurveRoute } from './read/charging-curve-route.ts'
import { importRoutes } from './import/import-route.ts'
import { templateRoutes } from './import/template-routes.ts'
import { CHARGING_MESSAGES } from './messages.ts'
import { monitorRoute } from './read/monitor-route.ts'
import { placeDayRoute } from './read/place-day-route.ts'
import type { ChargingPorts } from './ports.ts'
import { releaseHoldsJob } from './money/release-old-holds.ts'
import { planRoute } from './read/plan-route.ts'
import { orderReceipt } from './order/receipt.ts'
import { serveAbnormal } from './order/serve-abnormal.ts'
import { serveOrder } from './order/serve-order.ts'
import { supervisionJob } from './supervise/supervise-orders.ts'
import { wallRoute } from './read/wall-route.ts'
import { startRoutes } from './start/start-routes.ts'
import { CHARGING_DELETION_RULES } from './deletion-rules.ts'
import { chargingDeletionBlockers } from './deletion-blockers.ts'

/** Returns the module wired to its ports. The stream of facts has a separate entry (`createFactHandler`). */
export function chargingModule(ports: ChargingPorts): ServerModule {
  return serverModule(registry, {
    tenantDeletion: CHARGING_DELETION_RULES,
    deletionBlockers: chargingDeletionBlockers,
    served: [serveOrder(ports), serveAbnormal(ports)],
    sheets: [orderReceipt],
    routes: [
      monitorRoute(ports),
      wallRoute(ports),
      placeDayRoute(ports),
      chargingCurveRoute(ports),
      caseCountsRoute(ports),
      ...importRoutes,
      ...templateRoutes,
      ...startRoutes(ports),
    ],
    routesOver: index => [planRoute(ports, index)],
    jobs: [supervisionJob(ports), releaseHoldsJob(ports)],
    messages: CHARGING_MESSAGES,
  })
}
