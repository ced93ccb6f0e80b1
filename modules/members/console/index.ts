import type { ConsoleModule } from '@wattyard/console-kit'

/** No pages yet; its records can be looked up and its words shown by the pages of others. */
export const consoleModule: ConsoleModule = {
  name: 'members',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
}
