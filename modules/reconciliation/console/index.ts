import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'reconciliation',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  records: {
    'reconciliation.file': '/cwdata4/TradeNBill?part=files',
    'reconciliation.mapping': '/cwdata4/TradeNBill?part=mappings',
    'reconciliation.outcome': '/cwdata4/TradeNBill?part=results',
    'ledger.journal': '/cwdata4/TradeNBill?part=journals',
  },
  tones: {
    'reconciliation.file.state': { received: 'busy', sound: 'good', faulty: 'bad' },
    'reconciliation.mapping.state': { current: 'good' },
    'reconciliation.outcome.standing': { matched: 'good', difference: 'bad' },
    'reconciliation.outcome.result': { even: 'good', surplus: 'wait', shortage: 'bad', amount: 'bad', timing: 'wait' },
  },
}
