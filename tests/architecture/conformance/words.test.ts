import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const FOLDERS = ['apps', 'kernel', 'modules']
  .flatMap(room => readdirSync(join(ROOT, room)).map(name => `${room}/${name}`))
  .filter(folder => existsSync(join(ROOT, folder, 'locales')))

/** Dotted paths of all words of a file, and what they say. */
function wordsOf(tree: object, prefix = ''): [path: string, word: string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? wordsOf(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  )
}

const read = (folder: string, language: string): Map<string, string> =>
  new Map(wordsOf(JSON.parse(readFileSync(join(ROOT, folder, 'locales', `${language}.json`), 'utf8')) as object)) // our own file

/** What is filled in: `{{name}}`; what people write in each language has a gap for each, `{{titleEn}}` for `{{title}}`. */
const gaps = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+?)(?:En|Es)?\}\}/g)].map(([, name = '']) => name).toSorted()

describe.each(FOLDERS)('words of %s', folder => {
  const zh = read(folder, 'zh')

  test.each(['en', 'es'])('are all there in %s, with the same gaps', language => {
    const words = read(folder, language)
    // A language with a singular of its own says it beside the plural.
    const paths = [...words.keys()].filter(path => !path.endsWith('_one'))
    expect(paths.toSorted()).toEqual([...zh.keys()].toSorted())
    expect(paths.filter(path => gaps(words.get(path) ?? '').join() !== gaps(zh.get(path) ?? '').join())).toEqual([])
    expect([...words.keys()].filter(path => path.endsWith('_one') && !words.has(path.slice(0, -4)))).toEqual([])
    expect([...words].filter(([, word]) => word.trim() === '')).toEqual([])
  })
})

test('texts are read', () => {
  const count = FOLDERS.reduce((sum, folder) => sum + read(folder, 'zh').size, 0)
  expect(count).toBeGreaterThan(3_000)
  console.log(`words: ${count} in ${FOLDERS.length} folders, each in three languages`)
})
