import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const PLATFORM_PAGES: PageRules = {
  '/OperationAndMaintenance': {},
  '/console/log': { anyOf: ['platform.audit:read'] },
  '/sysconfig/cfgSchedule': { anyOf: ['platform.schedule:read'] },
}
