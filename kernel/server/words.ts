import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fallbackKeys, type Language } from '@wattyard/resource'
import type { Params } from './refusal.ts'

export type { Language } from '@wattyard/resource'
export const LANGUAGES = ['zh', 'en', 'es'] as const satisfies readonly Language[]

type Tree = { readonly [key: string]: string | Tree }

/** Everything the server says to people, by language and key. */
export interface Words {
  translate(language: Language, key: string, params?: Params): string
  has(language: Language, key: string): boolean
}

function flatten(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix ? `${prefix}.${key}` : key
    if (typeof value === 'string') into.set(path, value)
    else flatten(value, path, into)
  }
}

const PLURALS = new Map(LANGUAGES.map(language => [language, new Intl.PluralRules(language)]))

/** The form of a word for a count, where the language and the word have one: `<key>_one` beside `<key>`, as the console has it. */
function one(
  words: ReadonlyMap<string, string> | undefined,
  language: Language,
  key: string,
  count: Params[string] | undefined,
): string | undefined {
  // Messages keep what they say as text.
  const number = typeof count === 'string' && /^\d{1,15}$/.test(count) ? Number(count) : count
  if (typeof number !== 'number') return undefined
  const form = PLURALS.get(language)?.select(number)
  return form === undefined ? undefined : words?.get(`${key}_${form}`)
}

/**
 * Reads `<folder>/{zh,en,es}.json` of every folder given. The same files feed the console, so a
 * word exists once per language. Keys begin with the module's name.
 */
export function loadWords(folders: readonly string[]): Words {
  const byLanguage = new Map<Language, Map<string, string>>()
  for (const language of LANGUAGES) {
    const words = new Map<string, string>()
    for (const folder of folders) {
      let text: string
      try {
        text = readFileSync(join(folder, `${language}.json`), 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue // a module without words yet
        throw error
      }
      flatten(JSON.parse(text) as Tree, '', words) // our own file; its shape is proved by a test
    }
    byLanguage.set(language, words)
  }
  const find = (language: Language, key: string): string | undefined => {
    const words = byLanguage.get(language)
    const other = words?.has(key) ? key : fallbackKeys(key).find(one => words?.has(one))
    return other === undefined ? undefined : words?.get(other)
  }
  return {
    translate(language, key, params = {}) {
      const text =
        one(byLanguage.get(language), language, key, params.count) ?? find(language, key) ?? find('zh', key) ?? key
      return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
        const param = params[name] ?? whole
        return typeof param === 'function' ? param(language) : String(param)
      })
    },
    has: (language, key) => find(language, key) !== undefined,
  }
}

/** Returns the first language of an Accept-Language header that we speak; zh otherwise. */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const found = LANGUAGES.find(language => language === tag)
    if (found) return found
  }
  return 'zh'
}
