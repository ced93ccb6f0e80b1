import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them: the inbox is everybody's, a guest's is nobody's. */
export const NOTIFICATIONS_PAGES: PageRules = {
  '/fwgl/notify': { notFor: ['guest'] },
  '/activity/notice': { anyOf: ['notifications.notice:read'] },
}
