import { registerModule } from '@wattyard/resource'
import { member } from './member.ts'
import { tag } from './tag.ts'

/** No pages yet: its records are looked up and its words shown by the pages of others. */
export const registry = registerModule({ name: 'members', resources: [member, tag] })
