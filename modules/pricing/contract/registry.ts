import { registerModule } from '@wattyard/resource'
import { assignment } from './assignment.ts'
import { policy } from './policy.ts'
import { version } from './version.ts'

export const registry = registerModule({
  name: 'pricing',
  resources: [policy, version, assignment],
  pages: {
    '/pricePollcy/operPrice': {
      file: 'oper-price-page.tsx',
      stations: 'notNarrowed',
      words: ['platform', 'assets'],
      anyOf: ['pricing.policy:read'],
    },
    '/pricePollcy/polePrice': {
      file: 'pole-price-page.tsx',
      stations: 'narrowed',
      words: ['assets'],
      anyOf: ['pricing.policy:read'],
    },
  },
})
