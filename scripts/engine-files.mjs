// Which tests run again, with one connection or on the oldest server: rules, not lists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from './setup.mjs'

/** What a test, or a helper beside it, names that has a database. */
const HAS_DATABASE = /@wattyard\/(?:[\w-]+\/)?testing'|\/test-database\.ts'|Pool\b|startEmbeddedPostgres/
/** Modules whose SQL is the hardest on an engine: money, and rows that several writers share. */
const HARDEST = ['ledger', 'charging', 'gateway'].map(name => `modules/${name}/server`)
/** Parts of the kernel that answer or write papers: what they ask a database for is asked by the layers below them. */
const ABOVE_SQL = ['http', 'live', 'outbound', 'paper', 'pdf'].map(name => `kernel/server/${name}/`)
/** Tests of the above whose subject is the database all the same: its refusals, and whose turn it is at the pool. */
const OF_DATABASE = /\/(?:explain-database-error|take-turns)\.test\.ts$/
/**
 * Statements of every module, prepared; the product itself on a server that is not ours, and a backup that goes from
 * there to our engine and back.
 */
const WHOLE = [
  'tests/architecture/statements/statements.test.ts',
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

const isOfBackup = path => path.startsWith('kernel/server/backup/')
const isAboveSql = path => ABOVE_SQL.some(folder => path.startsWith(folder)) && !OF_DATABASE.test(path)

/** Tests of the layer over the database whose pool another size could change: those of backups have one connection anyway. */
export const kernelFiles = () =>
  named(
    'kernel',
    ofKernel().filter(path => !isOfBackup(path)),
  )

/** The kernel's SQL. With one connection it runs on the oldest PostgreSQL that we take, so that one run proves both. */
export const kernelSqlFiles = () => kernelFiles().filter(path => !isAboveSql(path))

const hardestFiles = () => testsBelow(HARDEST).filter(reachesDatabase)
/** What a planner chooses differs from one version to the next. */
const isOfPlanner = path => /\/(?:[\w-]+-plan|plan-age|use-indexes)\.test\.ts$/.test(path)
/** Has a test that leaves itself out where there is one connection. */
const needsTwoConnections = path => textOf(path).includes('WATTYARD_TEST_POOL')

/**
 * Tests that a stage of their own runs, where the oldest server is installed, and no other: of modules on that server, of the
 * kernel with one connection.
 */
export const filesOfOtherStages = () =>
  named(
    'other stages',
    [...hardestFiles(), ...kernelFiles()].filter(path => !isOfPlanner(path) && !needsTwoConnections(path)),
  )

/** What else runs on that server: statements of all modules, backups, the hardest SQL, the product as a whole. */
export const serverFiles = () => named('oldest server', [...ofKernel().filter(isOfBackup), ...hardestFiles(), ...WHOLE])
