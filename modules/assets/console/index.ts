import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'assets',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'assets.manufacturer.state': { active: 'good', retired: 'idle' },
    'assets.model.state': { active: 'good', retired: 'idle' },
    'assets.station.kind': { public: 'idle' },
  },
}
