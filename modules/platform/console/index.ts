import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Draws a button for a page's head with the number of waiting requests, which opens their drawer. Shown only while some wait. */
export const ApprovalsButton = lazyPart(async () => (await import('./approval/approvals-button.tsx')).ApprovalsButton)
/** Draws on a record that one of its commands waits for approval. */
export const WaitingHere = lazyPart(async () => (await import('./approval/waiting-here.tsx')).WaitingHere)

/**
 * Parts of a log's page, for the panes that modules add to `/console/log`: the retention of lines, the foot, the filters and
 * their area, and the days.
 */
export const LogKept = lazyPart(async () => (await import('./log/log-kept.tsx')).LogKept)
export const LogFoot = lazyPart(async () => (await import('./log/log-foot.tsx')).LogFoot)
export const LogDays = lazyPart(async () => (await import('./log/log-days.tsx')).LogDays)
export const LogFilterArea = lazyPart(async () => (await import('./log/log-filter-area.tsx')).LogFilterArea)
export const TypedFilter = lazyPart(async () => (await import('./log/typed-filter.tsx')).TypedFilter)

/** Read and write a setting of the tenant, for other modules' forms of their own settings. */
export { saveSetting, useStoredSetting } from './setting/stored-setting.ts'

const LimitsTool = lazyPart(async () => (await import('./limits/limits-tool.tsx')).LimitsTool)
const StorageTool = lazyPart(async () => (await import('./storage/storage-tool.tsx')).StorageTool)
const DeletionDays = lazyPart(async () => (await import('./tenant/deletion-days.tsx')).DeletionDays)

const ActivityOfPerson = lazyPart(async () => (await import('./log/activity-of-person.tsx')).ActivityOfPerson)

/** Console door of the platform; its parts and words are shown on the pages concerned. */
export const consoleModule: ConsoleModule = {
  name: 'platform',
  panes: [
    {
      page: '/console/tenant',
      key: 'deletionDays',
      needs: 'platform.setting:update',
      stations: 'notNarrowed',
      Show: DeletionDays,
    },
    { page: '/console/role', key: 'limits', needs: 'platform.setting:read', stations: 'notNarrowed', Show: LimitsTool },
    {
      page: '/console/role',
      key: 'storage',
      needs: 'platform.setting:read',
      stations: 'notNarrowed',
      Show: StorageTool,
    },
  ],
  details: [
    {
      resource: 'identity.user',
      key: 'activity',
      tab: 'activity',
      needs: 'platform.audit:read',
      wholeTenant: true,
      Show: ActivityOfPerson,
    },
  ],
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'platform.interface.outcome': { ok: 'good', refused: 'wait', 'timed-out': 'bad' },
    'platform.backup.state': { kept: 'good' },
    'platform.backup.verdict': { good: 'good', wrong: 'bad' },
    'platform.schedule.lastOutcome': { stopped: 'wait' },
    'platform.scheduleRun.outcome': { stopped: 'wait' },
  },
}
