import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { statementExportRoute } from './statement-export.ts'
import { statementRoutes } from './statement.ts'
import { serveMember } from './serve-member.ts'
import { serveTag } from './serve-tag.ts'
import { membersDeletionBlockers } from './deletion-blockers.ts'
import type { MembersPorts } from './ports.ts'

export function membersModule(ports: MembersPorts): ServerModule {
  return serverModule(registry, {
    deletionBlockers: membersDeletionBlockers,
    served: [serveMember(ports), serveTag()],
    routesOver: index => [...statementRoutes(index), statementExportRoute(index)],
  })
}
