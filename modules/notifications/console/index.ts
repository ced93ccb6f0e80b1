import { type ConsoleModule, lazyPart, needWords } from '@wattyard/console-kit'

/** Bell of the top bar: the number of unread messages, and the newest below it. */
export const MessagesButton = lazyPart(async () => {
  const [part] = await Promise.all([import('./inbox/messages-button.tsx'), needWords('notifications')])
  return part.MessagesButton
})

/** Unconfirmed notices after sign-in; they can be postponed. */
export const NoticeGate = lazyPart(async () => {
  const [part] = await Promise.all([import('./notice/notice-gate.tsx'), needWords('notifications')])
  return part.NoticeGate
})

/** Card with the notices in force for the home page; empty while there is none. */
export const NoticeBoard = lazyPart(async () => {
  const [part] = await Promise.all([import('./notice/notice-board.tsx'), needWords('notifications')])
  return part.NoticeBoard
})

export const consoleModule: ConsoleModule = {
  name: 'notifications',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  tones: {
    'notifications.delivery.state': {
      sent: 'good',
      unclear: 'bad',
    },
    'notifications.notice.state': {
      draft: 'idle',
    },
  },
}
