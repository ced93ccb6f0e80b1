import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const CHARGING_PAGES: PageRules = {
  '/device/deviceView': { anyOf: ['assets.pile:read', 'assets.station:read'] },
  '/znyy/orderMonitoring': { anyOf: ['charging.order:read'] },
  '/cwdata2/errOrderDetail': { anyOf: ['charging.abnormal:read'] },
}
