import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const NEVER = ['**/node_modules/**', 'tests/journeys/**']
const TESTS = '*.test.{ts,tsx}'

/** What reaches no database, on no engine (tests/architecture/boundaries sees to that): it runs once. */
const CONSOLE = [`modules/*/console/**/${TESTS}`, `kernel/console/**/${TESTS}`, `apps/console/**/${TESTS}`]
const PLAIN = [
  `modules/*/contract/**/${TESTS}`,
  `kernel/{calls,money,pages,resource,time}/**/${TESTS}`,
  `protocols/**/${TESTS}`,
  `apps/simulator/**/${TESTS}`,
]

/**
 * Whole processes, their signals and clocks, and seeds that count on ids as the first of their process: each file of these
 * has a process of its own. Payments over a stand-in have worlds of their own already.
 */
const ALONE = [`tests/simulation/**/${TESTS}`, `tests/outside/${TESTS}`]

/** Short texts that take a minute or more: what begins last is waited for alone. */
const LONG = /tests\/(simulation|outside|bad-input)\/|apps\/server\/backup\/|kernel\/server\/backup\//

/** A fresh clone has no times of earlier runs, and the size of a file says little about how long it takes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

/** Files that `npm test` runs on another server: each test of a module runs once (decision 417). */
const ELSEWHERE = (process.env.WATTYARD_TEST_ELSEWHERE ?? '').split(',').filter(Boolean)

/** Node loads these files as it loads the product: types taken away, nothing rewritten (decision 398). */
const BY_NODE = { pool: 'forks', experimental: { viteModuleRunner: false, nodeLoader: false } } as const

const WITH_DATABASE = {
  ...BY_NODE,
  globalSetup: ['@wattyard/testing/global-setup'],
  setupFiles: ['tests/support/witness-answers.ts'],
  // Threads of the collector would work beside the database's; a larger nursery is collected less often. Up to half a
  // gigabyte nothing else is: looking through the whole product's objects at each third more costs 5 % of a long file.
  execArgv: ['--single-threaded-gc', '--max-semi-space-size=32', '--initial-heap-size=512'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // More than cores: files that wait for processes and clocks leave theirs to others.
    maxWorkers: Number(process.env.WATTYARD_TEST_WORKERS ?? 3),
    projects: [
      {
        test: {
          name: 'console',
          include: CONSOLE,
          exclude: NEVER,
          // Starting a process for each file and loading React into it cost two thirds of their time.
          pool: 'forks',
          isolate: false,
          setupFiles: ['tests/support/fresh-modules.ts'],
          testTimeout: 60_000,
        },
      },
      { test: { ...BY_NODE, name: 'plain', include: PLAIN, exclude: NEVER, isolate: false, testTimeout: 60_000 } },
      {
        test: {
          ...WITH_DATABASE,
          name: 'database',
          include: [`{apps,kernel,protocols,modules,tests,scripts}/**/${TESTS}`],
          exclude: [...NEVER, ...CONSOLE, ...PLAIN, ...ALONE, ...ELSEWHERE],
          // Starting and loading was half of what these files cost; each makes databases and servers of its own anyway.
          isolate: false,
        },
      },
      { test: { ...WITH_DATABASE, name: 'alone', include: ALONE, exclude: NEVER } },
    ],
  },
})
