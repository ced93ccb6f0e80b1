import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. In an installation for production the module is not there at all. */
export const DEVTOOLS_PAGES: PageRules = {
  '/test/icon': {},
  '/mqtt': { anyOf: ['devtools.mqtt:read'] },
}
