import { type Caller, type Database, col } from '@wattyard/server-kit'
import { newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRole, aTenant, aUser, type Browser, type SignInServer, signInServer } from '../../testing/index.ts'

const PASSWORD = 'a passphrase for tests'
const KNOWN = ['identity.user:disable', 'identity.user:enable', 'identity.user:read', 'identity.role:read']

let db: Database
let server: SignInServer
/** The same module for callers who are said, not signed in. */
let desk: TestServer
let tenantId: string
let adminRole: string
let admin: Browser

beforeAll(async () => {
  db = await testDatabase()
  const tenant = await aTenant(db, { code: 'home', isHome: true })
  tenantId = tenant.tenantId
  adminRole = tenant.roleIds.admin
  server = await signInServer({ db })
  server.identity.registerPermissions(KNOWN)
  desk = await testServer({ db, modules: [server.identity.module] })
  admin = (await signedIn({ roleIds: [adminRole] })).browser
})
afterAll(async () => {
  await desk.close()
  await server.close()
  await db.close()
})

async function signedIn(over: Parameters<typeof aUser>[2] = {}) {
  const { id, loginName } = await aUser(db, tenantId, { password: PASSWORD, ...over })
  const browser = server.browser()
  const answer = await browser.signIn(loginName, PASSWORD)
  if (!answer.success) throw new Error(answer.text)
  return { id, loginName, browser }
}

let serial = 0
async function anOffice(over: Record<string, unknown> = {}): Promise<string> {
  const code = `O${++serial}`
  const answer = await admin.post('/api/sys/office/save', {
    code,
    name: code,
    kind: 'department',
    ...over,
  })
  if (!answer.success) throw new Error(answer.text)
  return answer.data.id
}
async function aDuty(office: string, name: string, over: Record<string, unknown> = {}): Promise<string> {
  const answer = await admin.post('/api/sys/duty/save', { office, code: `D${++serial}`, name, ...over })
  if (!answer.success) throw new Error(answer.text)
  return answer.data.id
}

describe('duties', () => {
  test('are their office’s, and what a person does is said to that person and to others', async () => {
    const [office, other] = [await anOffice(), await anOffice()]
    const head = await aDuty(office, '站长')
    await aDuty(other, '会计')
    const found = await admin.get('/api/sys/office/dutybyofficeid', { officeid: office })
    expect(found.data.list).toEqual([{ id: head, code: expect.any(String), label: '站长' }])

    const { id, browser } = await signedIn({ officeId: office })
    expect((await admin.post('/api/sys/user/save', { id, duty: head })).success).toBe(true)
    expect((await browser.get('/api/employee/me')).data.user.postLabel).toBe('站长')
    expect((await admin.get('/api/sys/user/info', { userid: id })).data.user.postLabel).toBe('站长')
    expect((await admin.get('/api/sys/office/user', { id: office })).data.list[0].postLabel).toBe('站长')
  })

  test('offices, duties and roles are called as their reader calls them, by their one name where there is no other', async () => {
    const office = await anOffice({ name: '城东运维', nameEn: 'East maintenance' })
    const duty = await aDuty(office, '班长', { nameEn: 'Team leader', nameEs: 'Jefe de equipo' })
    const role = await admin.post('/api/sys/role/save', {
      code: 'patrol',
      name: '巡检',
      nameEs: 'Ronda',
      rowScope: 'assigned',
      permissions: ['identity.role:read'],
    })
    const { id, browser } = await signedIn({ officeId: office, roleIds: [role.data.id] })
    await admin.post('/api/sys/user/save', { id, duty })
    const said = async (language: string) => {
      const headers = { 'accept-language': language }
      const get = async (path: string, input = {}) => (await admin.get(path, input, { headers })).data
      const { user } = (await browser.get('/api/employee/me', {}, { headers })).data
      const { list } = await get('/api/sys/office/dutybyofficeid', { officeid: office })
      const tree: { id: string; label: string }[] = (await get('/api/res/management/areaofficetrees')).list
      const { roles } = await get('/api/sys/user/why', { id })
      return [user.officeName, user.postLabel, list[0].label, tree.find(one => one.id === office)?.label, roles[0].name]
    }
    expect(await said('zh')).toEqual(['城东运维', '班长', '班长', '城东运维', '巡检'])
    expect(await said('en')).toEqual(['East maintenance', 'Team leader', 'Team leader', 'East maintenance', '巡检'])
    expect(await said('es')).toEqual(['城东运维', 'Jefe de equipo', 'Jefe de equipo', '城东运维', 'Ronda'])
  })

  test('of another office, tenant or nowhere are refused; who changes office leaves theirs behind', async () => {
    const [office, other] = [await anOffice(), await anOffice()]
    const [mine, theirs] = [await aDuty(office, '班长'), await aDuty(other, '出纳')]
    const { id } = await aUser(db, tenantId, { officeId: office })
    const save = (duty: string) => admin.post('/api/sys/user/save', { id, duty })
    expect((await save(theirs)).data.fields).toEqual({ duty: '只能选择所属机构的岗位' })
    expect((await save(newId())).data.fields).toEqual({ duty: expect.any(String) })
    expect((await save(mine)).success).toBe(true)
    expect((await admin.post('/api/sys/user/save', { id, office: other })).data).toMatchObject({ duty: null })
    const moved = await admin.post('/api/sys/user/save', { id, office, duty: mine })
    expect(moved.data).toMatchObject({ office, duty: mine })
  })

  test('that somebody has stay, and so does their office', async () => {
    const office = await anOffice()
    const held = await aDuty(office, '客服')
    const { id } = await aUser(db, tenantId, { officeId: office })
    await admin.post('/api/sys/user/save', { id, duty: held })
    expect(await admin.post('/api/sys/duty/del', { id: held })).toMatchObject({ code: 'identity.dutyInUse' })
    await admin.post('/api/sys/user/save', { id, office: '' })
    expect(await admin.post('/api/sys/office/del', { id: office })).toMatchObject({ code: 'identity.officeNotEmpty' })
    expect((await admin.post('/api/sys/duty/del', { id: held })).success).toBe(true)
    expect((await admin.post('/api/sys/office/del', { id: office })).success).toBe(true)
  })

  test('follow their office to another operator, out of the sight of who sees only the first', async () => {
    const [first, second] = [await anOffice({ kind: 'operator' }), await anOffice({ kind: 'operator' })]
    const office = await anOffice({ parent: first })
    const made = await aDuty(office, '维修员')
    const role = await aRole(db, tenantId, {
      permissions: ['identity.duty:read', 'identity.office:read'],
      rowScope: 'assigned',
    })
    const { browser } = await signedIn({ roleIds: [role], operatorIds: [first] })
    const seen = async () => (await browser.post('/api/sys/duty/list')).data.list.map(({ id }: { id: string }) => id)
    expect(await seen()).toEqual([made])
    await admin.post('/api/sys/office/move', { id: office, parent: second })
    expect(await seen()).toEqual([])
    const asked = await browser.get('/api/sys/office/dutybyofficeid', { officeid: office })
    expect(asked).toMatchObject({ status: 404 })
  })
})

describe('people are disabled several at a time', () => {
  test('their sessions end with it, and enabled again they sign in', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const ids = [one.id, two.id]
    expect((await admin.post('/api/sys/user/disable', { ids })).data).toEqual({ changed: 2 })
    for (const { browser, loginName } of [one, two]) {
      expect((await browser.get('/api/employee/me')).status).toBe(401)
      expect((await server.browser().signIn(loginName, PASSWORD)).success).toBe(false)
    }
    expect(await admin.post('/api/sys/user/disable', { ids })).toMatchObject({ code: 'kernel.notAllowedNow' })
    expect((await admin.post('/api/sys/user/enable', { ids })).data).toEqual({ changed: 2 })
    expect((await server.browser().signIn(one.loginName, PASSWORD)).success).toBe(true)
  })

  test('never oneself, the owner, the last administrator or who has more rights; all of them or none', async () => {
    const made = await aTenant(db, { code: 'small' })
    const role = await aRole(db, made.tenantId, { permissions: ['identity.user:disable'] })
    const [boss, clerk, harmless, owner] = await Promise.all([
      aUser(db, made.tenantId, { roleIds: [made.roleIds.admin] }),
      aUser(db, made.tenantId, { roleIds: [role] }),
      aUser(db, made.tenantId),
      aUser(db, made.tenantId, { isOwner: true }),
    ])
    const as = (over: Partial<Parameters<typeof callerWith>[0]>) => callerWith({ tenantId: made.tenantId, ...over })
    const clerks = as({ userId: clerk.id, roles: ['clerk'], permissions: ['identity.user:disable'] })
    const disable = (ids: string[], who: Caller) => desk.call('/api/sys/user/disable', { ids }, { as: who })
    expect(await disable([harmless.id, clerk.id], clerks)).toMatchObject({ code: 'identity.notYourself' })
    expect(await disable([harmless.id, boss.id], clerks)).toMatchObject({ code: 'identity.beyondOwnRights' })
    expect(await disable([owner.id], as({ userId: boss.id }))).toMatchObject({ code: 'kernel.notAllowedNow' })
    // Somebody who may do everything without being of this tenant's administrators: the platform at work.
    const last = await disable([boss.id], as({ userId: newId() }))
    expect(last).toMatchObject({ code: 'identity.lastAdministrator' })
    const states = await db.platform(tx =>
      tx.query({ status: col.text }, 'select distinct status from identity_user where tenant_id = $1', [made.tenantId]),
    )
    expect(states).toEqual([{ status: 'active' }])
    expect((await disable([harmless.id], clerks)).success).toBe(true)
  })
})

describe('what somebody may do and why', () => {
  test('each permission has the roles that give it, each page the permission that opens it', async () => {
    const [first, second] = [
      await aRole(db, tenantId, { permissions: ['identity.user:read'] }),
      await aRole(db, tenantId, { permissions: ['identity.role:read', 'identity.user:read'], rowScope: 'assigned' }),
    ]
    const operator = await anOffice({ kind: 'operator' })
    const { id } = await aUser(db, tenantId, { roleIds: [first, second], operatorIds: [operator] })
    const { data } = await admin.get('/api/sys/user/why', { id })
    expect(data).toMatchObject({
      isEverything: false,
      readOnly: false,
      rows: { operators: [operator], stations: null },
    })
    const byName = Object.fromEntries(
      data.permissions.map((one: { permission: string; roles: string[] }) => [one.permission, one.roles.toSorted()]),
    )
    expect(byName).toEqual({ 'identity.role:read': [second], 'identity.user:read': [first, second].toSorted() })
    expect(data.pages).toContainEqual({ path: '/console/employee', by: ['identity.user:read'] })
    expect(data.pages.map((page: { path: string }) => page.path)).toContain('/console/personalCenter')
  })

  test('an administrator has everything by that role; a foreign person is nobody', async () => {
    const { id } = await aUser(db, tenantId, { roleIds: [adminRole] })
    const { data } = await admin.get('/api/sys/user/why', { id })
    expect(data).toMatchObject({ isEverything: true, rows: { operators: null, stations: null } })
    expect(data.permissions).toEqual(KNOWN.map(permission => ({ permission, roles: [adminRole] })))
    const foreign = await aUser(db, (await aTenant(db)).tenantId)
    for (const path of ['why', 'factor'])
      expect(await admin.get(`/api/sys/user/${path}`, { id: foreign.id })).toMatchObject({ status: 404 })
  })

  test('without a second factor it says so', async () => {
    const { id } = await aUser(db, tenantId)
    const { data } = await admin.get('/api/sys/user/factor', { id })
    expect(data).toEqual({ since: null, recoveryLeft: 0, boundAt: null })
  })
})
