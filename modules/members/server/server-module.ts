import type { ServerModule } from '@wattyard/server-kit'
import { serveMember } from './serve-member.ts'
import { serveTag } from './serve-tag.ts'

export const serverModule: ServerModule = { name: 'members', resources: [serveMember(), serveTag()] }
