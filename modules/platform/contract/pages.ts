import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const PLATFORM_PAGES: PageRules = {
  '/OperationAndMaintenance': {},
  '/sysconfig/cfgSchedule': { anyOf: ['platform.schedule:read'] },
}
