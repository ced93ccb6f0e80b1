import type { ConsoleModule } from '@wattyard/console-kit'

/** No pages yet; its records can be looked up and its words shown by the pages of others. */
export const consoleModule: ConsoleModule = {
  name: 'identity',
  pages: {},
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  resources: {
    'identity.tenant': 'sys/tenant',
    'identity.office': 'sys/office',
    'identity.role': 'sys/role',
    'identity.user': 'sys/user',
  },
}
