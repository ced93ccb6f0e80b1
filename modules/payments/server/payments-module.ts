import { type LiveBus, type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { serveChannel } from './channels/serve-channel.ts'
import { paymentsDeletionBlockers } from './deletion-blockers.ts'
import { PAYMENTS_DELETION_RULES } from './deletion-rules.ts'
import { PAYMENTS_MESSAGES } from './messages.ts'
import { usageRoute } from './lots/usage-route.ts'
import { servePayment } from './payment/serve-payment.ts'
import { refundRoutes } from './refunds/preview-routes.ts'
import { serveRefundRule } from './refunds/rule-in-force.ts'
import { serveRefundPart } from './refunds/serve-part.ts'
import { serveRefund } from './refunds/serve-refund.ts'
import { refundNews } from './refunds/tell-screens.ts'

/** Returns the module: channels, top-ups and their lots, refunds and their parts. */
export function paymentsModule({ live }: { live?: LiveBus } = {}): ServerModule {
  const tell = refundNews(live)
  return serverModule(registry, {
    messages: PAYMENTS_MESSAGES,
    tenantDeletion: PAYMENTS_DELETION_RULES,
    deletionBlockers: paymentsDeletionBlockers,
    served: [serveChannel(), servePayment(), serveRefundRule(), serveRefund(tell), serveRefundPart(tell)],
    routesOver: index => [usageRoute(index), ...refundRoutes()],
  })
}
