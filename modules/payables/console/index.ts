import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

const DocumentsOfCompany = lazyPart(async () => (await import('./documents-of-company.tsx')).DocumentsOfCompany)
const OpenWithCompany = lazyPart(async () => (await import('./documents-of-company.tsx')).OpenWithCompany)

export const consoleModule: ConsoleModule = {
  name: 'payables',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  lists: {
    'payables.document': '/cwdata4/ReceivablePayable?part=all',
    'payables.statement': '/cwdata4/ReceivablePayable?part=statements',
  },
  details: [
    {
      resource: 'companies.company',
      key: 'open',
      tab: 'head',
      needs: 'payables.document:read',
      wholeTenant: true,
      Show: OpenWithCompany,
    },
    {
      resource: 'companies.company',
      key: 'documents',
      tab: 'overview',
      needs: 'payables.document:read',
      wholeTenant: true,
      isFirst: true,
      Show: DocumentsOfCompany,
    },
  ],
  actions: [
    { key: 'enterPayable', page: '/cwdata4/AccountPayable', opens: 'create', needs: 'payables.document:create' },
    { key: 'enterReceivable', page: '/cwdata4/ReceivablePayable', opens: 'create', needs: 'payables.document:create' },
    { key: 'enterPayment', page: '/cwdata4/AdvancePayment', opens: 'create', needs: 'payables.document:create' },
  ],
  tones: {
    'payables.document.state': {
      draft: 'idle',
      open: 'wait',
      partSettled: 'busy',
    },
    'payables.document.purpose': { maintenance: 'idle' },
    'payables.statement.state': { draft: 'idle', sent: 'wait' },
    'payables.allocation.state': { live: 'good' },
  },
}
