import { expect, test } from 'vitest'
import { importsOf, readPackages, readSources, type Source, targetOf } from './sources.ts'

/*
 * A thread loads its files each time it is started. With the whole server among them that took it longer than its work: most
 * of a second for each file of sessions.
 */

const sources = new Map(readSources(readPackages()).map(source => [source.path, source]))
const workers = [...sources.values()].filter(
  ({ text, path, isTest }) => !isTest && !path.startsWith('bench/') && /import \{[^}]*\bparentPort\b/.test(text),
)

/** Packages of ours that are small and load nothing else. */
const LIGHT = ['@wattyard/money', '@wattyard/time']

/** What a file loads when it runs. Of a list whose names are all types, only the names go: the file is loaded all the same. */
const loads = ({ text }: Source): string[] =>
  importsOf(text.replaceAll(/(^|\n)(?:import|export) type\s[^'"]*['"][^'"]*['"]/g, '$1'))

function heavyOnes(source: Source, seen = new Set<string>()): string[] {
  if (seen.has(source.path)) return []
  seen.add(source.path)
  return loads(source).flatMap(specifier => {
    if (specifier.startsWith('@wattyard/'))
      return LIGHT.includes(specifier) ? [] : [`${source.path} loads ${specifier}`]
    const next = specifier.startsWith('.') ? sources.get(targetOf(source, specifier)) : undefined
    return next ? heavyOnes(next, seen) : []
  })
}

test('only names of types are left out of what a file loads', () => {
  const text = ["import type { A } from 'a'", "import { type B } from 'b'", "import { c } from 'c'"].join('\n')
  expect(loads({ text } as Source)).toEqual(['b', 'c'])
})

test('threads load nothing of the server as a whole', () => {
  expect(workers.length).toBeGreaterThan(2)
  expect(workers.flatMap(source => heavyOnes(source))).toEqual([])
})
