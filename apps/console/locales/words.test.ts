import { flattenWords } from '@wattyard/console-kit'
import { CONTRACT_ROUTES } from '@wattyard/pages'
import { expect, test } from 'vitest'
import login from './login/zh.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const code = Object.values(sources).join('\n')
const words = { ...flattenWords(zh), ...flattenWords(login) }

test('every word that the shell uses exists, and every existing word is used', () => {
  const said = [
    ...[...code.matchAll(/'(shell\.[A-Za-z.0-9]+)'/g)].map(([, key = '']) => key),
    ...CONTRACT_ROUTES.flatMap(({ meta }) => meta.toptitle ?? []),
  ] as string[]
  expect(said.length).toBeGreaterThan(40)
  expect(said.filter(key => words[key] === undefined)).toEqual([])
  /** Prefixes of words whose key is composed: `shell.sizeName.${size}`. */
  const prefixes = [...code.matchAll(/`(shell\.[A-Za-z.]+)\$\{/g)].map(([, prefix = '']) => prefix)
  const unsaid = Object.keys(words).filter(
    key => key.startsWith('shell.') && !said.includes(key) && !prefixes.some(prefix => key.startsWith(prefix)),
  )
  expect(unsaid).toEqual([])
})
