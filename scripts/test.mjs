// npm test: everything a change must pass. Sets itself up on a fresh clone.
import { filesOfOtherStages, kernelFiles, kernelSqlFiles, serverFiles } from './engine-files.mjs'
import { oldestServer } from './oldest-server.mjs'
import { IN_PAUSES, journeyStage, lookStage, runLane, tell, vitestStage } from './run-stages.mjs'
import { ensureInstalled, tool } from './setup.mjs'

const began = performance.now()
const secondsSince = since => (performance.now() - since) / 1000

ensureInstalled()
const installed = { name: 'installation', seconds: secondsSince(began), passed: 0, failed: 0, read: '', isGood: true }

// Compilers in Go that run once and end: what they make is needed to their end, so collecting it frees next to nothing and
// costs a third of their time. Only near the limit it is done after all. On one thread types are worked out once.
const ONE_PASS = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' }
// One checker: each of several works out the shared types again, which cost 52 s of processor time instead of 30.
const types = (name, config) =>
  lookStage(
    name,
    [tool('typescript', 'tsc'), '-p', config, '--checkers', '1', '--diagnostics'],
    /^Files:\s+(\d+)/gm,
    ONE_PASS,
  )

// Tests may build the console again, for another profile: it is weighed before they begin.
const weigh = lookStage('console budget', ['scripts/console-budget.mjs'], /(\d+) files read/g)
const build = lookStage('console build', ['scripts/build.mjs'], /(\d+) source files/g)
const looks = [
  types('types (server)', 'tsconfig.json'),
  types('types (console)', 'tsconfig.console.json'),
  types('types (journeys)', 'tsconfig.journeys.json'),
  lookStage('lint', [tool('oxlint'), '--type-aware', '--quiet'], /on (\d+) files/g, ONE_PASS),
  lookStage('format', [tool('@biomejs/biome', 'biome'), 'format', '.'], /Checked (\d+) files/g),
]
// The engine that ships carries everything that no other stage runs, with a pool in which a second connection is the last;
// what reaches no database runs along (vitest.config.ts). docs/decisions/0368-… says what is run again, and 0417-… what is not.
const tests = vitestStage(
  'tests, on embedded PostgreSQL with a pool of 2',
  [tool('vitest'), 'run'],
  oldestServer() ? { WATTYARD_TEST_ELSEWHERE: filesOfOtherStages().join(',') } : {},
)
const journeys = journeyStage('browser journeys', ['scripts/journeys.mjs'])
const ONE_WORKER = { WATTYARD_TEST_WORKERS: '1' }
const ONE_CONNECTION = { ...ONE_WORKER, WATTYARD_TEST_POOL: '1' }
const onOldest = ['scripts/test-on-server.mjs']
const isAboveSql = path => !kernelSqlFiles().includes(path)
const again = oldestServer()
  ? [
      vitestStage(
        'kernel above its SQL, with one connection',
        [tool('vitest'), 'run', ...kernelFiles().filter(isAboveSql)],
        ONE_CONNECTION,
      ),
      vitestStage(
        "kernel's SQL on Debian's PostgreSQL, with one connection",
        [...onOldest, ...kernelSqlFiles()],
        ONE_CONNECTION,
      ),
      vitestStage("tests on Debian's PostgreSQL, with a pool of 4", [...onOldest, ...serverFiles()], {
        ...ONE_WORKER,
        WATTYARD_TEST_POOL: '4',
      }),
    ]
  : [vitestStage('kernel, with one connection', [tool('vitest'), 'run', ...kernelFiles()], ONE_CONNECTION)]
if (!oldestServer())
  console.log('Left out: tests on Debian’s PostgreSQL, which is not installed (apt-get install postgresql)')

// Tests of processes and journeys wait for more than the processor: the other server goes into their pauses, and then types and
// lint, which nothing makes fail by being slow.
async function runTests() {
  const [built, ...others] = await runLane([build, weigh, tests])
  return [built, ...others, ...(built.isGood ? await runLane([journeys]) : [])]
}
async function runBeside() {
  return [...(await runLane(again, IN_PAUSES.tests)), ...(await runLane(looks, IN_PAUSES.looks))]
}
const lanes = await Promise.all([runTests(), runBeside()])
const outcomes = [installed, ...lanes.flat()]
tell(outcomes, secondsSince(began))
process.exitCode = outcomes.every(one => one.failed === 0) ? 0 : 1
