import { testDatabase } from '@wattyard/testing'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { newId } from '../new-id.ts'
import { type Beat, startJobs } from './jobs.ts'

const log = pino({ level: 'silent' })
let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

function beat(name: string, over: Partial<Beat> = {}) {
  const runs: boolean[] = []
  const job: Beat = {
    name: `test.${name}`,
    every_ms: 20,
    async run({ signal }) {
      runs.push(signal.aborted)
    },
    ...over,
  }
  return { job, runs }
}

test('a beat runs until it is stopped; one that has a last run has it afterwards, once', async () => {
  const plain = beat('plain')
  const last = beat('last', { last_ms: 1_000 })
  const beats = startJobs(db, [plain.job, last.job], log)
  await expect.poll(() => Math.min(plain.runs.length, last.runs.length)).toBeGreaterThan(1)
  await beats.stop()
  const [before, lastBefore] = [plain.runs.length, last.runs.length]
  await beats.finish()
  expect(plain.runs).toHaveLength(before)
  expect(last.runs).toHaveLength(lastBefore + 1)
  // The end of all beats is not the end of the last one.
  expect(last.runs.at(-1)).toBe(false)
})

test('a lease of a process that was killed holds up only those who may have others beside them', async () => {
  const [shared, alone] = [beat('shared'), beat('alone')]
  for (const { job } of [shared, alone])
    await db.platform(tx =>
      tx.execute(
        "insert into kernel_job (name, lease_owner, lease_until, last_started_at) values ($1, $2, now() + interval '1 hour', now())",
        [job.name, newId()],
      ),
    )
  const beats = [startJobs(db, [shared.job], log), startJobs(db, [alone.job], log, { isAlone: true })]
  await expect.poll(() => alone.runs.length).toBeGreaterThan(1)
  for (const one of beats) await one.stop()
  expect(shared.runs).toEqual([])
})

test('a last run ends at its time, and one that fails does not keep the others from theirs', async () => {
  const ended: string[] = []
  const slow = beat('slow', {
    every_ms: 60_000,
    last_ms: 50,
    run: ({ signal }) => new Promise(done => signal.addEventListener('abort', () => done(void ended.push('slow')))),
  })
  const failing = beat('failing', { every_ms: 60_000, last_ms: 50, run: async () => Promise.reject(new Error('no')) })
  // A time of its own, long enough for a busy machine.
  const after = beat('after', { every_ms: 60_000, last_ms: 5_000 })
  const beats = startJobs(db, [slow.job, failing.job, after.job], log)
  await beats.stop()
  await beats.finish()
  expect(ended).toEqual(['slow'])
  expect(after.runs).toEqual([false])
})
