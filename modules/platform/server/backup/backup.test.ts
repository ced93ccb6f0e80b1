import { Readable } from 'node:stream'
import { type Caller, type Database, deliverOutbox, newId, type OutboxHandler, Refusal } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BACKUP_ELSEWHERE, BACKUP_JOBS, BACKUP_MISSING } from '../../contract/backup.ts'
import { createPlatform } from '../index.ts'
import { registerJobs } from '../schedule/register-jobs.ts'
import { watchBackups } from './backup-jobs.ts'
import {
  backupAges,
  backupsToVerify,
  removeSurplus,
  type NewBackup,
  recordBackup,
  recordVerdict,
} from './backup-rows.ts'
import type { BackupService } from './ports.ts'

const DAY_MS = 86_400_000
const FOLDER = '/srv/backups'
let now = Date.UTC(2026, 10, 22, 4, 0)
let db: Database
let server: TestServer
let tenantId: string
const files = new Map<string, string>()
const service: BackupService = {
  folders: [FOLDER, '/mnt/nas'],
  sealed: false,
  keyName: 'aaaa-bbbb',
  make: vi.fn<BackupService['make']>(async () => 'made'),
  reach: ({ file, folder }) => (folder !== FOLDER ? 'elsewhere' : files.has(file) ? 'here' : 'missing'),
  verify: vi.fn<BackupService['verify']>(async ({ file }) => `verified ${file}`),
  open: ({ file }) =>
    files.has(file) ? { bytes: Readable.from([files.get(file)]), size: files.get(file)?.length ?? 0 } : null,
  remove: vi.fn<BackupService['remove']>(({ file }) => void files.delete(file)),
  free_bytes: () => 1024 ** 3,
}
const PASSWORD = 'the right one'
const { module } = createPlatform({
  backups: {
    service,
    linkKey: new Uint8Array(32),
    now: () => now,
    async confirmPassword({ caller, input }) {
      if (!caller || input.password !== PASSWORD) throw new Refusal('kernel.invalid')
      return caller
    },
  },
})
const jobs = (module.jobs ?? []).filter(job => 'cron' in job)

beforeAll(async () => {
  db = await testDatabase()
  server = await testServer({ db, modules: [module] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})
beforeEach(async () => {
  // A job belongs to one tenant only: the home tenant of this test.
  await db.platform(tx =>
    tx.execute("update platform_schedule set name = name || '.' || left(id::text, 30) where name not like '%.%.%'"),
  )
  tenantId = newId()
  files.clear()
  vi.clearAllMocks()
  await db.platform(tx => registerJobs(tx, { tenantId, zone: 'Asia/Shanghai' }, jobs))
})

const admin = () => callerWith({ tenantId, displayName: 'Ann' })
const call = (path: string, input: Record<string, unknown> = {}, as = admin()) =>
  server.call(`/api/platform/backup/${path}`, input, { as })

async function aBackup(over: Partial<NewBackup> = {}): Promise<NewBackup> {
  const made: NewBackup = {
    id: newId(),
    madeAt: now,
    file: `wattyard-20261122-021000-${newId().slice(-6)}.tar.zst`,
    folder: FOLDER,
    cause: 'schedule',
    bytes: 5_000_000,
    rows: 7_000,
    took_ms: 1_600,
    sealed: false,
    app: '0.1.0',
    keyName: 'aaaa-bbbb',
    ...over,
  }
  files.set(made.file, 'bytes of it')
  await db.platform(tx => recordBackup(tx, tenantId, made))
  return made
}
/** As a browser follows an address. */
function follow(url: string, as: Caller) {
  const [path = '', query] = url.replace('/chg', '').split('?')
  return server.call(path, Object.fromEntries(new URLSearchParams(query)), { as, method: 'GET' })
}
const verdict = (id: string, isGood = true) =>
  db.platform(tx => recordVerdict(tx, tenantId, { id, at: now, isGood, note: 'all adds up' }))
const list = async () => (await call('list')).data.list as Record<string, unknown>[]

/** As the scheduler writes it down when a person asked. */
const beginRun = (run: string) =>
  db.platform(async tx => {
    await tx.execute(
      `update platform_schedule set run_id = $2, lease_until = now() + interval '1 minute' where tenant_id = $1 and name = $3`,
      [tenantId, run, BACKUP_JOBS.make],
    )
    await tx.execute(
      `insert into platform_schedule_run (tenant_id, id, schedule_id, cause, started_at, outcome)
       select $1, $2, id, 'asked', now(), 'running' from platform_schedule where tenant_id = $1 and name = $3`,
      [tenantId, run, BACKUP_JOBS.make],
    )
  })
/** As it writes down the end of one. */
const endRun = (run: string, outcome: string) =>
  db.platform(tx =>
    tx.execute('update platform_schedule_run set outcome = $3, ended_at = now() where tenant_id = $1 and id = $2', [
      tenantId,
      run,
      outcome,
    ]),
  )

test('a backup is in the list with its size and rows, and with its verdict when there is one', async () => {
  const { id } = await aBackup()
  expect(await list()).toMatchObject([
    { id, size: 4_883, rows: 7_000, took: 2, state: 'kept', cause: 'schedule', verdict: null, verifiedAt: null },
  ])
  expect(await verdict(id)).toBe(true)
  expect(await list()).toMatchObject([{ id, verdict: 'good', verifiedAt: now, verdictNote: 'all adds up' }])
  expect(await verdict(newId())).toBe(false)
})

test('the status names the last ones, the folders and the jobs; to another tenant it names nothing', async () => {
  const good = await aBackup({ madeAt: now - 2 * DAY_MS })
  await verdict(good.id)
  const newest = await aBackup({ madeAt: now - 3_600_000 })
  await verdict(newest.id, false)
  expect((await call('status')).data).toMatchObject({
    governs: true,
    lastMadeAt: newest.madeAt,
    lastVerifiedAt: good.madeAt,
    isOverdue: false,
    folders: [FOLDER, '/mnt/nas'],
    free_bytes: 1024 ** 3,
    keyName: 'aaaa-bbbb',
    jobs: [{ name: BACKUP_JOBS.make }, { name: BACKUP_JOBS.verify }, { name: BACKUP_JOBS.watch }],
  })
  const stranger = callerWith({ tenantId: newId() })
  expect((await call('status', {}, stranger)).data).toMatchObject({
    governs: false,
    folders: [],
    keyName: '',
    jobs: [],
  })
  expect((await call('list', {}, stranger)).data.list).toEqual([])
})

test('new backups go to the folder that was chosen, if the installation offers it', async () => {
  const choose = (folder: string) =>
    server.call(
      '/api/platform/setting/save',
      { key: 'platform.backups', value: { daily: 3, weekly: 0, monthly: 0, folder } },
      { as: admin() },
    )
  await choose('/mnt/nas')
  expect((await call('status')).data.folders[0]).toBe('/mnt/nas')
  await choose('/etc')
  expect((await call('status')).data.folders).toEqual([FOLDER, '/mnt/nas'])
})

test('who is asked to verify does that one first', async () => {
  const older = await aBackup({ madeAt: now - DAY_MS })
  const newer = await aBackup()
  const next = async () => (await db.platform(tx => backupsToVerify(tx, tenantId)))[0]
  expect((await next())?.id).toBe(newer.id)
  expect((await call('verify', { id: older.id })).success).toBe(true)
  expect((await next())?.id).toBe(older.id)
  const [job] = await db.platform(tx =>
    tx.query('select wanted_by from platform_schedule where tenant_id = $1 and name = $2 and wanted_at is not null', [
      tenantId,
      BACKUP_JOBS.verify,
    ]),
  )
  expect(job).toEqual({ wanted_by: 'Ann' })
  const run = jobs.find(one => one.name === BACKUP_JOBS.verify)
  expect(await run?.run({ db, now, signal: new AbortController().signal })).toBe(`verified ${older.file}`)
})

const runVerify = () =>
  jobs.find(one => one.name === BACKUP_JOBS.verify)?.run({ db, now, signal: new AbortController().signal })

test('a requested backup that fails says why, is asked for no more, and does not stop the next one', async () => {
  const lost = await aBackup({ madeAt: now - DAY_MS })
  const broken = await aBackup({ madeAt: now - 2 * DAY_MS })
  const newest = await aBackup()
  for (const { id } of [lost, broken, newest]) expect((await call('verify', { id })).success).toBe(true)
  files.delete(lost.file)
  vi.mocked(service.verify).mockRejectedValueOnce(new Error('no space left'))
  await expect(runVerify()).rejects.toThrow(`verified ${newest.file}`)
  const rows = new Map((await list()).map(row => [row['id'], row]))
  expect(rows.get(lost.id)).toMatchObject({ verdict: 'wrong', verdictNote: BACKUP_MISSING })
  expect(rows.get(broken.id)).toMatchObject({ verdict: null, verdictNote: 'no space left' })
  vi.mocked(service.verify).mockClear()
  expect(await runVerify()).toBe(`verified ${newest.file}`)
})

test('a backup that lies elsewhere is not offered for verification, and an old request does not stop the weekly run', async () => {
  const here = await aBackup({ madeAt: now - DAY_MS })
  const away = await aBackup({ folder: '/tmp/elsewhere' })
  expect((await call('verify', { id: away.id })).code).toBe('platform.backupElsewhere')
  expect(await runVerify()).toBe(`verified ${here.file}`)
  await db.platform(tx => tx.execute('update platform_backup set verify_wanted_at = now() where id = $1', [away.id]))
  await expect(runVerify()).rejects.toThrow(BACKUP_ELSEWHERE)
  expect(await runVerify()).toBe(`verified ${here.file}`)
})

test('the weekly run goes on to the next when the newest fails', async () => {
  const older = await aBackup({ madeAt: now - DAY_MS })
  await aBackup()
  vi.mocked(service.verify).mockRejectedValueOnce(new Error('damaged'))
  await expect(runVerify()).rejects.toThrow(`verified ${older.file}`)
})

test('a removed backup loses its file after the word is written, and cannot be verified or taken away', async () => {
  const one = await aBackup()
  expect((await call('remove', { ids: [one.id] })).success).toBe(true)
  expect(files.has(one.file)).toBe(false)
  expect(await list()).toMatchObject([{ state: 'removed' }])
  expect((await call('verify', { id: one.id })).code).toBe('kernel.notAllowedNow')
  expect((await call('link', { id: one.id, password: PASSWORD })).status).toBe(404)
})

test('a download asks for the password, leaves a trace, and its address is good for one person and one minute', async () => {
  const one = await aBackup()
  const as = admin()
  expect((await call('link', { id: one.id, password: 'wrong' }, as)).success).toBe(false)
  const { url } = (await call('link', { id: one.id, password: PASSWORD }, as)).data as { url: string }
  const get = (who = as) => follow(url, who)
  const answer = await get()
  expect([answer.status, answer.text, answer.headers['content-disposition']]).toEqual([
    200,
    'bytes of it',
    `attachment; filename="${one.file}"`,
  ])
  expect((await get(callerWith({ tenantId }))).code).toBe('platform.linkOver')
  now += 61_000
  expect((await get()).code).toBe('platform.linkOver')
  const trace = await db.tenant(tenantId, tx =>
    tx.query('select actor_name, action, after from kernel_audit where record_id = $1 order by at, action', [one.id]),
  )
  expect(trace).toMatchObject([
    { actor_name: 'wattyard', action: 'create', after: { file: one.file, cause: 'schedule', sealed: false } },
    { actor_name: 'Ann', action: 'download', after: { file: one.file } },
  ])
})

test('a file that is gone is said to be gone', async () => {
  const one = await aBackup()
  const as = admin()
  const { url } = (await call('link', { id: one.id, password: PASSWORD }, as)).data as { url: string }
  files.clear()
  expect((await follow(url, as)).code).toBe('platform.backupGone')
})

test('no address is given to a file that is not there, and the refusal names the folder', async () => {
  const [gone, outside] = [await aBackup(), await aBackup({ folder: '/mnt/removed' })]
  files.clear()
  const refused = async (id: string) => call('link', { id, password: PASSWORD }, admin())
  expect(await refused(gone.id)).toMatchObject({ code: 'platform.backupGone', msg: expect.stringContaining(FOLDER) })
  expect(await refused(outside.id)).toMatchObject({
    code: 'platform.backupOutside',
    msg: expect.stringContaining('/mnt/removed'),
  })
  const trace = await db.tenant(tenantId, tx =>
    tx.query("select action from kernel_audit where record_id = $1 and action = 'download'", [gone.id]),
  )
  expect(trace).toEqual([])
})

test('only who may download gets an address, and nobody who sees a part of the tenant', async () => {
  const one = await aBackup()
  const reader = callerWith({ tenantId, permissions: ['platform.backup:read'], roles: [] })
  expect((await call('link', { id: one.id, password: PASSWORD }, reader)).status).toBe(403)
  const part = callerWith({ tenantId, scope: { operators: [newId()], stations: null, investors: null } })
  expect((await call('link', { id: one.id, password: PASSWORD }, part)).code).toBe('kernel.wholeTenantOnly')
  expect((await call('status', {}, part)).code).toBe('kernel.wholeTenantOnly')
  expect((await call('verify', { id: one.id }, part)).success).toBe(false)
})

test('the rule lets old ones go and names their files', async () => {
  const nights = []
  for (let ago = 0; ago < 10; ago++) nights.push(await aBackup({ madeAt: now - ago * DAY_MS }))
  const gone = await db.platform(tx =>
    removeSurplus(tx, { tenantId, rule: { daily: 3, weekly: 0, monthly: 0 }, zone: 'Asia/Shanghai' }),
  )
  expect(gone.map(one => one.file).toSorted()).toEqual(
    nights
      .slice(3)
      .map(one => one.file)
      .toSorted(),
  )
  expect((await list()).filter(one => one.state === 'kept')).toHaveLength(3)
})

test('nobody is told while all is well; who governs is told when nothing was proved for eight days', async () => {
  const heard: unknown[] = []
  const handler: OutboxHandler = async (_tx, event) => void heard.push(event.tenantId)
  const deliver = () => deliverOutbox(db, new Map([['platform.backup-overdue', [handler]]]))
  const one = await aBackup()
  await verdict(one.id)
  expect(await watchBackups(db, now)).toBe('in order')
  await deliver()
  expect(heard).toEqual([])
  expect(await watchBackups(db, now + 9 * DAY_MS)).toMatch(/^overdue, last verified: 20/)
  await deliver()
  expect(heard).toEqual([tenantId])
})

test('a backup that fails is told, and its state says so until the next one is made', async () => {
  const heard: unknown[] = []
  const handler: OutboxHandler = async (_tx, { topic, key, body }) => void heard.push([topic, key, body])
  const deliver = () =>
    deliverOutbox(db, new Map(['platform.backup-failed', 'platform.backup-made'].map(topic => [topic, [handler]])))
  const signal = new AbortController().signal
  const make = jobs.find(job => job.name === BACKUP_JOBS.make)
  const failing = async (id: string) => {
    await beginRun(id)
    vi.mocked(service.make).mockRejectedValueOnce(new Error('the folder cannot be written'))
    await expect(make?.run({ db, now, signal })).rejects.toThrow('cannot be written')
    await endRun(id, 'failed')
  }
  const [first, second, good] = [newId(), newId(), newId()]
  await failing(first)
  await failing(second)
  await deliver()
  expect(heard.splice(0)).toEqual([first, second].map(id => ['platform.backup-failed', id, { at: now }]))
  // A good one ends what was told of each of them, once.
  await beginRun(good)
  await make?.run({ db, now, signal })
  await endRun(good, 'done')
  await make?.run({ db, now, signal })
  await deliver()
  expect(heard).toHaveLength(2)
  expect(heard).toEqual(expect.arrayContaining([first, second].map(id => ['platform.backup-made', id, {}])))
  await db.platform(tx => tx.execute('delete from platform_schedule_run where tenant_id = $1', [tenantId]))

  const ended = (outcome: string, at: number) =>
    db.platform(tx =>
      tx.execute(
        `insert into platform_schedule_run (tenant_id, id, schedule_id, cause, started_at, ended_at, outcome)
         select $1, $2, id, 'due', to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000), $5
         from platform_schedule where tenant_id = $1 and name = $3`,
        [tenantId, newId(), BACKUP_JOBS.make, at, outcome],
      ),
    )
  const failedAt = async () => (await call('status')).data.lastFailedAt
  expect(await failedAt()).toBeNull()
  await ended('done', now - 1_000)
  await ended('failed', now)
  expect(await failedAt()).toBe(now)
  await ended('stopped', now + 1_000)
  expect(await failedAt()).toBe(now)
  await ended('done', now + 2_000)
  expect(await failedAt()).toBeNull()
})

test('an installation whose backups never worked is overdue as well', async () => {
  const { since } = await db.platform(tx => backupAges(tx, tenantId))
  expect(since).not.toBeNull()
  expect(await watchBackups(db, (since ?? 0) + 9 * DAY_MS)).toBe('overdue, none verified yet')
})

test('the nightly job makes one, and says so where there is no place for any', async () => {
  const signal = new AbortController().signal
  const make = jobs.find(job => job.name === BACKUP_JOBS.make)
  expect(await make?.run({ db, now, signal })).toBe('made')
  expect(service.make).toHaveBeenLastCalledWith('schedule', signal)
  await beginRun(newId())
  await make?.run({ db, now, signal })
  expect(service.make).toHaveBeenLastCalledWith('asked', signal)
  const { module: none } = createPlatform({
    backups: { service: null, linkKey: new Uint8Array(32), now: () => now, confirmPassword: async () => admin() },
  })
  const job = none.jobs?.find(one => one.name === BACKUP_JOBS.make)
  expect(await job?.run({ db, now, signal })).toContain('no place')
})
