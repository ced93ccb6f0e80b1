import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const flags = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../scripts/node-flags.json'), 'utf8'),
) as string[] // our own file

/** Fills 150 MB with small objects, releases them, and reports the memory that the system counts before and after the pause. */
const program = `
  import { handMemoryBack } from ${JSON.stringify(join(import.meta.dirname, 'hand-back.ts'))}
  const wait = ms => new Promise(done => setTimeout(done, ms))
  const mb = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
  const told = []
  handMemoryBack({ debug: facts => told.push(facts) }, 100)
  await wait(250)
  let things = Array.from({ length: 1_500_000 }, (_, at) => ({ at, text: 'thing ' + at }))
  const full_mb = mb()
  things = null
  globalThis.gc?.()
  const dropped_mb = mb()
  await wait(1_500)
  console.log(JSON.stringify({ full_mb, dropped_mb, calm_mb: mb(), told: told.length }))
`

test('pages pooled by the engine are returned to the system in the quiet period after a peak', () => {
  const run = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  const { full_mb, dropped_mb, calm_mb, told } = JSON.parse(run.stdout) as Record<string, number>
  // Otherwise our own code would not be needed.
  expect(dropped_mb).toBeGreaterThan(full_mb! - 50)
  expect(calm_mb).toBeLessThan(full_mb! - 80)
  expect(told).toBe(1)
})
