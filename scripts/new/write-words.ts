import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fallbackKeys } from '@wattyard/resource'
import { ROOT, spelled, TO_WRITE } from './place.ts'

const LANGUAGES = ['zh', 'en', 'es'] as const
type Tree = { [key: string]: string | Tree }

const read = (file: string): Tree => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tree) : {}) // our own files

function wordAt(tree: Tree, path: readonly string[]): string | undefined {
  const [first = '', ...rest] = path
  const found = tree[first]
  if (typeof found === 'string' || found === undefined) return rest.length === 0 ? found : undefined
  return wordAt(found, rest)
}

function put(tree: Tree, path: readonly string[], word: string): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    tree[first] = word
    return
  }
  const inner = tree[first]
  const next = typeof inner === 'object' ? inner : {}
  tree[first] = next
  put(next, rest, word)
}

/** Returns a tree of words with a marked first guess for every key that it and the shared words lack. */
export function withMissing(tree: Tree, shared: Tree, keys: readonly string[]): { tree: Tree; added: string[] } {
  const filled = structuredClone(tree)
  const has = (key: string): boolean => [tree, shared].some(one => wordAt(one, key.split('.')) !== undefined)
  const added = keys.filter(key => ![key, ...fallbackKeys(key)].some(has))
  for (const key of added) {
    const [last = '', before = ''] = key.split('.').toReversed()
    put(filled, key.split('.'), `${TO_WRITE} ${spelled(last === 'noun' || last === 'nouns' ? before : last)}`)
  }
  return { tree: filled, added }
}

/** Writes the missing words of a module in three languages. Returns files that changed. */
export function writeWords(module: string, keys: readonly string[]): string[] {
  return LANGUAGES.flatMap(language => {
    const file = join('modules', module, 'locales', `${language}.json`)
    const shared = read(join(ROOT, 'kernel/resource/locales', `${language}.json`))
    const { tree, added } = withMissing(read(join(ROOT, file)), shared, keys)
    if (added.length === 0) return []
    writeFileSync(join(ROOT, file), `${JSON.stringify(tree, null, 2)}\n`)
    return [`${file}: ${added.length} words`]
  })
}
