import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'assets',
  pages: {
    '/basedata/manufacture': { load: () => import('./base/manufacture-page.tsx') },
    '/basedata/type': { load: () => import('./base/type-page.tsx') },
    '/basedata/typetree': { load: () => import('./base/typetree-page.tsx') },
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
    'assets.deviceType': 'basedata/type',
    'assets.reportedDevice': 'basedata/reportedDevice',
  },
  tones: {
    'assets.manufacturer.state': { active: 'good', retired: 'idle' },
    'assets.model.state': { active: 'good', retired: 'idle' },
    'assets.station.kind': { public: 'idle' },
  },
}
