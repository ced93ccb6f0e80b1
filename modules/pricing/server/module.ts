import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { systemClock } from '@wattyard/time'
import { registry } from '../contract/registry.ts'
import { dayPricesRoute } from './place/day-prices-route.ts'
import { placeRoutes } from './place/place-routes.ts'
import type { PricingPorts, Wiring } from './ports.ts'
import { serveAssignment } from './serve-assignment.ts'
import { servePolicy } from './serve-policy.ts'
import { serveVersion } from './serve-version.ts'
import { provinceTemplates } from './template-route.ts'
import { versionRoutes } from './version-routes.ts'
import { whatIfRoute } from './what-if-route.ts'
import { PRICING_DELETION_RULES } from './deletion-rules.ts'

/** Returns the module wired to its ports. */
export function pricingModule(ports: PricingPorts = {}): ServerModule {
  const wiring: Wiring = { ...ports, clock: ports.clock ?? systemClock }
  return serverModule(registry, {
    tenantDeletion: PRICING_DELETION_RULES,
    served: [servePolicy(wiring), serveVersion(wiring), serveAssignment(wiring)],
    routes: [
      ...versionRoutes(wiring),
      provinceTemplates,
      ...placeRoutes(wiring),
      dayPricesRoute(wiring),
      ...(ports.pastSessions ? [whatIfRoute(wiring, ports.pastSessions)] : []),
    ],
  })
}
