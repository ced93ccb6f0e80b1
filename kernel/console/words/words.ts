import i18next, { type i18n } from 'i18next'
import { fallbackKeys } from '@wattyard/resource'
import { changeSettings, type Language, LANGUAGES, useSettings } from '../session/settings.ts'
import { ownText } from './own-words.ts'

/** Words of one language, nested or flat; the full dotted path is the key. */
export type WordTree = { readonly [key: string]: string | WordTree }
/** Loaders by language: `{ zh: () => import('../locales/zh.json'), … }`. */
export type WordLoaders = Readonly<Record<Language, () => Promise<{ default: WordTree }>>>

/** Returns words by their full key, such as `assets.station.status.open`; adds them to `flat` where it is given. */
export function flattenWords(tree: WordTree, prefix = '', flat: Record<string, string> = {}): Record<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix ? `${prefix}.${key}` : key
    if (typeof value === 'string') flat[path] = value
    else flattenWords(value, path, flat)
  }
  return flat
}

const NAMESPACE = 'words'
const loaders = new Map<string, WordLoaders>()
const loaded = new Map<string, Promise<void>>()
/** Groups of words in use; a change of language loads exactly these. */
const inUse = new Set<string>()

export const i18nEngine: i18n = i18next.createInstance()

/** Keys asked for that had no word or only a fallback, with what chose among their forms. */
const missed = new Map<string, { lng?: string; count?: number }>()
const missedListeners = new Set<() => void>()

/** Calls the listener when words were loaded that had been asked for before. Returns a function that stops it. */
export function watchMissedWords(listener: () => void): () => void {
  missedListeners.add(listener)
  return () => missedListeners.delete(listener)
}

/** Tells the listeners when a word is there now that was missed. Most loads serve a page that is not drawn yet, and tell nobody. */
function tellMissed(): void {
  const found = [...missed].filter(([key, form]) => i18nEngine.exists(key, form))
  for (const [key] of found) missed.delete(key)
  if (found.length > 0) for (const listener of missedListeners) listener()
}

/**
 * Adds words to those of a language. They go straight into the engine's own record: its `addResourceBundle` copies all the words
 * that are there already, with every group.
 */
function addWords(language: Language, tree: WordTree): void {
  const record = (): unknown => i18nEngine.getResourceBundle(language, NAMESPACE)
  if (record() === undefined) i18nEngine.addResourceBundle(language, NAMESPACE, {})
  flattenWords(tree, '', record() as Record<string, string>) // begun as one in the line above
  tellMissed()
}

/** Starts the engine. Keys are flat: dots in a key do not separate levels. */
export async function startWords(): Promise<void> {
  await i18nEngine.init({
    lng: useSettings.getState().language,
    fallbackLng: false,
    ns: [NAMESPACE],
    defaultNS: NAMESPACE,
    keySeparator: false,
    nsSeparator: false,
    // React escapes all shown text.
    interpolation: { escapeValue: false },
    resources: {},
    parseMissingKeyHandler: (key: string, _text: unknown, params?: Readonly<Record<string, unknown>>) => {
      const { lng, count } = params ?? {}
      missed.set(key, { ...(typeof lng === 'string' && { lng }), ...(typeof count === 'number' && { count }) })
      const other = fallbackKeys(key).find(one => i18nEngine.exists(one, params))
      return other === undefined ? key : i18nEngine.t(other, { ...params })
    },
  })
}

/** Returns whether a key has a word in the current language, its own or a fallback. */
export function hasWord(key: string): boolean {
  if (i18nEngine.exists(key)) return true
  missed.set(key, {})
  return fallbackKeys(key).some(other => i18nEngine.exists(other))
}

/** Registers the loaders of a module's words (or of `kit`, `shell`); loads nothing yet. */
export function registerWords(group: string, by: WordLoaders): void {
  loaders.set(group, by)
}

async function load(group: string, language: Language): Promise<void> {
  const by = loaders.get(group)
  if (!by) return
  const name = `${language} ${group}`
  let promise = loaded.get(name)
  if (!promise) {
    promise = by[language]().then(module => addWords(language, module.default))
    loaded.set(name, promise)
    // A chunk that failed to load is tried again the next time.
    promise.catch(() => loaded.delete(name))
  }
  await promise
}

/** Loads groups of words in the current language. Call it before showing anything that uses them. */
export async function needWords(...groups: readonly string[]): Promise<void> {
  for (const group of groups) inUse.add(group)
  const { language } = useSettings.getState()
  await Promise.all(groups.map(async group => load(group, language)))
}

/** Called before a change of language, which waits for it: dates, the component library. */
export type LanguageListener = (language: Language) => Promise<void>
const listeners = new Set<LanguageListener>()

export function beforeLanguage(listener: LanguageListener): void {
  listeners.add(listener)
}

/** Changes the language at run time: it loads the words before the switch, so that no key is ever shown. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([
    ...[...inUse].map(async group => load(group, language)),
    ...[...listeners].map(async tell => tell(language)),
  ])
  await i18nEngine.changeLanguage(language)
  changeSettings({ language })
}

/** Returns a text in the current language, for code outside React; components use `t` of `useWords`. */
export function translate(key: string, params: Readonly<Record<string, string | number>> = {}): string {
  return ownText(key, useSettings.getState().language) ?? i18nEngine.t(key, params)
}

/** Returns the names of the placeholders of a word in the current language. */
export function gapsOf(key: string): string[] {
  const text: unknown = i18nEngine.getResource(i18nEngine.language, NAMESPACE, key)
  return [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
}

/** Loads groups of words in every language, for screens that edit a word in all three. The shown language does not change. */
export async function needAllLanguages(...groups: readonly string[]): Promise<void> {
  await Promise.all(LANGUAGES.flatMap(language => groups.map(async group => load(group, language))))
}

/** Returns the product's own word, even when the tenant has another; `needAllLanguages` must have loaded it. */
export function shippedWord(key: string, language: Language): string {
  return i18nEngine.t(key, { lng: language })
}
