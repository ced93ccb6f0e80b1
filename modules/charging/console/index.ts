import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Button for the toolbar of a list of orders: past sessions of another system. */
export const ImportSessionsButton = lazyPart(
  async () => (await import('./import/import-button.tsx')).ImportSessionsButton,
)
/** Course of a session: power, state of charge and energy over time, and what the rule book says. */
export const OrderCurve = lazyPart(async () => (await import('./order/order-curve.tsx')).OrderCurve)
/** A figure of evidence as people read it. */
export const EvidenceFigure = lazyPart(async () => (await import('./order/evidence.tsx')).EvidenceFigure)
/** Buttons for what may be done with an order now. */
export const OrderActions = lazyPart(async () => (await import('./order/order-actions.tsx')).OrderActions)

export const consoleModule: ConsoleModule = {
  name: 'charging',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'charging.order.state': {
      draft: 'idle',
      starting: 'wait',
      charging: 'busy',
      stopping: 'wait',
      ended: 'wait',
      settled: 'good',
      abnormal: 'bad',
      closed: 'idle',
      reversed: 'bad',
    },
    'charging.abnormal.severity': { notice: 'idle', warning: 'wait', critical: 'bad' },
    'charging.abnormal.state': { open: 'wait', handled: 'good', dismissed: 'idle' },
  },
}
