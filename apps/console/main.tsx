import {
  LANGUAGES,
  loadComponentWords,
  needWords,
  registerWords,
  startWords,
  useSettings,
  type WordLoaders,
} from '@wattyard/console-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { rootHandlers, watchErrors } from './errors/error-log.ts'
import { watchWidth } from './layout/device.ts'
import { admitPlainTextOnly } from './plain-text-only.ts'
import { registerHelpTexts } from './routes/help-texts.ts'
import { registerModules } from './routes/modules.ts'
import { watchSession } from './session/sign-out.ts'
import { watchVerification } from './session/verification.ts'
import { watchScroll } from './tabs/scroll-places.ts'
import { watchMissingCode } from './version/missing-code.ts'

const KIT_WORDS: WordLoaders = {
  zh: () => import('@wattyard/console-kit/locales/zh.json'),
  en: () => import('@wattyard/console-kit/locales/en.json'),
  es: () => import('@wattyard/console-kit/locales/es.json'),
}
/** Words of fields that many resources have (docs/guide/words.md). */
const SHARED_WORDS: WordLoaders = {
  zh: () => import('@wattyard/resource/locales/zh.json'),
  en: () => import('@wattyard/resource/locales/en.json'),
  es: () => import('@wattyard/resource/locales/es.json'),
}
const SHELL_WORDS: WordLoaders = {
  zh: () => import('./locales/zh.json'),
  en: () => import('./locales/en.json'),
  es: () => import('./locales/es.json'),
}

async function start(): Promise<void> {
  admitPlainTextOnly()
  watchErrors()
  watchMissingCode()
  registerWords('kit', KIT_WORDS)
  registerWords('shared', SHARED_WORDS)
  registerWords('shell', SHELL_WORDS)
  registerModules()
  registerHelpTexts()
  watchSession()
  watchVerification()
  watchWidth()
  watchScroll()
  await startWords()
  const { language } = useSettings.getState()
  await Promise.all([
    needWords('kit', 'shared', 'shell'),
    loadComponentWords(LANGUAGES.find(one => one === language) ?? 'zh'),
  ])
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root, rootHandlers).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start()
