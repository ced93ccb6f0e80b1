// npm run check -- --changed: what concerns the change since main, in less than a minute.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allFiles, changedFiles } from './changed-files.ts'
import { readImports } from './import-graph.ts'
import { planCheck } from './plan-check.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Tests left out that are named one by one. */
const MOST_NAMED = 8

const began = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const ran: string[] = []
const failed: string[] = []

function check(title: string, program: string, args: readonly string[]): void {
  console.log(`\n— ${title}`)
  const since = performance.now()
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin', program), args, { cwd: ROOT, stdio: 'inherit' })
  ran.push(`${title}: ${status === 0 ? 'good' : 'FAILED'}, ${seconds(since)}`)
  if (status !== 0) failed.push(title)
}

const changed = changedFiles(ROOT)
const count = changed.present.length + changed.removed.length
console.log(`${count} files changed since ${changed.since}`)
if (count === 0) process.exit(0)

const files = allFiles(ROOT).filter(path => !changed.removed.includes(path))
const graph = readImports(files, path => readFileSync(join(ROOT, path), 'utf8'))
const plan = planCheck(changed, graph.reach([...changed.present, ...changed.removed]), files)

if (plan.format.length > 0)
  check(`format of ${plan.format.length} files`, 'biome', ['format', '--no-errors-on-unmatched', ...plan.format])
if (plan.lint.length > 0)
  check(`lint of ${plan.lint.length} files`, 'oxlint', ['--type-aware', '--quiet', ...plan.lint])
for (const config of plan.types) check(`types, ${config}`, 'tsc', ['-p', config])
if (plan.tests.length > 0) check(`${plan.tests.length} test files`, 'vitest', ['run', '--reporter=dot', ...plan.tests])

const named = plan.leftOut.slice(0, MOST_NAMED)
const more = plan.leftOut.length - named.length
console.log(`
Changed since ${changed.since}: ${count} files
${ran.map(line => `  ran       ${line}`).join('\n')}
${plan.tests.map(test => `            ${test}`).join('\n')}
  left out  lint and format of other files; conformance, simulation and journeys (npm run check, npm test)
  left out  ${plan.leftOut.length} test files that import what changed${plan.leftOut.length > 0 ? ':' : ''}
${named.map(test => `            ${test}\n`).join('')}${more > 0 ? `            and ${more} more\n` : ''}  ${failed.length === 0 ? 'good' : `FAILED: ${failed.join('; ')}`}, in ${seconds(began)}`)
process.exit(failed.length === 0 ? 0 : 1)
