import { registerModule } from '@wattyard/resource'
import { dailyBill } from './daily-bill.ts'
import { dayClose } from './day-close.ts'
import { monthClose } from './month-close.ts'

export const registry = registerModule({
  name: 'finance',
  resources: [dayClose, monthClose],
  others: [dailyBill],
  pages: {
    // Its cards bring the words of other modules themselves, so that the figures need not wait for them.
    '/home': { file: 'home-page.tsx', stations: 'narrowed', everybody: true },
    '/cwdata2/orderDeatil': {
      file: 'order-detail-page.tsx',
      stations: 'narrowed',
      words: ['charging', 'assets', 'members', 'pricing', 'gateway', 'ledger', 'identity', 'platform'],
      anyOf: ['charging.order:read'],
    },
    '/cwdata4/dailyBill': {
      file: 'daily-bill-page.tsx',
      stations: 'narrowed',
      words: ['assets', 'ledger'],
      anyOf: ['finance.dailyBill:read'],
    },
  },
})
