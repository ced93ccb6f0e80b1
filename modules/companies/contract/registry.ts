import { registerModule } from '@wattyard/resource'
import { bankAccount } from './bank-account.ts'
import { company } from './company.ts'
import { contact } from './contact.ts'

export const registry = registerModule({
  name: 'companies',
  resources: [company, bankAccount, contact],
  pages: {
    '/pricePollcya/company': {
      file: 'company-page.tsx',
      stations: 'notNarrowed',
      // The overview of a company shows its documents.
      words: ['platform', 'payables', 'payments'],
      anyOf: ['companies.company:read'],
    },
  },
})
