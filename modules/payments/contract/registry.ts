import { registerModule } from '@wattyard/resource'
import { channel } from './channel.ts'
import { payment } from './payment.ts'

export const registry = registerModule({
  name: 'payments',
  resources: [channel, payment],
  pages: {
    '/wallet/buyBill': {
      file: 'buy-bill-page.tsx',
      stations: 'notNarrowed',
      words: ['members', 'ledger', 'platform'],
      anyOf: ['payments.payment:read'],
    },
  },
})
