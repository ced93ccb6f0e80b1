// npm test: everything a change must pass. Sets itself up on a fresh clone.
import { engineFiles } from './engine-files.mjs'
import { ensureInstalled, step, tool } from './setup.mjs'

const MODULES = ['ledger', 'charging', 'gateway'].map(name => `modules/${name}`)

ensureInstalled()
step('types (server)', [tool('typescript', 'tsc'), '-p', 'tsconfig.json'])
step('types (console)', [tool('typescript', 'tsc'), '-p', 'tsconfig.console.json'])
step('types (journeys)', [tool('typescript', 'tsc'), '-p', 'tsconfig.journeys.json'])
step('lint', [tool('oxlint'), '--type-aware', '--quiet'])
step('format', [tool('@biomejs/biome', 'biome'), 'format', '.'])
step('console build and its budget', ['scripts/build.mjs'])
step('', ['scripts/console-budget.mjs'])
// The engine that ships carries everything, with a pool in which a second connection is the last; what reaches no
// database runs along, once (vitest.config.ts). docs/decisions/0210-… says why the other two carry what they carry.
step('tests, on embedded PostgreSQL with a pool of 2', [tool('vitest'), 'run'], {
  WATTYARD_TEST_DATABASE: 'embedded',
  WATTYARD_TEST_POOL: '2',
})
step('', [
  'scripts/test-on-server.mjs',
  ...['kernel', ...MODULES].map(name => `${name}/server`),
  'tests/outside/own-server.test.ts',
  'tests/outside/two-servers.test.ts',
])
step('tests on PGlite', [tool('vitest'), 'run', '--project', 'database', ...engineFiles()])
step('browser journeys', ['scripts/journeys.mjs'])
