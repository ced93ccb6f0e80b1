// This import must come before every import that loads the kit, because settings are read once.
import './spanish-browser.ts'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ConsoleModule } from '../module/console-module.ts'
import { needWords, registerWords, startWords } from '../words/words.ts'

const KIT = {
  name: 'kit',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
} as const
const SHARED = {
  name: 'shared',
  locales: {
    zh: () => import('@wattyard/resource/locales/zh.json'),
    en: () => import('@wattyard/resource/locales/en.json'),
    es: () => import('@wattyard/resource/locales/es.json'),
  },
} as const

/** Loads the words of modules in Spanish, for tests of a component's text. Import this file before the component. */
export async function loadSpanish(...modules: readonly Pick<ConsoleModule, 'name' | 'locales'>[]): Promise<void> {
  await startWords()
  for (const { name, locales } of [KIT, SHARED, ...modules]) {
    registerWords(name, locales)
    await needWords(name)
  }
}

/** Returns the text of a component's first render, pieces separated by one space, without the invisible alignment digits. */
export function shownText(part: ReactElement): string {
  return renderToStaticMarkup(part)
    .replaceAll(/<span class="w-unseen"[^>]*>[^<]*<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
