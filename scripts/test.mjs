// npm test: everything a change must pass. Sets itself up on a fresh clone.
import { ensureInstalled, step, tool } from './setup.mjs'

ensureInstalled()
step('types (server)', [tool('typescript', 'tsc'), '-p', 'tsconfig.json'])
step('types (console)', [tool('typescript', 'tsc'), '-p', 'tsconfig.console.json'])
step('types (journeys)', [tool('typescript', 'tsc'), '-p', 'tsconfig.journeys.json'])
step('lint', [tool('oxlint'), '--type-aware', '--quiet'])
step('format', [tool('@biomejs/biome', 'biome'), 'format', '.'])
step('console build and its budget', ['scripts/build.mjs'])
step('', ['scripts/console-budget.mjs'])
step('tests on PGlite', [tool('vitest'), 'run'])
// Simulation and outside clients bring an engine of their own; once is enough.
const ONCE = ['--exclude', 'tests/simulation/**', '--exclude', 'tests/outside/**']
step('tests on embedded PostgreSQL with a pool of 2', [tool('vitest'), 'run', ...ONCE], {
  WATTYARD_TEST_DATABASE: 'embedded',
  WATTYARD_TEST_POOL: '2',
})
step('', ['scripts/test-on-server.mjs', 'kernel/server', 'modules/ledger', 'modules/charging', 'modules/gateway'])
step('browser journeys', ['scripts/journeys.mjs'])
