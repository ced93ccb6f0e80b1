import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { type Language, useSettings } from '../session/settings.ts'
import { ownText, watchWording } from './own-words.ts'
import { hasWord, i18nEngine, watchMissedWords } from './words.ts'

export type Params = Readonly<Record<string, string | number>>
export type Translate = (key: string, params?: Params) => string

export interface Words {
  readonly t: Translate
  readonly language: Language
  readonly has: (key: string) => boolean
}

/**
 * Returns the words of a language. A word without placeholders is looked up once, because a list has a thousand of them. A word
 * that is not loaded yet is not cached, so that it is found later.
 */
function wordsOf(language: Language): Words {
  const said = new Map<string, string>()
  const known = new Set<string>()
  const has = (key: string): boolean => {
    if (known.has(key)) return true
    const isThere = ownText(key, language) !== undefined || hasWord(key)
    if (isThere) known.add(key)
    return isThere
  }
  return {
    language,
    has,
    t(key, params) {
      // A tenant's own text is returned as it is: its braces are no placeholders.
      const own = ownText(key, language)
      if (own !== undefined) return own
      if (params) return i18nEngine.t(key, params)
      const known = said.get(key)
      if (known !== undefined) return known
      const text = i18nEngine.t(key, {})
      if (has(key)) said.set(key, text)
      return text
    },
  }
}

/** Words outside the provider, as in tests of a single component: the engine itself, without a cache. */
const direct: Words = {
  t: (key, params = {}) => ownText(key, useSettings.getState().language) ?? i18nEngine.t(key, params),
  get language() {
    return useSettings.getState().language
  },
  has: key => ownText(key, useSettings.getState().language) !== undefined || hasWord(key),
}

const Spoken = createContext<Words>(direct)

/**
 * Provides the words to everything inside. A context replaces a subscription in each component: a tab that is shown again need
 * not subscribe anew. Words that load later are drawn when there is time, and only where one of them was missed: each page brings
 * words, and drawing all that is open anew cost more than the page.
 */
export function WordsProvider({ children }: { children: ReactNode }) {
  const [words, setWords] = useState(() => wordsOf(useSettings.getState().language))
  useEffect(() => {
    const changed = (language: string): void => setWords(wordsOf(language as Language)) // one of the offered languages
    const added = (): void => startTransition(() => setWords(now => wordsOf(now.language)))
    i18nEngine.on('languageChanged', changed)
    const stops = [watchWording(added), watchMissedWords(added)]
    return () => {
      for (const stop of stops) stop()
      i18nEngine.off('languageChanged', changed)
    }
  }, [])
  return <Spoken value={words}>{children}</Spoken>
}

/** Returns the words of the current language, as in `t('kit.save')`. The component follows a change of language. */
export function useWords(): Words {
  return useContext(Spoken)
}
