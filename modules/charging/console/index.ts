import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Draws the button that imports past sessions of another system, for the toolbar of a list of orders. */
export const ImportSessionsButton = lazyPart(
  async () => (await import('./import/import-button.tsx')).ImportSessionsButton,
)
/** Draws the curves of a session: power, state of charge and energy over time, and the findings of the rule book. */
export const OrderCurve = lazyPart(async () => (await import('./order/order-curve.tsx')).OrderCurve)
/** Draws one value of evidence in the reader's format. */
export const EvidenceFigure = lazyPart(async () => (await import('./order/evidence.tsx')).EvidenceFigure)
/** Draws the buttons of the commands that an order allows now. */
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
