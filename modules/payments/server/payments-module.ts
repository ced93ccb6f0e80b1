import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { serveChannel } from './channels/serve-channel.ts'
import { PAYMENTS_DELETION_RULES } from './deletion-rules.ts'
import { usageRoute } from './lots/usage-route.ts'
import { servePayment } from './payment/serve-payment.ts'

/** Returns the module: channels, top-ups and their lots. */
export function paymentsModule(): ServerModule {
  return serverModule(registry, {
    tenantDeletion: PAYMENTS_DELETION_RULES,
    served: [serveChannel(), servePayment()],
    routesOver: index => [usageRoute(index)],
  })
}
