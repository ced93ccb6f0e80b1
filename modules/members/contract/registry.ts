import { registerModule } from '@wattyard/resource'
import { adjustment } from './adjustment.ts'
import { flag } from './flag.ts'
import { freeze } from './freeze.ts'
import { member } from './member.ts'
import { merge } from './merge.ts'
import { tag } from './tag.ts'

export const registry = registerModule({
  name: 'members',
  resources: [member, tag, freeze, adjustment, flag, merge],
  pages: {
    '/wallet/VipAccount': {
      file: 'vip-account-page.tsx',
      stations: 'notNarrowed',
      words: ['ledger', 'payments', 'charging', 'finance', 'platform'],
      anyOf: ['members.member:read'],
    },
  },
})
