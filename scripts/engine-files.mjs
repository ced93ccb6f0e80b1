// Which tests an engine in memory runs as well: a rule, not a list.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** What a test names that asks on which engine it runs, or brings one of its own. */
const ASKS = /\b(hasRealServer|emptyPglite|pglitePool)\b/

/** Files below a folder, as paths from the root; by hand, because the Node that begins may be one without globs. */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
}

/** Tests of the layer over the engines, and every test that asks for its engine. Paths from the root, in order. */
export function engineFiles() {
  const files = ['apps', 'kernel', 'modules', 'tests']
    .flatMap(filesBelow)
    .filter(path => path.endsWith('.test.ts'))
    .filter(path => path.startsWith('kernel/server/') || ASKS.test(readFileSync(join(ROOT, path), 'utf8')))
    .toSorted((a, b) => (a < b ? -1 : 1))
  // Without a name vitest would take all of them.
  if (files.length === 0) throw new Error('no test asks for its engine: the rule finds nothing any more')
  console.log(`\nengine files: ${files.length}`)
  return files
}
