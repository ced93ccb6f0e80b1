import { type DeletionRules, type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { statementExportRoute } from './statement/statement-export.ts'
import { statementRoutes } from './statement/read-statement.ts'
import { serveMember } from './serve-member.ts'
import { serveTag } from './serve-tag.ts'
import { flagJob } from './cases/derive-flags.ts'
import { serveFreeze } from './cases/freeze-money.ts'
import { holdsRoute } from './cases/holds-route.ts'
import { previewMergeRoute } from './cases/merge-members.ts'
import { serveFlag } from './cases/serve-flag.ts'
import { refundCostRoute } from './refund-cost-route.ts'
import { membersDeletionBlockers } from './deletion-blockers.ts'
import type { MembersPorts } from './ports.ts'

/** The books have both accounts of a merge, and lots are of both, so that one explains the other. */
const MEMBERS_DELETION_RULES: DeletionRules = {
  members_merge: { do: 'pseudonymise', columns: { reason: 'blank', actor: 'pseudonym' } },
}

export function membersModule(ports: MembersPorts): ServerModule {
  return serverModule(registry, {
    deletionBlockers: membersDeletionBlockers,
    tenantDeletion: MEMBERS_DELETION_RULES,
    served: [serveMember(ports), serveTag(), serveFreeze(), serveFlag()],
    routes: [previewMergeRoute(ports), refundCostRoute(ports)],
    routesOver: index => [...statementRoutes(index), statementExportRoute(index), holdsRoute(index)],
    jobs: [flagJob(ports)],
  })
}
