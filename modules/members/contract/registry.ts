import { registerModule } from '@wattyard/resource'
import { member } from './member.ts'
import { tag } from './tag.ts'

/** The module has no pages: pages of other modules show its records and use its texts. */
export const registry = registerModule({ name: 'members', resources: [member, tag] })
