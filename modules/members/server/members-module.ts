import type { ServerModule } from '@wattyard/server-kit'
import { serveMember } from './serve-member.ts'
import { serveTag } from './serve-tag.ts'
import { MEMBERS_FATES } from './fates.ts'
import { membersObstacles } from './obstacles.ts'
import type { MembersPorts } from './ports.ts'

export function membersModule(ports: MembersPorts): ServerModule {
  return {
    name: 'members',
    fates: MEMBERS_FATES,
    obstacles: membersObstacles,
    resources: [serveMember(ports), serveTag()],
  }
}
