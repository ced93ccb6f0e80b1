import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'devtools',
  pages: {
    '/test/icon': { load: () => import('./icon-page.tsx') },
    '/mqtt': { load: () => import('./mqtt/mqtt-page.tsx') },
  },
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'devtools.mqtt.link': { idle: 'idle', connecting: 'wait', connected: 'good', lost: 'bad', refused: 'bad' },
  },
}
