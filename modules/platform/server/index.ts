import { type LiveBus, createPageAccess, reportRoute, type ServerModule, serverModule } from '@wattyard/server-kit'
import { type Clock, systemClock } from '@wattyard/time'
import { backup } from '../contract/index.ts'
import { registry } from '../contract/registry.ts'
import { approvalNews } from './approval/approval-news.ts'
import { approvalService } from './approval-service.ts'
import { approvalRulesOf, approvalRulesRoute } from './approval-rules.ts'
import { auditRoutes } from './audit-route.ts'
import { approvalJobs } from './expire-approvals.ts'
import { backupJobs } from './backup/backup-jobs.ts'
import { backupRoutes } from './backup/backup-routes.ts'
import type { BackupPorts } from './backup/ports.ts'
import { serveBackup } from './backup/serve-backup.ts'
import { clearFilesJob, storageRoutes } from './file-storage.ts'
import { PLATFORM_MESSAGES } from './messages.ts'
import { forgetCallsJob, interfaceRoutes } from './interface-log.ts'
import { forgetRunsJob } from './schedule/forget-runs.ts'
import { serveSchedule, serveScheduleRun } from './schedule/serve-schedule.ts'
import { personalRoutes } from './personal-routes.ts'
import { serveApproval } from './serve-approval.ts'
import { forgetLinksJob } from './share/forget-links.ts'
import { openShareRoute } from './share/open-share.ts'
import { shareRoutes } from './share/share-routes.ts'
import { settingRoutes } from './setting-routes.ts'
import { viewRoutes } from './view-routes.ts'
import { dictRoutes } from './wording/dict-routes.ts'
import { dictionariesOf, NOTHING_KNOWN } from './wording/dictionaries.ts'
import { loadEntriesRoute } from './wording/load-entries.ts'
import { menuRoutes } from './wording/menu-routes.ts'
import type { WordingWorld } from './wording/renew-wording.ts'
import { serveDictEntry } from './wording/serve-dict-entry.ts'
import { serveMenuEntry } from './wording/serve-menu-entry.ts'
import { PLATFORM_DELETION_RULES } from './deletion-rules.ts'

export {
  type BackupAges,
  backupAges,
  backupAt,
  type BackupFileRow,
  removeSurplus,
  type NewBackup,
  recordBackup,
  recordVerdict,
  type Verdict,
} from './backup/backup-rows.ts'
export { isOverdue } from './backup/backup-jobs.ts'
export { backupSettings, chosenFolder } from './backup/backup-settings.ts'
export type { BackupService, BackupPorts } from './backup/ports.ts'
export { type Scheduler, startScheduler } from './schedule/scheduler.ts'
export { asksPerAddress, codesPerPerson } from './code-caps.ts'
export { deletionDays } from './deletion-days.ts'
export { expireRequestsAbout } from './expire-approvals.ts'
export { limitOf } from './approval-settings.ts'
export { type SecondPersonNow, secondPersonNow } from './approval-service.ts'
export { approvalsFor, requestsWaitingOn } from './read-approvals.ts'
export { declareSetting, type Setting, settingOf } from './settings.ts'

/** Services of the module. */
export interface PlatformWorld {
  /** Bus that tells open consoles of changed texts and of approvals; no updates when absent. */
  live?: LiveBus
  /** Backups, provided by the app; none when absent. */
  backups?: BackupPorts
  /** Clock for the expiry of share links; the system clock when absent. */
  clock?: Clock
}

export interface Platform {
  module: ServerModule
  /** Passes all modules with their definitions, closed sets and pages. Before that no dictionary exists. */
  learn(modules: readonly ServerModule[]): void
}

/** Creates the module: settings, saved views, schedules, approvals, audit log, texts, menu, backups and share links. */
export function createPlatform({ live, backups, clock = systemClock }: PlatformWorld = {}): Platform {
  let parts = NOTHING_KNOWN
  let rules: ReturnType<typeof approvalRulesOf> = []
  const world: WordingWorld = { live: live ?? null, known: () => parts }
  const entries = serveDictEntry(world)
  const tell = approvalNews(live ?? null)
  return {
    module: serverModule(registry, {
      tenantDeletion: PLATFORM_DELETION_RULES,
      served: [
        serveApproval(tell),
        serveSchedule(),
        serveScheduleRun(),
        entries,
        serveMenuEntry(world),
        ...(backups ? [serveBackup(backups.service)] : []),
      ],
      leftOut: backups ? [] : [backup],
      routes: [
        ...viewRoutes,
        ...settingRoutes,
        approvalRulesRoute(() => rules),
        ...dictRoutes(world),
        loadEntriesRoute(world, entries),
        ...menuRoutes(world),
        ...(backups ? backupRoutes(backups) : []),
      ],
      routesOver: index => [
        ...auditRoutes(index),
        ...interfaceRoutes(index),
        ...storageRoutes(index),
        ...personalRoutes(index),
        reportRoute(index),
        ...shareRoutes({ index, clock }),
        openShareRoute({ index, clock }),
      ],
      jobs: [
        ...approvalJobs,
        forgetRunsJob,
        forgetCallsJob,
        forgetLinksJob,
        clearFilesJob(() => parts.resources),
        ...(backups ? backupJobs(backups) : []),
      ],
      messages: PLATFORM_MESSAGES,
      approvalService: approvalService(tell),
    }),
    learn(modules) {
      const pages = createPageAccess(modules)
      rules = approvalRulesOf(modules)
      const resources = modules.flatMap(module => module.resources ?? []).map(({ resource }) => resource)
      parts = { resources, pages, dictionaries: dictionariesOf(modules, pages.rules) }
    },
  }
}

/** The module alone, for tests of other modules that need no texts of others. */
export const platformModule: ServerModule = createPlatform().module
