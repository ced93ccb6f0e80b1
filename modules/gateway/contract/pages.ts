import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const GATEWAY_PAGES: PageRules = {
  '/device/devicePole': { anyOf: ['assets.pile:read'] },
  '/console/MessageParsing': { anyOf: ['gateway.frame:read'] },
}
