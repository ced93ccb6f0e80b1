import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const PRICING_PAGES: PageRules = {
  '/pricePollcy/operPrice': { anyOf: ['pricing.policy:read'] },
  '/pricePollcy/polePrice': { anyOf: ['pricing.policy:read'] },
}
