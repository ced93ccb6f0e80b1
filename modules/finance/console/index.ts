import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'finance',
  pages: {
    '/home': { load: () => import('./home-page.tsx'), words: ['charging', 'platform'] },
    '/cwdata2/orderDeatil': {
      load: () => import('./order-detail-page.tsx'),
      words: ['charging', 'assets', 'members', 'pricing', 'gateway', 'ledger', 'identity', 'platform'],
    },
    '/cwdata4/dailyBill': { load: () => import('./daily-bill-page.tsx'), words: ['assets', 'ledger'] },
  },
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  resources: { 'finance.dailyBill': 'finance/dailyBill', 'finance.dayClose': 'finance/dayClose' },
  actions: [
    { key: 'closeDay', page: '/cwdata4/dailyBill', opens: 'close', needs: 'finance.dayClose:close' },
    {
      key: 'findOrder',
      page: '/cwdata2/orderDeatil',
      target: { resource: 'charging.order', label: 'orderNo', beside: 'station' },
    },
    {
      key: 'stopOrder',
      page: '/cwdata2/orderDeatil',
      opens: 'stop',
      needs: 'charging.order:stop',
      target: {
        resource: 'charging.order',
        label: 'orderNo',
        beside: 'station',
        only: { 'filter.state': 'charging' },
        can: 'stop',
      },
    },
  ],
  records: { 'charging.order': '/cwdata2/orderDeatil' },
  tones: {
    'finance.dailyBill.state': { open: 'idle', closing: 'wait', closed: 'good' },
    'finance.dayClose.state': { proposed: 'wait', rejected: 'idle', sealing: 'wait', sealed: 'good', reopened: 'idle' },
  },
}
