import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  sameRule,
  type Database,
  ERASE_ROWS,
  newId,
  type DeletionBlocker,
  tenantTables,
  col,
} from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aRole,
  aTenant,
  aUser,
  type Browser,
  encryptedPassword,
  setTenantStatus,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'
import { deletedTenants, suspendedTenants } from './tenant-limits.ts'

const PASSWORD = 'a passphrase for tests'
const DAY_MS = 86_400_000
const SETTLE_MS = 10 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'wattyard-deletions-'))

let db: Database
let server: SignInServer
let homeId: string
let adminRole: string
/** Two people of the platform. */
let ann: Browser
let bob: Browser
let obstacles: DeletionBlocker[] = []
const dismissed: string[] = []

beforeAll(async () => {
  db = await testDatabase()
  const home = await aTenant(db, { code: 'home', isHome: true })
  homeId = home.tenantId
  adminRole = home.roleIds.admin
  // The tables of other modules, which are not here: each module's own rules are tested where all of them are.
  const others = (await db.platform(tenantTables))
    .map(({ name }) => name)
    .filter(name => !name.startsWith('identity_') && !name.startsWith('kernel_'))
  const module = {
    name: 'others',
    tenantDeletion: sameRule({ do: 'keep' as const, for: 'books' as const }, ...others),
    deletionBlockers: async () => obstacles,
    releaseTenant: (tenantId: string) => void dismissed.push(tenantId),
  }
  server = await signInServer({ db, exportFolder: folder, modules: [module], deletionDays: async () => 7 })
})
afterAll(async () => {
  await server.close()
  await db.close()
  rmSync(folder, { recursive: true })
})
// Sessions end when the clock goes on by days.
beforeEach(async () => {
  obstacles = []
  ann = await signedIn('Ann')
  bob = await signedIn('Bob')
})

async function signedIn(displayName: string, roleId = adminRole, tenantId = homeId, code = 'home'): Promise<Browser> {
  const { loginName } = await aUser(db, tenantId, { password: PASSWORD, roleIds: [roleId], displayName })
  const browser = server.browser()
  const answer = await browser.signIn(`${loginName}@${code}`, PASSWORD)
  if (!answer.success) throw new Error(answer.text)
  return browser
}
async function withPassword(browser: Browser, path: string, input: Record<string, unknown>, password = PASSWORD) {
  const { key, id } = await browser.loginKey()
  return browser.post(`/api/sys/tenants/${path}`, { ...input, password: encryptedPassword(key, password), key: id })
}
const ask = (id: string, over: Record<string, unknown> = {}, browser = ann, password = PASSWORD) =>
  withPassword(browser, 'askDeletion', { id, name: '甲方充电', reason: '合同终止', ...over }, password)
const approve = (id: string, browser = bob, password = PASSWORD) =>
  withPassword(browser, 'approveDeletion', { id }, password)
const withdraw = (id: string, browser = ann) => browser.post('/api/sys/tenants/withdrawDeletion', { id })
const view = async (id: string, browser = ann) => (await browser.get('/api/sys/tenants/deletion', { id })).data
const lineOf = async (id: string, browser = ann) =>
  (await browser.get('/api/sys/tenants/list')).data.list.find((one: { id: string }) => one.id === id)
const work = () => server.identity.workDeletions(new AbortController().signal)
const made = (code = `t${newId().slice(-10)}`) => aTenant(db, { code, name: '甲方充电' })
async function suspended(code?: string): Promise<string> {
  const { tenantId } = await made(code)
  await setTenantStatus(db, tenantId, 'suspended')
  return tenantId
}
const actionsOf = async (tenantId: string, recordId: string) =>
  (
    await db.platform(tx =>
      tx.query(
        { action: col.text },
        "select action from kernel_audit where tenant_id = $1 and resource = 'identity.tenant' and record_id = $2 order by id",
        [tenantId, recordId],
      ),
    )
  ).map(({ action }) => action)

describe('who may', () => {
  test('people of the platform with the permission, nobody else, not even of the tenant itself', async () => {
    const { tenantId, roleIds } = await made('mine')
    const theirs = await signedIn('x', roleIds.admin, tenantId, 'mine')
    const governor = await signedIn('y', await aRole(db, homeId, { permissions: ['identity.tenant:govern'] }))
    for (const browser of [theirs, governor, server.browser()]) {
      const status = browser === theirs || browser === governor ? 403 : 401
      expect(await browser.get('/api/sys/tenants/deletion', { id: tenantId })).toMatchObject({ status })
      for (const path of ['askDeletion', 'approveDeletion', 'withdrawDeletion', 'deletionCertificate'])
        expect(await browser.post(`/api/sys/tenants/${path}`, { id: tenantId }), path).toMatchObject({ status })
    }
  })
})

describe('asking', () => {
  test('needs a suspended tenant that is not the platform’s own, its name, a reason, the password and nothing in the way', async () => {
    const { tenantId } = await made()
    expect((await ask(tenantId)).code).toBe('identity.deletionNeedsSuspension')
    await setTenantStatus(db, tenantId, 'suspended')
    expect((await ask(homeId)).code).toBe('identity.homeStays')
    expect((await ask(newId())).status).toBe(404)
    expect((await ask(tenantId, { name: '甲方' })).code).toBe('identity.deletionName')
    expect((await ask(tenantId, { reason: ' ' })).data.fields).toHaveProperty('reason')
    expect((await ask(tenantId, {}, ann, 'wrong')).data.fields).toHaveProperty('password')
    obstacles = [
      { what: 'a.owed', count: 2, amount: '3.50', stops: true },
      { what: 'a.open', count: 1, stops: false },
      { what: 'a.none', count: 0, stops: true },
    ]
    expect(await view(tenantId)).toMatchObject({
      waitDays: 7,
      obstacles: [
        { what: 'a.owed', count: 2, amount: '3.50', stops: true },
        { what: 'a.open', count: 1, amount: null, stops: false },
      ],
      list: [],
    })
    const refused = await ask(tenantId)
    expect(refused).toMatchObject({ code: 'identity.deletionObstacle' })
    expect((await view(tenantId)).list).toEqual([])
    obstacles = obstacles.slice(1)
    expect((await ask(tenantId, { name: ' 甲方充电 ' })).success).toBe(true)
    expect((await ask(tenantId)).code).toBe('identity.deletionOpen')
    expect((await view(tenantId)).list).toMatchObject([{ state: 'asked', isOwn: true, askedBy: 'Ann', dueAt: null }])
    expect((await view(tenantId, bob)).list).toMatchObject([{ isOwn: false }])
  })

  test('happens once, by however many at the same time', async () => {
    const id = await suspended()
    const answers = await Promise.all([ask(id), ask(id, {}, bob)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
  })
})

describe('approving', () => {
  test('is for another person, with their password, and begins the time of waiting', async () => {
    const id = await suspended()
    expect((await approve(id)).code).toBe('identity.deletionNone')
    await ask(id)
    expect(await approve(id, ann)).toMatchObject({ status: 403, code: 'identity.deletionSamePerson' })
    expect((await approve(id, bob, 'wrong')).data.fields).toHaveProperty('password')
    const asker = (status: 'active' | 'disabled') =>
      db.platform(tx =>
        tx.execute(
          'update identity_user u set status = $2 from identity_tenant_deletion d where d.subject_id = $1 and u.id = d.asked_by',
          [id, status],
        ),
      )
    await asker('disabled')
    expect(await approve(id)).toMatchObject({ status: 409, code: 'identity.askerGone' })
    await asker('active')
    obstacles = [{ what: 'a.owed', count: 1, stops: true }]
    expect((await approve(id)).code).toBe('identity.deletionObstacle')
    obstacles = []
    const dueAt = server.clock.now() + 7 * DAY_MS
    expect(await approve(id)).toMatchObject({ success: true, data: { dueAt } })
    expect((await approve(id)).code).toBe('identity.deletionNone')
    expect(await lineOf(id)).toMatchObject({ status: 'suspended', deletionDueAt: dueAt })
    // The database holds it too, whatever the program says.
    await expect(
      db.platform(tx =>
        tx.execute('update identity_tenant_deletion set approved_by = asked_by where subject_id = $1', [id]),
      ),
    ).rejects.toThrow(/approved once|four_eyes/)
    await expect(
      db.platform(tx => tx.execute('update identity_tenant_deletion set due_at = now() where subject_id = $1', [id])),
    ).rejects.toThrow('approved once')
    await expect(
      db.platform(tx => tx.execute("update identity_tenant_deletion set reason = 'x' where subject_id = $1", [id])),
    ).rejects.toThrow('cannot be changed')
    // Nobody works there again before it is taken back.
    expect((await ann.post('/api/sys/tenants/resume', { id })).code).toBe('identity.deletionOpen')
  })
})

describe('withdrawing', () => {
  test('is for anybody of them until it begins, and then another may be asked for', async () => {
    const id = await suspended()
    expect((await withdraw(id)).code).toBe('identity.deletionNone')
    await ask(id)
    await approve(id)
    expect((await withdraw(id, await signedIn('Carol'))).success).toBe(true)
    expect((await withdraw(id)).code).toBe('identity.deletionNone')
    expect((await view(id)).list).toMatchObject([{ state: 'withdrawn', withdrawnBy: 'Carol' }])
    server.clock.advance(8 * DAY_MS)
    await work()
    ann = await signedIn('Ann')
    bob = await signedIn('Bob')
    expect(await lineOf(id)).toMatchObject({ status: 'suspended', deletionDueAt: null })
    expect((await ann.post('/api/sys/tenants/resume', { id })).success).toBe(true)
    await setTenantStatus(db, id, 'suspended')
    expect((await ask(id)).success).toBe(true)
    expect(await actionsOf(homeId, id)).toEqual([
      'askDeletion',
      'approveDeletion',
      'withdrawDeletion',
      'resume',
      'askDeletion',
    ])
    expect(await actionsOf(id, id)).toEqual(await actionsOf(homeId, id))
  })
})

describe('when its time has come', () => {
  test('it does not begin too early, nor while something stops it, and then there is no way back', async () => {
    const id = await suspended()
    await ask(id)
    await approve(id)
    server.clock.advance(7 * DAY_MS - 1)
    expect(await work()).toMatchObject({ begun: 0 })
    server.clock.advance(1)
    obstacles = [{ what: 'a.owed', count: 1, stops: true }]
    expect(await work()).toMatchObject({ begun: 0 })
    ann = await signedIn('Ann')
    expect((await view(id)).list[0]).toMatchObject({ state: 'approved', problem: 'a.owed' })
    obstacles = []
    expect(await work()).toMatchObject({ begun: 1 })
    expect((await withdraw(id)).code).toBe('identity.deletionNone')
    expect(dismissed).toContain(id)
    for (const path of ['resume', 'suspend', 'export'])
      expect(
        (await withPassword(ann, path, { id, ...(path === 'suspend' ? { reason: 'x' } : {}) })).success,
        path,
      ).toBe(false)
    expect(await lineOf(id)).toMatchObject({ status: 'deleting' })
    expect(await db.platform(tx => suspendedTenants(tx, [id, homeId]))).toEqual(new Set([id]))
    expect(await db.platform(tx => deletedTenants(tx, [id, homeId]))).toEqual(new Set([id]))
  })

  test('people, sessions and files go, the code is free again, and a line with its certificate stays', async () => {
    const { tenantId, roleIds } = await made('acme')
    const { loginName } = await aUser(db, tenantId, {
      password: PASSWORD,
      roleIds: [roleIds.admin],
      displayName: '独特姓名',
    })
    const theirs = server.browser()
    expect((await theirs.signIn(`${loginName}@acme`, PASSWORD)).success).toBe(true)
    const exported = await withPassword(ann, 'export', { id: tenantId })
    const file = join(folder, `${exported.data.id}.zip`)
    await server.identity.module.jobs
      ?.find(job => job.name === 'identity.exports')
      ?.run({ db, now: server.clock.now(), signal: new AbortController().signal })
    expect(existsSync(file)).toBe(true)
    await ann.post('/api/sys/tenants/suspend', { id: tenantId, reason: '欠费' })
    expect((await ann.post('/api/sys/tenants/deletionCertificate', { id: tenantId })).status).toBe(404)
    await ask(tenantId)
    await approve(tenantId)
    // One that is being written when the deletion begins.
    writeFileSync(`${file}.part`, 'half')
    server.clock.advance(7 * DAY_MS)
    expect(await work()).toMatchObject({ begun: 1 })
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
    server.clock.advance(SETTLE_MS)
    expect(await work()).toMatchObject({ ended: 1 })
    expect(await work()).toEqual({ begun: 0, rows: 0, ended: 0 })

    ann = await signedIn('Ann')
    expect(await lineOf(tenantId)).toMatchObject({ code: 'acme', status: 'deleted', people: 0, deletionDueAt: null })
    const [left] = await db.platform(tx =>
      tx.query(
        { people: col.bigint, sessions: col.bigint, names: col.bigint },
        `select (select count(*) from identity_user where tenant_id = $1) as people, (select count(*) from identity_session where tenant_id = $1) as sessions,
           (select count(*) from kernel_audit where tenant_id = $1 and (actor_name !~ '^P-[0-9a-f]{12}$' or ip is not null or after is not null)) as names`,
        [tenantId],
      ),
    )
    expect(left).toEqual({ people: 0n, sessions: 0n, names: 0n })
    expect((await theirs.post('/api/sys/user/list')).status).toBe(401)
    expect((await server.browser().signIn(`${loginName}@acme`, PASSWORD)).code).toBe('identity.signInFailed')
    const { certificate } = (await ann.post('/api/sys/tenants/deletionCertificate', { id: tenantId })).data
    expect(certificate).toMatchObject({
      tenant: { code: 'acme', name: '甲方充电' },
      asked: { by: 'Ann' },
      approved: { by: 'Bob', waitDays: 7 },
      endedAt: expect.any(Number),
      files: 2,
    })
    expect(certificate.tables).toContainEqual({ name: 'identity_user', fate: 'erased', rows: 1 })
    expect((await view(tenantId)).list[0]).toMatchObject({ state: 'deleted', problem: null })

    // Both the code and the login name are free.
    const again = await aTenant(db, { code: 'acme' })
    await aUser(db, again.tenantId, { loginName, password: PASSWORD, roleIds: [again.roleIds.admin] })
    expect((await server.browser().signIn(`${loginName}@acme`, PASSWORD)).success).toBe(true)
    // It was one person all along, and who it was cannot be tried out: the salt is gone.
    const [row] = await db.platform(tx =>
      tx.query({ salt: col.bytes.orNull }, 'select salt from identity_tenant_deletion where subject_id = $1', [
        tenantId,
      ]),
    )
    expect(row?.salt).toBeNull()
  })
})

test('a table without a deletion rule stops everything before a row is touched, and people are told', async () => {
  const id = await suspended()
  await ask(id)
  await approve(id)
  server.clock.advance(7 * DAY_MS)
  server.identity.registerDeletionRules([
    server.identity.module,
    { name: 'others', tenantDeletion: { platform_view: ERASE_ROWS } },
  ])
  await expect(work()).rejects.toThrow('has no deletion rule')
  ann = await signedIn('Ann')
  expect((await view(id)).list[0]).toMatchObject({
    state: 'deleting',
    rowsDone: 0,
    problem: expect.stringContaining('has no deletion rule'),
  })
})
