import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Draws an account of a company by its bank and what may be seen of its number. */
export const AccountCell = lazyPart(async () => (await import('./account-cell.tsx')).AccountCell)

export const consoleModule: ConsoleModule = {
  name: 'companies',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  // Accounts and contacts are parts of the page of companies.
  lists: {
    'companies.bankAccount': '/pricePollcya/company?part=accounts',
    'companies.contact': '/pricePollcya/company?part=contacts',
  },
  actions: [
    { key: 'newCompany', page: '/pricePollcya/company', opens: 'create', needs: 'companies.company:create' },
    {
      key: 'findCompany',
      page: '/pricePollcya/company',
      target: { resource: 'companies.company', label: 'name', beside: 'taxNumber' },
    },
  ],
  tones: {
    'companies.bankAccount.state': { entered: 'wait', confirmed: 'good' },
  },
}
