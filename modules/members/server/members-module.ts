import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { serveMember } from './serve-member.ts'
import { serveTag } from './serve-tag.ts'
import { MEMBERS_FATES } from './fates.ts'
import { membersObstacles } from './obstacles.ts'
import type { MembersPorts } from './ports.ts'

export function membersModule(ports: MembersPorts): ServerModule {
  return serverModule(registry, {
    fates: MEMBERS_FATES,
    obstacles: membersObstacles,
    served: [serveMember(ports), serveTag()],
  })
}
