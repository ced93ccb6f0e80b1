import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { createChannelDoors } from './channel/channel-doors.ts'
import type { ChannelWorld } from './channel/channel-world.ts'
import { noticeRoute } from './channel/notice-route.ts'
import { RefusedNotices } from './channel/refused-notices.ts'
import { serveChannel } from './channels/serve-channel.ts'
import { askBeat } from './codes/ask-channels.ts'
import { serveCode } from './codes/serve-code.ts'
import { paymentsDeletionBlockers } from './deletion-blockers.ts'
import { PAYMENTS_DELETION_RULES } from './deletion-rules.ts'
import { PAYMENTS_MESSAGES } from './messages.ts'
import { usageRoute } from './lots/usage-route.ts'
import { servePayment } from './payment/serve-payment.ts'
import { partJournalsRoute } from './refunds/late-parts.ts'
import { refundRoutes } from './refunds/preview-routes.ts'
import { serveRefundRule } from './refunds/rule-in-force.ts'
import { serveRefundPart } from './refunds/serve-part.ts'
import { serveRefund } from './refunds/serve-refund.ts'
import { sendBeat } from './refunds/sent/send-parts.ts'
import { refundNews } from './refunds/tell-screens.ts'

/** Returns the module: channels, top-ups and their lots, payments by code, refunds and their parts. */
export function paymentsModule(world: ChannelWorld): ServerModule {
  const tell = refundNews(world.live)
  const doors = createChannelDoors(world)
  const refusals = new RefusedNotices(world.db)
  return serverModule(registry, {
    messages: PAYMENTS_MESSAGES,
    tenantDeletion: PAYMENTS_DELETION_RULES,
    deletionBlockers: paymentsDeletionBlockers,
    served: [
      serveChannel(world),
      servePayment(),
      serveCode(world),
      serveRefundRule(),
      serveRefund(tell),
      serveRefundPart(tell),
    ],
    routes: [noticeRoute(world, doors, refusals)],
    jobs: [askBeat(world, doors), sendBeat(world, doors), refusals.beat()],
    routesOver: index => [usageRoute(index), ...refundRoutes(), partJournalsRoute()],
  })
}
