import type { ServerModule } from '@wattyard/server-kit'
import { PLATFORM_PAGES } from '../contract/index.ts'
import { approvalDesk } from './approval-desk.ts'
import { auditRoutes } from './audit-route.ts'
import { approvalJobs } from './expire-approvals.ts'
import { forgetRunsJob } from './schedule/forget-runs.ts'
import { serveSchedule, serveScheduleRun } from './schedule/serve-schedule.ts'
import { serveApproval } from './serve-approval.ts'
import { settingRoutes } from './setting-routes.ts'
import { viewRoutes } from './view-routes.ts'

export { type Scheduler, startScheduler } from './schedule/scheduler.ts'
export { approvalsFor } from './read-approvals.ts'
export { declareSetting, type Setting, settingOf } from './settings.ts'

/** Settings of tenants, saved views, schedules, commands that wait for a second person, and the audit as people read it. */
export const serverModule: ServerModule = {
  name: 'platform',
  pages: PLATFORM_PAGES,
  resources: [serveApproval(), serveSchedule(), serveScheduleRun()],
  routes: [...viewRoutes, ...settingRoutes, ...auditRoutes],
  jobs: [...approvalJobs, forgetRunsJob],
  desk: approvalDesk,
}
