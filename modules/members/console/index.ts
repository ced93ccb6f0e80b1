import type { ConsoleModule } from '@wattyard/console-kit'

/** Console door of the members. It has no pages yet; pages of other modules look up its records and show its words. */
export const consoleModule: ConsoleModule = {
  name: 'members',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
}
