// Which tests run again, with one connection or on the oldest server: rules, not lists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from './setup.mjs'

/** What a test, or a helper beside it, names that has a database. */
const HAS_DATABASE = /@wattyard\/(?:[\w-]+\/)?testing'|\/test-database\.ts'|Pool\b|startEmbeddedPostgres/
/** Modules whose SQL is the hardest on an engine: money, and rows that several writers share. */
const HARDEST = ['ledger', 'charging', 'gateway'].map(name => `modules/${name}/server`)
/** The product itself on a server that is not ours, and a backup that goes from there to our engine and back. */
const WHOLE = [
  'apps/server/backup/round-trip.test.ts',
  'tests/outside/external-postgres.test.ts',
  'tests/outside/two-instances.test.ts',
]

/** Files below a folder, as paths from the root; by hand, because the Node that begins may be one without globs. */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
}

const textOf = path => readFileSync(join(ROOT, path), 'utf8')

/** Whether a test comes near a database, by itself or by a helper that it imports from its own room. */
function reachesDatabase(path) {
  const text = textOf(path)
  if (HAS_DATABASE.test(text)) return true
  const helpers = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from]) => posix.join(dirname(path), from))
  return helpers.some(helper => existsSync(join(ROOT, helper)) && /@wattyard\/testing'/.test(textOf(helper)))
}

function named(title, files) {
  // Without a name vitest would take all of them.
  if (files.length === 0) throw new Error(`${title}: the rule finds no file any more`)
  return files.toSorted((a, b) => (a < b ? -1 : 1))
}

const testsBelow = folders => folders.flatMap(filesBelow).filter(path => path.endsWith('.test.ts'))
const ofKernel = () => testsBelow(['kernel/server']).filter(reachesDatabase)

/** Tests of the layer over the database whose pool another size could change: those of backups have one connection anyway. */
export const kernelFiles = () =>
  named(
    'kernel',
    ofKernel().filter(path => !path.startsWith('kernel/server/backup/')),
  )

/** Tests for the oldest PostgreSQL that we take: that layer, the hardest SQL, and the product as a whole. */
export function serverFiles() {
  return named('oldest server', [...ofKernel(), ...testsBelow(HARDEST).filter(reachesDatabase), ...WHOLE])
}
