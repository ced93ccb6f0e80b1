import { registerModule } from '@wattyard/resource'
import { abnormal } from './abnormal/abnormal.ts'
import { importBatch, importedSession } from './import/imported-session.ts'
import { order } from './order.ts'

export const registry = registerModule({
  name: 'charging',
  resources: [order, abnormal, importBatch, importedSession],
  pages: {
    '/device/deviceView': {
      file: 'wall/device-view-page.tsx',
      stations: 'narrowed',
      words: ['gateway', 'assets', 'platform', 'identity', 'pricing', 'finance', 'members'],
      anyOf: ['assets.pile:read', 'assets.station:read'],
    },
    '/znyy/orderMonitoring': {
      file: 'monitor/order-monitoring-page.tsx',
      stations: 'narrowed',
      words: ['gateway', 'platform'],
      anyOf: ['charging.order:read'],
    },
    '/cwdata2/errOrderDetail': {
      file: 'abnormal/err-order-page.tsx',
      stations: 'narrowed',
      words: ['gateway', 'assets', 'platform'],
      anyOf: ['charging.abnormal:read'],
    },
  },
})
