import type { LiveBus, ServerModule, Tx } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { listeners } from './listen.ts'
import { messageRoutes } from './message-routes.ts'

const DAY_MS = 86_400_000
/** Messages are kept for half a year, as logs are (trust R-69). */
const KEEP_DAYS = 180

/** @returns how many were old enough */
export function forgetMessages(tx: Tx, now: number): Promise<number> {
  return tx.execute('delete from notifications_message where created_at < $1', [new Date(now - KEEP_DAYS * DAY_MS)])
}

/** Messages to people: who gets what, their inbox and what is unread. */
export function notificationsModule({ live, clock }: { live: LiveBus; clock: Clock }): ServerModule {
  return {
    name: 'notifications',
    routes: messageRoutes,
    handles: listeners({ live, clock }),
    jobs: [
      {
        name: 'notifications.forget',
        cron: '20 3 * * *',
        run: async ({ db }) => `messages: ${await db.platform(tx => forgetMessages(tx, clock.now()))}`,
      },
    ],
  }
}
