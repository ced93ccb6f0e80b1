import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

const AskedPublication = lazyPart(async () => (await import('./version/asked-publication.tsx')).AskedPublication)

export const consoleModule: ConsoleModule = {
  name: 'pricing',
  pages: {
    '/pricePollcy/operPrice': { load: () => import('./oper-price-page.tsx'), words: ['platform', 'assets'] },
    '/pricePollcy/polePrice': { load: () => import('./pole-price-page.tsx'), words: ['assets'] },
  },
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  resources: {
    'pricing.policy': 'pricing/policy',
    'pricing.version': 'pricing/version',
    'pricing.assignment': 'pricing/assignment',
  },
  decisions: { 'pricing.version:publish': AskedPublication },
  tones: { 'pricing.version.state': { draft: 'wait', published: 'good', retired: 'idle' } },
}
