import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const ASSET_PAGES: PageRules = {
  '/device/station': { anyOf: ['assets.station:read'] },
}
