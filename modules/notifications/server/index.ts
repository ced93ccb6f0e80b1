import {
  type Job,
  type LetterKind,
  type MessageKind,
  type ServerModule,
  serverModule,
  type Tx,
} from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { channelRoutes } from './channels/channel-routes.ts'
import { messageRoutes } from './inbox/message-routes.ts'
import { colleagueRoutes } from './inbox/colleague-routes.ts'
import { listeners } from './inbox/notify.ts'
import { kindsOf } from './kinds.ts'
import { noticeFileRulesRoute } from './notice/notice-files.ts'
import { noticeRoutes } from './notice/notice-routes.ts'
import { noticeBeat } from './notice/notice-times.ts'
import { serveNotice } from './notice/serve-notice.ts'
import { deliveryBeat } from './outbox/deliver.ts'
import { serveDelivery } from './outbox/serve-delivery.ts'
import { OWN_MESSAGES } from './own-kinds.ts'
import { preferenceRoutes } from './rules/preference-routes.ts'
import { serveRule } from './rules/serve-rule.ts'
import type { NotifyWorld } from './world.ts'
import { NOTIFICATIONS_DELETION_RULES } from './deletion-rules.ts'

export { forgetLostSecrets } from './channels/stored-channel.ts'
export { letterPost, type LetterPostWorld } from './outbox/letter.ts'
export type { Messenger, NotifyWorld } from './world.ts'

const DAY_MS = 86_400_000
/** Retention of messages and deliveries in days, half a year as for logs (trust R-69). */
const KEEP_DAYS = 180

/**
 * Deletes messages and deliveries past their retention.
 * @returns number of rows deleted
 */
export async function forgetMessages(tx: Tx, now: number): Promise<number> {
  const before = new Date(now - KEEP_DAYS * DAY_MS)
  const messages = await tx.execute('delete from notifications_message where created_at < $1', [before])
  return messages + (await tx.execute('delete from notifications_delivery where created_at < $1', [before]))
}

export interface NotifyOptions extends Omit<NotifyWorld, 'kinds'> {
  /** Kinds that the other modules declare. */
  messages: readonly MessageKind[]
  letters?: readonly LetterKind[]
}

/** Returns the module: rules of who gets which message by which channel, the inbox, and the outbox. */
export function notificationsModule({ messages, letters = [], ...options }: NotifyOptions): ServerModule {
  const world: NotifyWorld = { ...options, kinds: kindsOf([...messages, ...OWN_MESSAGES], letters) }
  const { clock } = world
  const forget: Job = {
    name: 'notifications.forget',
    cron: '20 3 * * *',
    run: async ({ db }) => `messages: ${await db.platform(tx => forgetMessages(tx, clock.now()))}`,
  }
  return serverModule(registry, {
    tenantDeletion: NOTIFICATIONS_DELETION_RULES,
    served: [serveRule(world.kinds), serveDelivery(clock), serveNotice(world)],
    routes: [
      ...messageRoutes(world),
      ...colleagueRoutes(world),
      ...preferenceRoutes(world),
      ...channelRoutes(world),
      ...noticeRoutes(world),
      noticeFileRulesRoute,
    ],
    handles: listeners(world),
    jobs: [forget, deliveryBeat(world), noticeBeat(world)],
  })
}
