import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Button for a page's head: what waits for a second person, and the drawer to decide in. Shown only while something waits. */
export const ApprovalsButton = lazyPart(async () => (await import('./approval/approvals-button.tsx')).ApprovalsButton)
/** Says on a record that one of its commands waits for a second person. */
export const WaitingHere = lazyPart(async () => (await import('./approval/waiting-here.tsx')).WaitingHere)

/** How long lines of a log are kept; foot, place of the filters, days and text filter of such a list. For the parts that modules add to `/console/log`. */
export const LogKept = lazyPart(async () => (await import('./log/log-kept.tsx')).LogKept)
export const LogFoot = lazyPart(async () => (await import('./log/log-foot.tsx')).LogFoot)
export const LogDays = lazyPart(async () => (await import('./log/log-days.tsx')).LogDays)
export const LogFilterArea = lazyPart(async () => (await import('./log/log-filter-area.tsx')).LogFilterArea)
export const TypedFilter = lazyPart(async () => (await import('./log/typed-filter.tsx')).TypedFilter)

/** A setting of the tenant, for forms that other modules have for theirs. */
export { saveSetting, useStoredSetting } from './setting/stored-setting.ts'

const LimitsTool = lazyPart(async () => (await import('./limits/limits-tool.tsx')).LimitsTool)
const StorageTool = lazyPart(async () => (await import('./storage/storage-tool.tsx')).StorageTool)
const DeletionDays = lazyPart(async () => (await import('./tenant/deletion-days.tsx')).DeletionDays)

/** Its parts are shown on the pages concerned, its words by them. */
export const consoleModule: ConsoleModule = {
  name: 'platform',
  panes: [
    { page: '/console/tenant', key: 'deletionDays', needs: 'platform.setting:update', Show: DeletionDays },
    { page: '/console/role', key: 'limits', needs: 'platform.setting:read', Show: LimitsTool },
    { page: '/console/role', key: 'storage', needs: 'platform.setting:read', Show: StorageTool },
  ],
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'platform.interface.outcome': { ok: 'good', refused: 'wait', failed: 'bad', 'timed-out': 'bad' },
    'platform.approval.state': {
      waiting: 'wait',
      approved: 'good',
      rejected: 'bad',
      withdrawn: 'idle',
      expired: 'idle',
      outdated: 'idle',
    },
    'platform.backup.state': { kept: 'good', removed: 'idle' },
    'platform.backup.verdict': { good: 'good', wrong: 'bad' },
    'platform.schedule.lastOutcome': { stopped: 'wait', lost: 'bad' },
    'platform.scheduleRun.outcome': { stopped: 'wait', lost: 'bad' },
  },
}
