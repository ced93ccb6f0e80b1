import { registerModule } from '@wattyard/resource'
import { channel } from './channel.ts'
import { codePayment } from './code-payment.ts'
import { payment } from './payment.ts'
import { refund } from './refunds/refund.ts'
import { refundPart } from './refunds/refund-part.ts'
import { refundRule } from './refunds/refund-rule.ts'

export const registry = registerModule({
  name: 'payments',
  resources: [channel, payment, codePayment, refundRule, refund, refundPart],
  pages: {
    '/wallet/buyBill': {
      file: 'buy-bill-page.tsx',
      stations: 'notNarrowed',
      words: ['members', 'ledger', 'platform'],
      anyOf: ['payments.payment:read'],
    },
    '/wallet/refundBill': {
      file: 'refund-bill-page.tsx',
      stations: 'notNarrowed',
      words: ['members', 'ledger', 'platform'],
      anyOf: ['payments.refund:read'],
    },
  },
})
