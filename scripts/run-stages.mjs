// Stages of npm test: runs them, keeps what each says about itself, and tells all of it in one table at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { pinnedEnvironment, pinnedNode, ROOT } from './setup.mjs'

/** The end of a stage's output is enough to count what it read. */
const KEPT_CHARACTERS = 200_000

/** Of what a failed test said, in the summary; the rest stands where the test ran. */
const TOLD_LINES = 6
const TOLD_CHARACTERS = 600
/** More failures than these have one cause. */
const TOLD_FAILURES = 40

/**
 * @typedef {object} Stage
 * @property {string} name as the table shows it
 * @property {string[]} args of the pinned Node
 * @property {Record<string, string>} [env] added to the environment
 * @property {(output: string, isGood: boolean) => Count} count what it read, from its output
 *
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string} read what was looked at, in words: '312 files, 4,102 tests'
 * @property {string[]} [failures] each test that failed, with the beginning of what it said
 *
 * @typedef {Count & { name: string, seconds: number, isGood: boolean }} Outcome
 */

const folder = mkdtempSync(join(tmpdir(), 'wattyard-stages-'))
const running = new Set()
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 1
    // Who does not end by this is waited for: its database and its browser are its own to close.
    process.once(signal, () => process.exit(1))
  })

const figures = number => number.toLocaleString('en')

/** A file for the report of one run, gone with this process. */
const reportFile = name => join(folder, `${name.replaceAll(/\W+/g, '-')}.json`)

function readReport(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  } catch {
    return null // it was killed while it wrote
  }
}

/** A test that failed, and the beginning of why: whoever reads the end of a run has no more of it. */
function failure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  const own = lines.filter(line => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
  const said = own.slice(0, TOLD_LINES).join('\n      ').slice(0, TOLD_CHARACTERS)
  return said ? `${name}\n      ${said}` : name
}

/** @returns {{ file: string, title: string, ok: boolean, message: string }[]} the journeys of a suite and of those in it */
function journeysOf(suite) {
  const own = (suite.specs ?? []).map(({ file, title, ok, tests }) => {
    const results = tests.flatMap(one => one.results)
    return { file, title, ok, message: results.map(one => one.error?.message).findLast(Boolean) ?? '' }
  })
  return [...own, ...(suite.suites ?? []).flatMap(journeysOf)]
}

/**
 * @param {RegExp} pattern finds how many files it read in its output
 * @param {Record<string, string>} [env] added to the environment
 * @returns {Stage} one check over many files, which passes or fails as a whole; one that read nothing has failed
 */
export function lookStage(name, args, pattern, env) {
  return {
    name,
    args,
    env,
    count(output, isGood) {
      const files = Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0)
      const passed = isGood && files > 0 ? 1 : 0
      return { passed, failed: 1 - passed, read: `${figures(files)} files` }
    },
  }
}

/** @returns {Stage} a run of vitest, counted by its own report; `args` begin with what starts it */
export function vitestStage(name, args, env) {
  const file = reportFile(name)
  return {
    name,
    args: [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
    count() {
      const report = readReport(file)
      if (!report) return { passed: 0, failed: 0, read: 'nothing' }
      const { numPassedTests: passed, numFailedTests, testResults } = report
      // A file that cannot be loaded or prepared has no test that failed.
      const isBroken = one => one.status === 'failed' && one.assertionResults.every(test => test.status !== 'failed')
      const broken = testResults.filter(isBroken).length
      const read = `${figures(testResults.length)} files, ${figures(passed + numFailedTests)} tests`
      const failures = testResults.flatMap(one => {
        const at = relative(ROOT, one.name)
        if (isBroken(one)) return [failure(at, one.message)]
        return one.assertionResults
          .filter(test => test.status === 'failed')
          .map(test => failure(`${at} › ${test.fullName}`, test.failureMessages[0]))
      })
      return { passed, failed: numFailedTests + broken, read, failures }
    },
  }
}

/** @returns {Stage} the browser journeys, counted by Playwright's report */
export function journeyStage(name, args) {
  const file = reportFile(name)
  return {
    name,
    args: [...args, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    count(output) {
      const report = readReport(file)
      if (!report) return { passed: 0, failed: 0, read: 'nothing' }
      const { expected, flaky, unexpected } = report.stats
      const pages = [...output.matchAll(/pages: (\d+) /g)].at(-1)?.[1] ?? '0'
      const read = `${expected + flaky + unexpected} journeys, ${pages} pages${flaky ? `, ${flaky} only when tried again` : ''}`
      const failures = journeysOf(report)
        .filter(one => !one.ok)
        .map(({ file, title, message }) => failure(`${file} › ${title}`, message))
      return { passed: expected + flaky, failed: unexpected, read, failures }
    },
  }
}

/**
 * Priorities of what nobody waits for. Tests take the pauses of other stages, and a quarter of a core where there are none, so that
 * none of them runs into its limit. What has no limits takes little more than the pauses.
 */
export const IN_PAUSES = { tests: 5, looks: 10 }

/** Runs a stage; its output is shown as it comes, or in one piece when it has ended. */
function run({ name, args, env = {}, count }, priority) {
  const isShownAtOnce = priority === null
  const began = performance.now()
  if (isShownAtOnce) console.log(`\n— ${name}`)
  const child = spawn(pinnedNode(), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: pinnedEnvironment({ ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env }),
  })
  running.add(child)
  if (priority !== null && child.pid !== undefined) setPriority(child.pid, priority)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output = (output + text).slice(-KEPT_CHARACTERS)
      if (isShownAtOnce) process.stdout.write(text)
    })
  return new Promise(done =>
    child.once('close', code => {
      running.delete(child)
      const isGood = code === 0
      if (!isShownAtOnce) console.log(`\n— ${name}\n${output.trimEnd()}`)
      const counted = count(output, isGood)
      // A run that ended badly without a test that failed has failed as a whole.
      const failed = isGood ? counted.failed : Math.max(counted.failed, 1)
      done({ ...counted, failed, name, isGood, seconds: (performance.now() - began) / 1000 })
    }),
  )
}

/**
 * Runs stages one after the other.
 *
 * @param {Stage[]} stages
 * @param {number | null} [priority] of a lane beside another one, which shows each stage when it has ended; null shows it as it comes
 * @returns {Promise<Outcome[]>} one for each stage, in their order
 */
export async function runLane(stages, priority = null) {
  const outcomes = []
  for (const stage of stages) outcomes.push(await run(stage, priority))
  return outcomes
}

/** Prints what failed, what ran, how long it took and what it read; the last line is for machines: `total: 12 passed, 0 failed`. */
export function tell(outcomes, seconds) {
  const width = Math.max(...outcomes.map(one => one.name.length))
  const took = number => number.toFixed(1).padStart(7)
  for (const { name, failures = [] } of outcomes.filter(one => one.failures?.length)) {
    console.log(`\nFailed in ${name}:\n`)
    for (const one of failures.slice(0, TOLD_FAILURES)) console.log(`  ${one}`)
    if (failures.length > TOLD_FAILURES) console.log(`  and ${failures.length - TOLD_FAILURES} more`)
  }
  console.log('\nStages, in seconds (those beside others took longer than alone):\n')
  for (const { name, seconds: own, read, isGood } of outcomes)
    console.log(`  ${name.padEnd(width)}  ${took(own)}  ${isGood ? '' : 'FAILED  '}${read}`)
  console.log(`  ${'all of it'.padEnd(width)}  ${took(seconds)}\n`)
  const sum = key => outcomes.reduce((total, one) => total + one[key], 0)
  console.log(`total: ${sum('passed')} passed, ${sum('failed')} failed`)
}
