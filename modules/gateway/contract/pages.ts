import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const GATEWAY_PAGES: PageRules = {
  '/basedata/model': { anyOf: ['assets.model:read'] },
  '/basedata/protocol': { anyOf: ['gateway.pointSource:read', 'gateway.pointMap:read'] },
  '/device/devicePole': { anyOf: ['assets.pile:read'] },
  '/console/MessageParsing': { anyOf: ['gateway.frame:read'] },
}
