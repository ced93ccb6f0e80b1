import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const PLATFORM_PAGES: PageRules = {
  '/OperationAndMaintenance': {},
  '/console/dict': { anyOf: ['platform.dictEntry:read'] },
  '/console/menuemanage': { anyOf: ['platform.menuEntry:read'] },
  // Its parts ask each for their own.
  '/console/log': { anyOf: ['platform.audit:read', 'platform.interface:read', 'gateway.log:read'] },
  '/sysconfig/cfgSchedule': { anyOf: ['platform.schedule:read'] },
}
