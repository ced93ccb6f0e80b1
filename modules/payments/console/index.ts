import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'payments',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  actions: [{ key: 'recordTopUp', page: '/wallet/buyBill', opens: 'topUp', needs: 'members.member:topUp' }],
  tones: {
    'payments.payment.state': { paid: 'good', reversed: 'idle' },
    'payments.channel.state': { off: 'idle', open: 'good', paused: 'wait' },
  },
}
