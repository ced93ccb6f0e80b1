import type { ServerModule } from '@wattyard/server-kit'
import { PLATFORM_PAGES } from '../contract/index.ts'
import { approvalDesk } from './approval-desk.ts'
import { auditRoute } from './audit-route.ts'
import { approvalJobs } from './expire-approvals.ts'
import { serveApproval } from './serve-approval.ts'
import { settingRoutes } from './setting-routes.ts'
import { viewRoutes } from './view-routes.ts'

export { approvalsFor } from './read-approvals.ts'
export { declareSetting, type Setting, settingOf } from './settings.ts'

/** Settings of tenants, saved views, commands that wait for a second person, and the audit as people read it. */
export const serverModule: ServerModule = {
  name: 'platform',
  pages: PLATFORM_PAGES,
  resources: [serveApproval()],
  routes: [...viewRoutes, ...settingRoutes, auditRoute],
  jobs: approvalJobs,
  desk: approvalDesk,
}
