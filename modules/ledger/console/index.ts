import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Draws journals line by line, in details of what caused them. */
export const JournalLines = lazyPart(async () => (await import('./journal-lines.tsx')).JournalLines)

/** Draws the books: trial balance and statements; `tools` stand at the head of the page. */
export const AccountsPart = lazyPart(async () => (await import('./books/accounts-part.tsx')).AccountsPart)

/** Console door of the ledger. It has no pages yet; pages of other modules look up its records and show its words. */
export const consoleModule: ConsoleModule = {
  name: 'ledger',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
}
