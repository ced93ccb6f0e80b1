import { expect, test } from 'vitest'
import { flattenWords, type WordTree } from './words.ts'

const files = import.meta.glob<WordTree>('../locales/**/*.json', { eager: true, import: 'default' })
const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

const words = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(files)
      .filter(([path]) => path.endsWith(`/${language}.json`))
      .map(([, tree]) => flattenWords(tree)),
  )
/** Plural forms exist only in languages that have them. */
const keys = (language: string): string[] =>
  Object.keys(words(language))
    .filter(key => !key.endsWith('_one'))
    .sort()
const gaps = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort()

test('zh, en and es have the same words with the same gaps', () => {
  expect(keys('zh').length).toBeGreaterThan(100)
  for (const language of ['en', 'es']) {
    expect(keys(language)).toEqual(keys('zh'))
    for (const key of keys(language))
      expect([key, gaps(words(language)[key] ?? '')]).toEqual([key, gaps(words('zh')[key] ?? '')])
  }
})

test('every word that the kit uses exists, and every existing word is used', () => {
  const code = Object.values(sources).join('\n')
  const said = [...code.matchAll(/'(kit\.[A-Za-z.]+)'/g)].map(([, key = '']) => key)
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter(key => words('zh')[key] === undefined)).toEqual([])
  /** Prefixes of words whose key is composed: `kit.time.${word}`. */
  const prefixes = [...code.matchAll(/`(kit\.[A-Za-z.]+)\$\{/g)].map(([, prefix = '']) => prefix)
  /** Words of a state: `<StatusTag of="kit.standing">`. */
  prefixes.push(...[...code.matchAll(/ of="(kit\.[A-Za-z.]+)"/g)].map(([, of = '']) => `${of}Value.`))
  const unsaid = keys('zh').filter(key => !said.includes(key) && !prefixes.some(prefix => key.startsWith(prefix)))
  expect(unsaid).toEqual([])
})
