import { registerModule } from '@wattyard/resource'
import { member } from './member.ts'
import { tag } from './tag.ts'

export const registry = registerModule({
  name: 'members',
  resources: [member, tag],
  pages: {
    '/wallet/VipAccount': {
      file: 'vip-account-page.tsx',
      stations: 'notNarrowed',
      words: ['ledger', 'payments', 'charging', 'finance', 'platform'],
      anyOf: ['members.member:read'],
    },
  },
})
