// Which tests an engine in memory runs as well: a rule, not a list.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** What a test names that asks on which engine it runs, or brings one of its own. */
const ASKS = /\b(hasRealServer|emptyPglite|pglitePool)\b/

/** Tests of the layer over the engines, and every test that asks for its engine. Paths from the root, in order. */
export function engineFiles() {
  return globSync('{apps,kernel,modules,tests}/**/*.test.ts', {
    cwd: ROOT,
    exclude: name => name === 'node_modules',
  })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.startsWith('kernel/server/') || ASKS.test(readFileSync(join(ROOT, path), 'utf8')))
    .toSorted()
}
