import { jobsOf } from '@wattyard/app-server/work'
import { jobWord, outputWord, partsOfOutput, readCron } from '@wattyard/platform/contract'
import { isScheduled, LANGUAGES } from '@wattyard/server-kit'
import { isZone } from '@wattyard/time'
import { afterAll, expect, test } from 'vitest'
import { conformanceWorld } from './world.ts'

const world = await conformanceWorld()
const jobs = jobsOf(world.modules)
const scheduled = jobs.filter(isScheduled)
afterAll(() => world.close())

test('every job has a name of its own', () => {
  const names = jobs.map(job => job.name)
  expect(names.length).toBeGreaterThan(scheduled.length)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(names.filter(name => !/^[a-z]+\.[a-zA-Z-]+$/.test(name))).toEqual([])
})

test('what is scheduled can be read, exists in its zone, and has its word in every language', () => {
  expect(scheduled.length).toBeGreaterThan(5)
  for (const { name, cron, zone } of scheduled) {
    expect([name, 'cron' in readCron(cron)]).toEqual([name, true])
    expect([name, zone === undefined || isZone(zone)]).toEqual([name, true])
  }
  for (const language of LANGUAGES)
    expect(
      scheduled.filter(({ name }) => !world.server.words.has(language, jobWord(name))).map(job => job.name),
    ).toEqual([])
})

test('what a job returns has its words in every language', async () => {
  const said: (readonly [job: string, key: string])[] = []
  for (const { name, run } of scheduled) {
    const output = await run({ db: world.db, now: Date.now(), signal: AbortSignal.timeout(60_000) })
    if (typeof output === 'string') said.push(...partsOfOutput(output).map(({ key }) => [name, key] as const))
  }
  expect(said.length).toBeGreaterThan(scheduled.length / 2)
  for (const language of LANGUAGES)
    expect(said.filter(([job, key]) => !world.server.words.has(language, outputWord(job, key)))).toEqual([])
})
