import type { ServerModule } from '@wattyard/server-kit'
import { serveMember } from './serve-member.ts'
import { serveTag } from './serve-tag.ts'
import { MEMBERS_FATES } from './fates.ts'
import { membersObstacles } from './obstacles.ts'

export const serverModule: ServerModule = {
  name: 'members',
  fates: MEMBERS_FATES,
  obstacles: membersObstacles,
  resources: [serveMember(), serveTag()],
}
