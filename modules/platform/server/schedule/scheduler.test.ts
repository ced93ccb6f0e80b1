import { createLiveBus, type Database, type LiveEvent, newId, type ScheduledJob } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_OUTPUT } from '../../contract/schedule.ts'
import { platformModule } from '../index.ts'
import { claimRuns, endRun, giveUpLost, renewLease } from './claim-runs.ts'
import { forgetRuns, KEEP_RUNS } from './forget-runs.ts'
import { registerJobs } from './register-jobs.ts'
import { type Scheduler, startScheduler } from './scheduler.ts'

let db: Database
let server: TestServer
let tenantId: string
const log = { error: vi.fn<(detail: object, message: string) => void>() }

beforeAll(async () => {
  db = await testDatabase()
  server = await testServer({ db, modules: [platformModule] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})
beforeEach(() => {
  tenantId = newId()
  log.error.mockClear()
})

const job = (over: Partial<ScheduledJob> = {}): ScheduledJob => ({
  name: 'probe.work',
  cron: '0 3 1 1 *',
  run: async () => {},
  ...over,
})
/** Looks only when it is told to. */
const start = (jobs: readonly ScheduledJob[], live = createLiveBus()): Promise<Scheduler> =>
  startScheduler({ db, home: { tenantId, zone: 'Asia/Shanghai' }, jobs, live, log, every_ms: 3_600_000 })
const admin = () => callerWith({ tenantId, displayName: 'Ann' })
const call = (path: string, input: Record<string, unknown> = {}, as = admin()) =>
  server.call(`/api/${path}`, input, { as })
const rows = async (): Promise<Record<string, unknown>[]> => (await call('sysconfig/cfgSchedule/list')).data.list
const row = async () => (await rows())[0] ?? {}
const runs = async (): Promise<Record<string, unknown>[]> => (await call('platform/scheduleRun/list')).data.list
const sql = (text: string) => db.platform(tx => tx.execute(text, [tenantId]))
const due = (ago = '1 second') =>
  sql(`update platform_schedule set next_run_at = now() - interval '${ago}' where tenant_id = $1`)
const settled = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 25 })

test('a job that is due runs once; its output, its end and its next time are written down and told', async () => {
  const seen: LiveEvent[] = []
  const live = createLiveBus()
  live.subscribe(event => seen.push(event))
  const scheduler = await start([job({ run: async () => 'rows: 7' })], live)
  const before = await row()
  expect(before).toMatchObject({ cron: '0 3 1 1 *', zone: 'Asia/Shanghai', state: 'active', lastOutcome: null })
  expect(new Date(Number(before.nextRun)).toISOString()).toMatch(/-12-31T19:00:00/)
  await scheduler.look()
  expect(await runs()).toEqual([])
  await due()
  await scheduler.look()
  await settled(async () => expect((await runs()).map(run => run.outcome)).toEqual(['done']))
  expect((await runs())[0]).toMatchObject({ cause: 'due', output: 'rows: 7', askedBy: null })
  expect(await row()).toMatchObject({ lastOutcome: 'done', runningSince: null, nextRun: before.nextRun })
  await scheduler.look()
  expect(await runs()).toHaveLength(1)
  expect(seen.map(event => [event.topic, event.tenantId])).toEqual([1, 2].map(() => ['platform.schedule', tenantId]))
  await scheduler.stop()
})

test('what a failing job said is kept, within bounds and storable; it goes on', async () => {
  const scheduler = await start([
    job({
      run: async () => {
        throw new Error(`\u0000 no disk \ud800 ${'x'.repeat(2 * MAX_OUTPUT)}`)
      },
    }),
  ])
  await due()
  await scheduler.look()
  await settled(async () => expect(await row()).toMatchObject({ lastOutcome: 'failed', state: 'active' }))
  const [run] = await runs()
  expect(String(run?.output)).toMatch(/^Error: {3}no disk/)
  expect(String(run?.output)).toHaveLength(MAX_OUTPUT)
  expect((await row()).nextRun).toBeGreaterThan(Date.now())
  await scheduler.stop()
})

describe('a time that was missed', () => {
  test('is made up for once', async () => {
    const scheduler = await start([job()])
    await due('3 years')
    await scheduler.look()
    await settled(async () => expect((await runs()).map(run => [run.cause, run.outcome])).toEqual([['missed', 'done']]))
    await scheduler.stop()
  })

  test('or left out, and said so', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {})
    const scheduler = await start([job({ missed: 'skip', run })])
    await due('3 hours')
    await scheduler.look()
    expect((await runs()).map(one => [one.cause, one.outcome])).toEqual([['missed', 'skipped']])
    expect((await row()).nextRun).toBeGreaterThan(Date.now())
    // A delay within the grace is no missed time.
    await due('20 seconds')
    await scheduler.look()
    await settled(async () => expect((await runs()).map(one => one.outcome)).toEqual(['done', 'skipped']))
    expect(run).toHaveBeenCalledTimes(1)
    await scheduler.stop()
  })

  test('is still known after a restart', async () => {
    await (await start([job()])).stop()
    await due('2 hours')
    const again = await start([job()])
    await again.look()
    await settled(async () => expect((await runs()).map(run => run.cause)).toEqual(['missed']))
    await again.stop()
  })
})

describe('what people say', () => {
  test('run now, once, in their name; not while it runs', async () => {
    let end = (): void => {}
    const scheduler = await start([job({ run: () => new Promise<void>(resolve => (end = resolve)) })])
    const { id } = await row()
    expect((await call('sysconfig/cfgSchedule/runNow', { id })).success).toBe(true)
    expect((await call('sysconfig/cfgSchedule/runNow', { id })).code).toBe('kernel.notAllowedNow')
    await scheduler.look()
    expect(await row()).toMatchObject({ runningSince: expect.any(Number) })
    expect((await call('sysconfig/cfgSchedule/runNow', { id })).code).toBe('kernel.notAllowedNow')
    end()
    await settled(async () => expect(await row()).toMatchObject({ lastOutcome: 'done', runningSince: null }))
    expect(await runs()).toMatchObject([{ cause: 'asked', askedBy: 'Ann' }])
    await scheduler.stop()
  })

  test('paused it does not run by itself, but when asked; resumed it has its next time', async () => {
    const scheduler = await start([job()])
    const { id, nextRun } = await row()
    await call('sysconfig/cfgSchedule/pause', { ids: [id] })
    expect(await row()).toMatchObject({ state: 'paused', nextRun: null })
    await scheduler.look()
    expect(await runs()).toEqual([])
    await call('sysconfig/cfgSchedule/runNow', { id })
    await scheduler.look()
    await settled(async () => expect((await runs()).map(run => run.outcome)).toEqual(['done']))
    expect(await row()).toMatchObject({ state: 'paused', nextRun: null })
    await call('sysconfig/cfgSchedule/resume', { ids: [id] })
    expect(await row()).toMatchObject({ state: 'active', nextRun })
    await scheduler.stop()
  })

  test('another time and zone; what is empty is the module’s own again; what cannot be read is refused', async () => {
    await (await start([job()])).stop()
    const { id } = await row()
    const to = (input: Record<string, unknown>) => call('sysconfig/cfgSchedule/reschedule', { id, ...input })
    await to({ cron: '30 2 29 2 *', zone: 'Europe/Madrid', missed: 'skip' })
    const changed = await row()
    expect(changed).toMatchObject({ cron: '30 2 29 2 *', zone: 'Europe/Madrid', missed: 'skip' })
    expect(new Date(Number(changed.nextRun)).toISOString()).toMatch(/-02-29T01:30:00/)
    for (const [cron, fault] of [
      ['61 * * * *', 'minute'],
      ['0 0 31 2 *', 'never'],
      ['hourly', 'shape'],
    ]) {
      const answer = await to({ cron })
      expect(answer.success, cron).toBe(false)
      expect(JSON.stringify(answer.data), fault).toContain('cron')
    }
    expect((await to({ zone: 'Mars/Base' })).success).toBe(false)
    // A release with another wish does not undo what a person said.
    await (await start([job({ cron: '0 4 * * *' })])).stop()
    expect(await row()).toMatchObject({ cron: '30 2 29 2 *' })
    await to({})
    expect(await row()).toMatchObject({ cron: '0 4 * * *', zone: 'Asia/Shanghai', missed: 'once' })
    // But it is followed where nobody said anything.
    await (await start([job({ cron: '0 5 * * *' })])).stop()
    expect(await row()).toMatchObject({ cron: '0 5 * * *' })
  })

  test('only with the permission, in the whole of the home tenant, and never from another tenant', async () => {
    await (await start([job()])).stop()
    const { id } = await row()
    const runNow = (as: ReturnType<typeof callerWith>) => call('sysconfig/cfgSchedule/runNow', { id }, as)
    expect((await runNow(callerWith({ tenantId: newId() }))).code).toBe('kernel.notFound')
    expect((await runNow(callerWith({ tenantId, permissions: ['platform.schedule:read'] }))).status).toBe(403)
    const scope = { operators: [newId()], stations: null, investors: null }
    expect((await runNow(callerWith({ tenantId, scope }))).code).toBe('kernel.wholeTenantOnly')
    expect((await call('sysconfig/cfgSchedule/list', {}, callerWith({ tenantId: newId() }))).data.list).toEqual([])
    expect((await call('sysconfig/cfgSchedule/history', { id })).data.list).toEqual([])
    expect((await runNow(admin())).success).toBe(true)
    expect((await call('sysconfig/cfgSchedule/history', { id })).data.list).toMatchObject([{ action: 'runNow' }])
  })
})

test('a job that the release no longer has retires and comes back', async () => {
  await (await start([job(), job({ name: 'probe.other' })])).stop()
  await (await start([job({ name: 'probe.other' })])).stop()
  expect((await rows()).map(one => [one.name, one.state])).toEqual([
    ['probe.other', 'active'],
    ['probe.work', 'retired'],
  ])
  const retired = (await rows())[1]
  expect(retired).toMatchObject({ nextRun: null, can: [] })
  await (await start([job()])).stop()
  expect((await rows())[1]).toMatchObject({ state: 'active', nextRun: expect.any(Number) })
})

describe('several processes', () => {
  test('of many that look at once exactly one runs a job', async () => {
    let atOnce = 0
    let most = 0
    let count = 0
    const run = async () => {
      most = Math.max(most, ++atOnce)
      count++
      await new Promise(done => setTimeout(done, 20))
      atOnce--
    }
    const schedulers = await Promise.all(Array.from({ length: 5 }, () => start([job({ run })])))
    for (let round = 1; round <= 8; round++) {
      await due()
      await Promise.all(schedulers.map(one => one.look()))
      await settled(async () => expect((await row()).runningSince).toBeNull())
      expect(count).toBe(round)
    }
    expect(most).toBe(1)
    expect((await runs()).map(one => one.outcome)).toEqual(Array.from({ length: 8 }, () => 'done'))
    await Promise.all(schedulers.map(one => one.stop()))
    expect(log.error).not.toHaveBeenCalled()
  })

  const claim = async (owner: string, lease_ms = 60_000) => {
    const jobs = new Map([['probe.work', job({ lease_ms })]])
    const [got] = await db.platform(tx => claimRuns(tx, { tenantId, owner, jobs, limit: 4 }))
    return got
  }

  test('a runner that shows no sign is given up: recorded as lost, run again once, and its own end no longer counts', async () => {
    await db.platform(tx => registerJobs(tx, { tenantId, zone: 'UTC' }, [job()]))
    await due()
    const dead = await claim(newId(), 1)
    expect(dead).toBeDefined()
    expect(await claim(newId())).toBeUndefined()
    await new Promise(done => setTimeout(done, 20))
    expect(await db.platform(tx => giveUpLost(tx, tenantId))).toEqual([(await row()).id])
    expect(await row()).toMatchObject({ lastOutcome: 'lost', runningSince: null })
    const next = await claim(newId(), 1)
    expect(next).toBeDefined()
    if (!dead || !next) return
    expect(await db.platform(tx => renewLease(tx, dead))).toBe(false)
    expect(await db.platform(tx => endRun(tx, dead, { outcome: 'done', output: 'late' }))).toBe(false)
    expect((await runs()).map(run => [run.outcome, run.output])).toEqual([
      ['running', null],
      ['lost', null],
    ])
    // Lost a second time it waits for its regular time: it may be what takes the processes down.
    await new Promise(done => setTimeout(done, 20))
    await db.platform(tx => giveUpLost(tx, tenantId))
    expect((await row()).nextRun).toBeGreaterThan(Date.now() + 60_000)
    expect(await claim(newId())).toBeUndefined()
  })

  test('a sign of life keeps the lease of a run that is longer than it', async () => {
    let end = (): void => {}
    const slow = await start([job({ lease_ms: 150, run: () => new Promise<void>(resolve => (end = resolve)) })])
    const other = await start([job()])
    await due()
    await slow.look()
    for (let i = 0; i < 10; i++) {
      await new Promise(done => setTimeout(done, 50))
      await other.look()
    }
    expect((await runs()).map(run => run.outcome)).toEqual(['running'])
    end()
    await settled(async () => expect((await runs()).map(run => run.outcome)).toEqual(['done']))
    await Promise.all([slow.stop(), other.stop()])
  })

  test('whoever lost the lease is told to stop', async () => {
    const told = vi.fn<() => void>()
    const scheduler = await start([
      job({
        lease_ms: 60,
        run: ({ signal }) =>
          new Promise<void>(resolve => {
            signal.addEventListener('abort', () => {
              told()
              resolve()
            })
          }),
      }),
    ])
    await due()
    await scheduler.look()
    await sql(
      "update platform_schedule set lease_until = now() - interval '1 second' where tenant_id = $1 and lease_until is not null",
    )
    await db.platform(tx => giveUpLost(tx, tenantId))
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), { timeout: 5_000 })
    await scheduler.stop()
    expect((await runs()).map(run => run.outcome)).toEqual(['lost'])
  })

  test('what a shutdown cuts short is written down as stopped and begins again', async () => {
    const scheduler = await start([
      job({ run: ({ signal }) => new Promise<void>(resolve => signal.addEventListener('abort', () => resolve())) }),
    ])
    await due()
    await scheduler.look()
    await scheduler.stop()
    expect(await row()).toMatchObject({ lastOutcome: 'stopped', runningSince: null })
    const again = await start([job()])
    await again.look()
    await settled(async () => expect((await runs()).map(run => run.outcome)).toEqual(['done', 'stopped']))
    await again.stop()
  })

  test('paused while it runs it ends without a next time', async () => {
    let end = (): void => {}
    const scheduler = await start([job({ run: () => new Promise<void>(resolve => (end = resolve)) })])
    await due()
    await scheduler.look()
    await call('sysconfig/cfgSchedule/pause', { ids: [(await row()).id] })
    end()
    await settled(async () =>
      expect(await row()).toMatchObject({ state: 'paused', lastOutcome: 'done', nextRun: null }),
    )
    await scheduler.stop()
  })
})

test('the history is bounded by age and number, and keeps what runs', async () => {
  await (await start([job()])).stop()
  const { id } = await row()
  const fill = (from: number, to: number, days: number, outcome = 'done') =>
    db.platform(tx =>
      tx.execute(
        `insert into platform_schedule_run (tenant_id, id, schedule_id, cause, started_at, outcome)
         select $1, gen_random_uuid(), $2, 'due', now() - $3 * interval '1 day' - n * interval '1 second', $4 from generate_series(${from}, ${to}) n`,
        [tenantId, id, days, outcome],
      ),
    )
  await fill(1, KEEP_RUNS + 5, 1)
  await fill(1, 10, 31)
  await fill(1, 1, 40, 'running')
  expect(await forgetRuns(db, Date.now())).toBe(15)
  expect(await forgetRuns(db, Date.now())).toBe(0)
  const left = await db.platform(tx =>
    tx.query(
      'select outcome, count(*)::int as n from platform_schedule_run where tenant_id = $1 group by 1 order by 1',
      [tenantId],
    ),
  )
  expect(left).toEqual([
    { outcome: 'done', n: KEEP_RUNS },
    { outcome: 'running', n: 1 },
  ])
})
