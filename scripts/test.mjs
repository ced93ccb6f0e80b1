// npm test: everything a change must pass. Sets itself up on a fresh clone.
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
const without = patterns => patterns.flatMap(pattern => ['--exclude', pattern])
// An engine's own time is a third of a simulation's: it runs where that is shortest.
step('tests on PGlite', [tool('vitest'), 'run', ...without(['tests/simulation/**'])])
// What cannot reach a database (the architecture test sees to that) has been run; outside clients bring a server along.
const ONCE = ['**/console/**', '**/contract/**', 'kernel/{money,time}/**', 'protocols/**', 'apps/simulator/**']
step(
  'tests on embedded PostgreSQL with a pool of 2',
  [tool('vitest'), 'run', ...without([...ONCE, 'tests/outside/**', 'tests/architecture/boundaries/**'])],
  { WATTYARD_TEST_DATABASE: 'embedded', WATTYARD_TEST_POOL: '2' },
)
step('', [
  'scripts/test-on-server.mjs',
  ...['kernel', ...MODULES].map(name => `${name}/server`),
  'tests/outside/own-server.test.ts',
  'tests/outside/two-servers.test.ts',
])
step('browser journeys', ['scripts/journeys.mjs'])
