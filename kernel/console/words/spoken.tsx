import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { type Language, useSettings } from '../session/settings.ts'
import { ownText, watchWording } from './own-words.ts'
import { hasWord, i18nEngine } from './words.ts'

export type Params = Readonly<Record<string, string | number>>
export type Translate = (key: string, params?: Params) => string

export interface Words {
  readonly t: Translate
  readonly language: Language
  readonly has: (key: string) => boolean
}

/**
 * What is said now. A word without gaps is looked up once: a list has a thousand of them. What is not loaded yet is not
 * kept, so that it is found when it comes.
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
      // What people wrote is said as it is: its braces are no gaps.
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

/** Outside the provider, as in tests of a single part: the engine itself, nothing kept. */
const direct: Words = {
  t: (key, params = {}) => ownText(key, useSettings.getState().language) ?? i18nEngine.t(key, params),
  get language() {
    return useSettings.getState().language
  },
  has: key => ownText(key, useSettings.getState().language) !== undefined || hasWord(key),
}

const Spoken = createContext<Words>(direct)

/**
 * Tells everything inside what is said. A context and no subscription in each component: a tab that is shown again has
 * nothing to subscribe to anew, and words that come later are drawn when there is time.
 */
export function WordsProvider({ children }: { children: ReactNode }) {
  const [words, setWords] = useState(() => wordsOf(useSettings.getState().language))
  useEffect(() => {
    const changed = (language: string): void => setWords(wordsOf(language as Language)) // one of those we offer
    const added = (): void => startTransition(() => setWords(now => wordsOf(now.language)))
    i18nEngine.on('languageChanged', changed)
    i18nEngine.store.on('added', added)
    const stop = watchWording(added)
    return () => {
      stop()
      i18nEngine.off('languageChanged', changed)
      i18nEngine.store.off('added', added)
    }
  }, [])
  return <Spoken value={words}>{children}</Spoken>
}

/** `t('kit.save')`, in the current language; the component follows a change of language. */
export function useWords(): Words {
  return useContext(Spoken)
}
