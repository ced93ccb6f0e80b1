import { flattenWords, type WordTree } from '@wattyard/console-kit'
import { CONTRACT_ROUTES } from '@wattyard/pages'
import { expect, test } from 'vitest'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const code = Object.values(sources).join('\n')
const words: Record<'zh' | 'en' | 'es', WordTree> = { zh, en, es }
const flat = (language: 'zh' | 'en' | 'es'): Record<string, string> => flattenWords(words[language])
const gaps = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort()

test('zh, en and es have the same words with the same gaps', () => {
  for (const language of ['en', 'es'] as const) {
    expect(Object.keys(flat(language))).toEqual(Object.keys(flat('zh')))
    for (const [key, text] of Object.entries(flat(language)))
      expect([key, gaps(text)]).toEqual([key, gaps(flat('zh')[key] ?? '')])
  }
})

test('every word that the shell says exists, and every word that exists is said', () => {
  const said = [
    ...[...code.matchAll(/'(shell\.[A-Za-z.0-9]+)'/g)].map(([, key = '']) => key),
    ...CONTRACT_ROUTES.flatMap(({ meta }) => meta.toptitle ?? []),
  ] as string[]
  expect(said.length).toBeGreaterThan(40)
  expect(said.filter(key => flat('zh')[key] === undefined)).toEqual([])
  /** Words whose key is put together: `shell.sizeName.${size}`. */
  const prefixes = [...code.matchAll(/`(shell\.[A-Za-z.]+)\$\{/g)].map(([, prefix = '']) => prefix)
  const unsaid = Object.keys(flat('zh')).filter(
    key => key.startsWith('shell.') && !said.includes(key) && !prefixes.some(prefix => key.startsWith(prefix)),
  )
  expect(unsaid).toEqual([])
})
