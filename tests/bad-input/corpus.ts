import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ROOT } from '@wattyard/testing'
import { OWN_JSON, OWN_TEXTS } from './own-corpus.ts'

/**
 * Bad input that others have collected, read from beside the repository where it is present and never copied into it:
 * the Big List of Naughty Strings and JSONTestSuite. Where it is absent the tests say so and run with our own alone.
 */
const FOLDER = join(ROOT, '../shared/data/bad-inputs')

export const IS_PUBLISHED_HERE = existsSync(FOLDER)
if (!IS_PUBLISHED_HERE)
  console.log(`bad inputs: the published lists are not here (${FOLDER}) and are skipped; our own run alone`)

const read = (name: string): Buffer => gunzipSync(readFileSync(join(FOLDER, name)))

/** Texts that have broken programs: ours, then the published list. Each one once. */
export function naughtyTexts(): string[] {
  const published = IS_PUBLISHED_HERE ? (JSON.parse(read('blns.json.gz').toString('utf8')) as string[]) : [] // the list's published form
  return [...new Set([...OWN_TEXTS, ...published])]
}

export interface JsonCase {
  name: string
  /** RFC 8259 says: `must` be accepted, must be refused (`never`), or either. */
  rule: 'must' | 'never' | 'either'
  bytes: Buffer
}

const RULES: Readonly<Record<string, JsonCase['rule']>> = { y: 'must', n: 'never', i: 'either' }

/** The parsing cases of JSONTestSuite; empty when the archive is absent. */
export function publishedJson(): JsonCase[] {
  if (!IS_PUBLISHED_HERE) return []
  return entriesOf(read('json-test-suite.tar.gz')).flatMap(({ name, bytes }) => {
    const [, letter, word] = /^test_parsing\/([yni])_(.*)\.json$/.exec(name) ?? []
    const rule = RULES[letter ?? '']
    return rule === undefined || word === undefined ? [] : [{ name: `${letter}_${word}`, rule, bytes }]
  })
}

/** JSON documents, good and bad: ours, then the published ones. */
export function jsonCases(): JsonCase[] {
  return [...OWN_JSON, ...publishedJson()]
}

/** The part of a list that the worker number `part` of `parts` takes: every so-manyth. */
export function share<T>(list: readonly T[], part: number, parts: number): T[] {
  return list.filter((_, index) => index % parts === part)
}

const BLOCK = 512

/** Files of a tar archive (POSIX ustar: blocks of 512 bytes, name at 0, size in octal at 124, type at 156). */
function entriesOf(archive: Buffer): { name: string; bytes: Buffer }[] {
  const entries: { name: string; bytes: Buffer }[] = []
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const name = archive.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    if (name === '') break
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8)
    const type = archive.toString('latin1', at + 156, at + 157)
    if (type === '0' || type === '\0') entries.push({ name, bytes: archive.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return entries
}
