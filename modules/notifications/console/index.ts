import { type ConsoleModule, lazyPart, needWords } from '@wattyard/console-kit'

/** The bell of the top bar: how much is unread, and the inbox below it. */
export const MessagesButton = lazyPart(async () => {
  const [part] = await Promise.all([import('./messages-button.tsx'), needWords('notifications')])
  return part.MessagesButton
})

/** No page of its own yet; the inbox hangs in the top bar. */
export const consoleModule: ConsoleModule = {
  name: 'notifications',
  pages: {},
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
}
