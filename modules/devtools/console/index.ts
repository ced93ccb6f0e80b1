import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'devtools',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'devtools.mqtt.link': { connecting: 'wait', connected: 'good' },
  },
}
