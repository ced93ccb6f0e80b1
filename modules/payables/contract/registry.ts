import { registerModule } from '@wattyard/resource'
import { allocation } from './allocation.ts'
import { document } from './document.ts'
import { statement } from './statement.ts'

const PAGE = {
  stations: 'notNarrowed',
  words: ['companies', 'payments', 'ledger', 'platform'],
  anyOf: ['payables.document:read'],
} as const

export const registry = registerModule({
  name: 'payables',
  resources: [document, allocation, statement],
  pages: {
    '/cwdata4/AccountPayable': { file: 'account-payable-page.tsx', ...PAGE },
    '/cwdata4/ReceivablePayable': { file: 'receivable-payable-page.tsx', ...PAGE },
    '/cwdata4/AdvancePayment': { file: 'advance-payment-page.tsx', ...PAGE },
  },
})
