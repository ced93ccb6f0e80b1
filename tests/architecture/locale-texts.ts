import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')
/** Folders of locale files from the root, also those that only the server reads. */
export const FOLDERS = ['apps', 'kernel', 'modules']
  .flatMap(room => readdirSync(join(ROOT, room)).map(name => `${room}/${name}/locales`))
  .filter(folder => existsSync(join(ROOT, folder)))
  .flatMap(folder => [
    folder,
    ...readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(one =>
      one.isDirectory() ? [`${folder}/${one.name}`] : [],
    ),
  ])

/** Returns the dotted path and the text of each word of a tree. */
function wordsOf(tree: object, prefix = ''): [path: string, word: string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? wordsOf(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  )
}

/** Returns the texts of a folder in one language by their dotted paths. */
export const readTexts = (folder: string, language: string): Map<string, string> =>
  new Map(wordsOf(JSON.parse(readFileSync(join(ROOT, folder, `${language}.json`), 'utf8')) as object)) // our own file
