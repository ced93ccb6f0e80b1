import { type Database, newId, col } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aRole,
  aSignedIn,
  aTenant,
  aUser,
  type Browser,
  encryptedPassword,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'
import { suspendedTenants } from './tenant-limits.ts'

const PASSWORD = 'a passphrase for tests'

let db: Database
let server: SignInServer
let desk: TestServer
let homeId: string
let platform: Browser

beforeAll(async () => {
  db = await testDatabase()
  const home = await aTenant(db, { code: 'home', isHome: true })
  homeId = home.tenantId
  server = await signInServer({
    db,
    tenantFigures: async (_tx, months) =>
      new Map([...months.keys()].map(id => [id, { stations: id === homeId ? 6 : 0, piles: 0, orders: 7 }])),
  })
  desk = await testServer({ db, modules: [server.identity.module] })
  platform = await signedIn('home', home.roleIds.admin)
})
afterAll(async () => {
  await desk.close()
  await server.close()
  await db.close()
})

const signedIn = async (code: string, roleId: string, tenantId = homeId): Promise<Browser> =>
  (await aSignedIn(server, db, tenantId, { password: PASSWORD, roleIds: [roleId], code })).browser

let serial = 0
const input = (over: Record<string, unknown> = {}) => ({
  code: `T${++serial}`,
  name: `甲方 ${serial}`,
  zone: 'Asia/Shanghai',
  currency: 'CNY',
  loginName: 'boss',
  displayName: '负责人',
  ...over,
})
interface Made {
  id: string
  username: string
  password: string
}
async function made(over: Record<string, unknown> = {}): Promise<Made> {
  const answer = await platform.post('/api/sys/tenants/create', input(over))
  if (!answer.success) throw new Error(answer.text)
  return answer.data
}
async function changePassword(browser: Browser, oldPassword: string, newPassword: string) {
  const { key, id } = await browser.loginKey()
  const sealed = (text: string) => encryptedPassword(key, text)
  return browser.post('/api/user/pwd/update', {
    oldPassword: sealed(oldPassword),
    newPassword: sealed(newPassword),
    key: id,
  })
}
/** The first administrator of a new tenant at work. */
async function working({ username, password }: Made): Promise<Browser> {
  const browser = server.browser()
  await browser.signIn(username, password)
  if (!(await changePassword(browser, password, PASSWORD)).success) throw new Error('the password was not changed')
  return browser
}
const seen = async (id: string) =>
  (await platform.get('/api/sys/tenants/list')).data.list.find((one: { id: string }) => one.id === id)
const audited = (tenantId: string, recordId: string) =>
  db.platform(tx =>
    tx.query(
      {
        action: col.text,
        actor_name: col.text,
        actor_id: col.uuid.orNull,
        ip: col.text.orNull,
        after: col.json<unknown>(),
      },
      "select action, actor_name, actor_id, ip, after from kernel_audit where tenant_id = $1 and resource = 'identity.tenant' and record_id = $2 order by id",
      [tenantId, recordId],
    ),
  )

describe('who may', () => {
  test('administrators of the installation’s own tenant, nobody else, whatever they were granted', async () => {
    const other = await aTenant(db, { code: 'other' })
    const stranger = await signedIn('other', other.roleIds.admin, other.tenantId)
    const clerkRole = await aRole(db, homeId, { permissions: ['identity.user:read'] })
    const clerk = await signedIn('home', clerkRole)
    for (const path of ['list', 'create', 'change', 'suspend', 'resume'])
      for (const browser of [stranger, clerk]) {
        const answer = await (path === 'list'
          ? browser.get(`/api/sys/tenants/${path}`)
          : browser.post(`/api/sys/tenants/${path}`, { id: homeId }))
        expect(answer, path).toMatchObject({ status: 403, code: 'kernel.forbidden' })
      }
    const menus = async (browser: Browser) =>
      (await browser.get('/api/employee/me')).data.menus.map((menu: { code: string }) => menu.code)
    expect(await menus(platform)).toContain('tenant')
    expect(await menus(stranger)).not.toContain('tenant')
    expect(await menus(clerk)).not.toContain('tenant')
    const offered = async (browser: Browser) => (await browser.get('/api/sys/role/permissions')).data.list as string[]
    server.identity.registerPermissions(['identity.tenant:govern', 'identity.user:read'])
    expect(await offered(platform)).toContain('identity.tenant:govern')
    expect(await offered(stranger)).toEqual(['identity.user:read'])
  })
})

describe('making a tenant', () => {
  test('its first administrator can do nothing before choosing a password of their own', async () => {
    const one = await made({ code: 'acme', people: 5, stations: 2, piles: 20 })
    expect(one).toMatchObject({ username: 'boss@acme', password: expect.stringMatching(/^(\w{5}-){3}\w{5}$/) })
    const browser = server.browser()
    expect((await browser.signIn(one.username, one.password)).success).toBe(true)
    expect((await browser.get('/api/employee/me')).data).toMatchObject({ mustChangePassword: true })
    for (const path of ['/api/sys/user/list', '/api/sys/office/save', '/api/user/info/update'])
      expect(await browser.post(path), path).toMatchObject({ status: 403, code: 'identity.passwordChangeOwed' })
    expect((await changePassword(browser, one.password, one.password)).success).toBe(false)
    expect((await browser.post('/api/sys/user/list')).code).toBe('identity.passwordChangeOwed')
    expect((await changePassword(browser, one.password, PASSWORD)).success).toBe(true)
    expect((await browser.get('/api/employee/me')).data).toMatchObject({ mustChangePassword: false })
    expect((await browser.post('/api/sys/user/list')).data.total).toBe(1)
    expect(await seen(one.id)).toMatchObject({
      code: 'acme',
      status: 'active',
      isHome: false,
      people: 1,
      ordersThisMonth: 7,
      lastSignInAt: server.clock.now(),
      limits: { people: 5, stations: 2, piles: 20 },
    })
    expect(await seen(homeId)).toMatchObject({ isHome: true, stations: 6 })
  })

  test('wrong input is named, a code is taken in every spelling, and nothing of a refused one stays', async () => {
    await made({ code: 'Taken' })
    const fields = async (over: Record<string, unknown>) =>
      (await platform.post('/api/sys/tenants/create', input(over))).data?.fields
    expect(await fields({ code: 'TAKEN' })).toEqual({ code: '已被占用' })
    expect(await fields({ currency: 'yuan' })).toHaveProperty('currency')
    expect(await fields({ currency: 'cny' })).toHaveProperty('currency')
    expect(await fields({ zone: 'Mars/Base' })).toHaveProperty('zone')
    expect(await fields({ loginName: 'a@b' })).toHaveProperty('loginName')
    expect(await fields({ people: 0 })).toHaveProperty('people')
    expect(await fields({ piles: -3 })).toHaveProperty('piles')
    expect(await fields({ name: '' })).toHaveProperty('name')
    const list = (await platform.get('/api/sys/tenants/list', { q: 'taken' })).data.list
    expect(list).toHaveLength(1)
    expect((await platform.get('/api/sys/tenants/list', { q: '%' })).data.list).toEqual([])
  })

  test('two at once with one code: one is made', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => platform.post('/api/sys/tenants/create', input({ code: 'twin' }))),
    )
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
  })
})

describe('suspending', () => {
  test('ends every session at the next request, lets nobody in and nothing begin, and is told in both audits', async () => {
    const one = await made()
    const boss = await working(one)
    expect((await boss.post('/api/sys/user/list')).success).toBe(true)
    const suspend = (id: string, reason = '欠费') => platform.post('/api/sys/tenants/suspend', { id, reason })
    expect((await suspend(one.id, '')).data.fields).toHaveProperty('reason')
    expect((await suspend(one.id)).success).toBe(true)
    expect((await suspend(one.id)).code).toBe('kernel.notAllowedNow')
    expect((await boss.post('/api/sys/user/list')).status).toBe(401)
    expect((await server.browser().signIn(one.username, PASSWORD)).code).toBe('identity.signInFailed')
    expect(await seen(one.id)).toMatchObject({ status: 'suspended', suspendedReason: '欠费' })
    const suspended = () => db.platform(tx => suspendedTenants(tx, [one.id, homeId, one.id]))
    expect(await suspended()).toEqual(new Set([one.id]))

    expect((await platform.post('/api/sys/tenants/resume', { id: one.id })).success).toBe(true)
    expect((await platform.post('/api/sys/tenants/resume', { id: one.id })).code).toBe('kernel.notAllowedNow')
    expect(await suspended()).toEqual(new Set())
    expect((await server.browser().signIn(one.username, PASSWORD)).success).toBe(true)
    // A session that was ended stays ended.
    expect((await boss.post('/api/sys/user/list')).status).toBe(401)

    const actions = ['createTenant', 'suspend', 'resume']
    const [ours, theirs] = [await audited(homeId, one.id), await audited(one.id, one.id)]
    expect(ours.map(({ action }) => action)).toEqual(actions)
    expect(theirs.map(({ action }) => action)).toEqual(actions)
    expect(ours[1]).toMatchObject({ actor_id: expect.any(String), after: { status: 'suspended', reason: '欠费' } })
    // Nobody of theirs, and from where is not for them.
    expect(theirs[1]).toMatchObject({ actor_id: null, ip: null })
    expect(JSON.stringify([ours, theirs])).not.toContain(one.password)
  })

  test('is not for the platform’s own tenant, nor for one that does not exist', async () => {
    expect((await platform.post('/api/sys/tenants/suspend', { id: homeId, reason: 'x' })).code).toBe(
      'identity.homeStays',
    )
    expect(await platform.post('/api/sys/tenants/suspend', { id: newId(), reason: 'x' })).toMatchObject({ status: 404 })
    expect((await platform.post('/api/sys/user/list')).success).toBe(true)
  })
})

describe('limits', () => {
  test('of people hold for new ones, enabled ones, imports and applications, also for two at once', async () => {
    const one = await made({ people: 3 })
    const boss = await working(one)
    const newUser = () => ({ loginName: `u${newId().slice(-8)}`, displayName: '员工', roleIds: [] })
    const save = () => boss.post('/api/sys/user/save', newUser())
    const first = await save()
    expect(first.success).toBe(true)
    const both = await Promise.all([save(), save()])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
    expect(both.find(answer => !answer.success)).toMatchObject({
      code: 'identity.limitOfPeople',
      msg: '启用的人员不能超过 3 名，请联系平台',
    })
    await boss.post('/api/sys/user/disable', { id: first.data.id })
    expect((await save()).success).toBe(true)
    expect((await boss.post('/api/sys/user/enable', { id: first.data.id })).code).toBe('identity.limitOfPeople')
    expect((await boss.post('/api/user/update/state', { id: first.data.id, status: 'active' })).code).toBe(
      'identity.limitOfPeople',
    )
    // Guests count for nothing, and another tenant for itself.
    await aUser(db, one.id, { userType: 'guest' })
    expect(await boss.post('/api/sys/user/save', { ...newUser(), userType: 'guest' })).toMatchObject({ success: false })
    const rows = [{ line: 2, values: { 登录账号: 'imported', 姓名: '导入' } }]
    const as = callerWith({ tenantId: one.id })
    const report = await desk.call('/api/sys/user/import', { dryRun: false, rows }, { as })
    expect(report.data).toMatchObject({ accepted: 0, refused: 1 })
  })

  test('names and policies are changed by the platform; only what changed is told', async () => {
    const one = await made({ people: 3 })
    const rest = { registration: true, factorPolicy: 'optional', verifyEvery: 3600 }
    const change = (over: Record<string, unknown>) =>
      platform.post('/api/sys/tenants/change', { id: one.id, name: '新名', people: 1, ...rest, ...over })
    expect((await change({ verifyEvery: 60 })).data.fields).toHaveProperty('verifyEvery')
    expect((await change({ factorPolicy: 'never' })).data.fields).toHaveProperty('factorPolicy')
    expect((await change({})).success).toBe(true)
    expect(await seen(one.id)).toMatchObject({
      name: '新名',
      limits: { people: 1, stations: null, piles: null },
      ...rest,
    })
    expect((await platform.get('/api/sys/tenants/list', { q: '新名' })).data.list).toHaveLength(1)
    expect((await change({})).success).toBe(true)
    const entries = (await audited(one.id, one.id)).filter(({ action }) => action === 'change')
    expect(entries).toHaveLength(1)
    expect(entries[0]?.after).toMatchObject({ people: 1, name: '新名' })
    expect(await platform.post('/api/sys/tenants/change', { id: newId(), name: 'x', ...rest })).toMatchObject({
      status: 404,
    })
  })
})
