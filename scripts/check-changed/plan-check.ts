import { dirname } from 'node:path'

/** What is run for a change, and what of it is left to the whole check. */
export interface CheckPlan {
  types: string[]
  lint: string[]
  format: string[]
  tests: string[]
  /** Tests that reach the change and are not run, the nearest first. */
  leftOut: string[]
}

const PROJECTS: readonly [config: string, holds: (path: string) => boolean][] = [
  [
    'tsconfig.json',
    path =>
      /^(?:apps\/(?:server|simulator)|kernel|protocols|modules|tests|bench|scripts)\//.test(path) &&
      !/\/console\/|^tests\/journeys\//.test(path),
  ],
  ['tsconfig.console.json', path => /^(?:apps|kernel|modules\/[^/]+)\/console\//.test(path)],
  ['tsconfig.journeys.json', path => path.startsWith('tests/journeys/')],
]
/** What the types of everything hang on. */
const FOR_ALL = /(?:^|\/)package(?:-lock)?\.json$|^tsconfig/
const IS_SOURCE = /\.(?:tsx?|mjs)$/
const IS_TEST = /\.test\.tsx?$/
/** Files that take a minute, or ask everything of everything. */
const LONG = /^tests\/|^bench\/|^apps\/server\/backup\/|^kernel\/server\/backup\//
/** The projects `console` and `plain` of vitest.config.ts. */
const PURE =
  /^(?:modules\/[^/]+\/(?:console|contract)|kernel\/(?:console|money|pages|resource|time)|protocols|apps\/(?:console|simulator))\//
/** As many as two quiet cores run in half a minute. */
const MOST = { pure: 20, database: 10 }

const BOUNDARIES = 'tests/architecture/boundaries/boundaries.test.ts'
const ROOMS_OF_WORDS: readonly [RegExp, string][] = [
  [/\/locales\/\w+\.json$/, 'tests/architecture/conformance/words.test.ts'],
  [/\/help\/[^/]+\.md$/, 'tests/architecture/conformance/help.test.ts'],
]

const packageOf = (path: string) => path.split('/').slice(0, 2).join('/')
const wordsOf = (path: string) => (path.split('/').at(-1) ?? '').split('.')[0]?.split('-') ?? []

/** Tests of the module whose tables a migration changes: nothing imports a migration. */
function testsOfMigration(path: string, files: readonly string[]): string[] {
  const [, module] = /^migrations\/\d+_([a-z]+)/.exec(path) ?? []
  if (!module) return []
  const room = module === 'kernel' ? 'kernel/server/database/' : `modules/${module}/server/`
  return files.filter(file => file.startsWith(room) && IS_TEST.test(file))
}

/**
 * What concerns a change, the nearest first: tests of the same package before others, those with a word of its name
 * before others, then its folder, then by imports in between.
 *
 * @param reached files that import what changed, with their distance, what changed included
 */
export function planCheck(
  changed: { present: readonly string[]; removed: readonly string[] },
  reached: ReadonlyMap<string, number>,
  files: readonly string[],
): CheckPlan {
  const all = [...changed.present, ...changed.removed]
  const there = new Set(files)
  const distances = new Map(reached)
  for (const path of all) for (const test of testsOfMigration(path, files)) distances.set(test, 1)
  const packages = new Set(all.map(path => packageOf(path.replace(/^migrations\/\d+_([a-z]+).*/, 'modules/$1/'))))
  const words = new Set(all.flatMap(wordsOf))
  const folders = new Set(all.map(path => dirname(path)))
  const isOwn = (test: string) => changed.present.includes(test)
  const rank = (test: string) => [
    isOwn(test) ? 0 : 1,
    packages.has(packageOf(test)) ? 0 : 1,
    wordsOf(test).some(word => words.has(word)) ? 0 : 1,
    folders.has(dirname(test)) ? 0 : 1,
    distances.get(test) ?? 0,
  ]
  const byRank = (a: string, b: string) => {
    const [left, right] = [rank(a), rank(b)]
    const at = left.findIndex((one, i) => one !== right[i])
    return at < 0 ? (a < b ? -1 : 1) : (left[at] ?? 0) - (right[at] ?? 0)
  }
  const ranked = [...distances.keys()]
    .filter(path => IS_TEST.test(path) && there.has(path) && path !== BOUNDARIES)
    .toSorted(byRank)
  const left = { ...MOST }
  const tests: string[] = []
  const leftOut: string[] = []
  for (const test of ranked) {
    const kind = PURE.test(test) ? 'pure' : 'database'
    const fits = isOwn(test) || (!LONG.test(test) && left[kind] > 0)
    if (fits) left[kind] -= 1
    ;(fits ? tests : leftOut).push(test)
  }
  const ofWords = ROOMS_OF_WORDS.flatMap(([room, test]) => (all.some(path => room.test(path)) ? [test] : []))
  const needsAll = all.some(path => FOR_ALL.test(path))
  return {
    types: PROJECTS.filter(
      ([, holds]) => needsAll || [...reached.keys()].some(path => IS_SOURCE.test(path) && holds(path)),
    ).map(([config]) => config),
    lint: changed.present.filter(path => IS_SOURCE.test(path)),
    format: changed.present.filter(path => /\.(?:tsx?|mjs|json)$/.test(path)),
    tests: [...new Set([...tests, ...ofWords, ...(all.length > 0 ? [BOUNDARIES] : [])])],
    leftOut: leftOut.filter(test => !ofWords.includes(test)),
  }
}
