import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'help',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  actions: [{ key: 'askAssistant', page: '/help/index', opens: 'assistant', needs: 'help.assistant:ask' }],
}
