import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'assets',
  pages: {
    '/device/station': { load: () => import('./station-page.tsx'), words: ['identity', 'gateway'] },
  },
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  resources: {
    'assets.station': 'device/station',
    'assets.pile': 'device/devicePole',
    'assets.connector': 'device/connector',
    'assets.model': 'basedata/model',
    'assets.manufacturer': 'basedata/manufacture',
  },
  tones: { 'assets.station.kind': { public: 'idle' } },
}
