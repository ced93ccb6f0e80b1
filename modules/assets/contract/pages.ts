import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const ASSET_PAGES: PageRules = {
  '/basedata/manufacture': { anyOf: ['assets.manufacturer:read'] },
  '/basedata/type': { anyOf: ['assets.deviceType:read'] },
  '/basedata/typetree': { anyOf: ['assets.deviceType:read'] },
  '/device/station': { anyOf: ['assets.station:read'] },
}
