import { type Database, col } from '@wattyard/server-kit'
import { newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const PASSWORD = 'a passphrase for tests'

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let admin: Browser

beforeAll(async () => {
  db = await testDatabase()
  const tenant = await aTenant(db, { code: 'home', isHome: true })
  tenantId = tenant.tenantId
  adminRole = tenant.roleIds.admin
  server = await signInServer({ db })
})
beforeEach(async () => {
  admin = await signedIn({ roleIds: [adminRole] })
})
afterAll(() => db.close())

const signedIn = async (over: Parameters<typeof aUser>[2] = {}): Promise<Browser> =>
  (await aSignedIn(server, db, tenantId, { password: PASSWORD, ...over })).browser
const me = async (browser: Browser) => (await browser.get('/api/employee/me')).data.user

describe('one’s own data (contract: /api/user/info/update)', () => {
  const update = (browser: Browser, input: Record<string, unknown>) => browser.post('/api/user/info/update', input)

  test('what one says of oneself changes; what was not sent stays; empty clears', async () => {
    const browser = await signedIn()
    expect((await update(browser, { nickname: '小李', gender: 'female', introduction: '夜班' })).success).toBe(true)
    expect(await me(browser)).toMatchObject({ nickname: '小李', gender: 'female', introduction: '夜班' })
    expect((await update(browser, { introduction: '' })).success).toBe(true)
    const user = await me(browser)
    expect(user).toMatchObject({ nickname: '小李', gender: 'female', introduction: '' })
    const lines = await db.platform(tx =>
      tx.query(
        { after: col.json<object>() },
        "select after from kernel_audit where record_id = $1 and action = 'update' order by id",
        [user.recordId],
      ),
    )
    expect(lines.map(line => line.after)).toEqual([
      { nickname: '小李', gender: 'female', introduction: '夜班' },
      { introduction: null },
    ])
  })

  test('what is wrong is named; what others decide cannot be sent', async () => {
    const browser = await signedIn()
    const answer = await update(browser, { gender: 'x', nickname: 'n'.repeat(51), status: 'disabled', roleIds: '1' })
    expect(answer).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(Object.keys(answer.data.fields).toSorted()).toEqual(['gender', 'nickname', 'roleIds', 'status'])
  })

  test('phone and mail take the password, sealed under a key of one use (R-12)', async () => {
    const browser = await signedIn({ phone: '13900000001' })
    const bare = await update(browser, { phone: '13911111111' })
    expect(Object.keys(bare.data.fields)).toEqual(['oldPassword'])
    const wrong = await update(browser, { email: 'a@example.org', oldPassword: 'no such thing' })
    expect(Object.keys(wrong.data.fields)).toEqual(['oldPassword'])
    expect(await me(browser)).toMatchObject({ phone: '13900000001', email: '' })
    const { key, id } = await browser.loginKey()
    const sealed = { oldPassword: encryptedPassword(key, PASSWORD), key: id }
    expect((await update(browser, { phone: '13911111111', ...sealed })).success).toBe(true)
    expect((await me(browser)).phone).toBe('13911111111')
    // What did not change takes no password.
    expect((await update(browser, { phone: '13911111111', nickname: 'x' })).success).toBe(true)
    expect((await admin.post('/api/sys/user/list', { q: '13911111111' })).data.list).toHaveLength(1)
  })
})

describe('questions about accounts', () => {
  test('who somebody is, who is in an office, what somebody may do; outside one’s sight nobody exists', async () => {
    const { data: office } = await admin.post('/api/sys/office/save', { code: `O${newId().slice(-6)}`, name: '运维班' })
    const reading = await aRole(db, tenantId, { permissions: ['identity.office:read'] })
    const person = await aUser(db, tenantId, { password: PASSWORD, displayName: '王芳', roleIds: [reading] })
    await admin.post('/api/sys/user/save', { id: person.id, office: office.id })

    const info = await admin.get('/api/sys/user/info', { userid: person.id })
    expect(info.data.user).toMatchObject({ name: '王芳', nickname: '王芳', officeName: '运维班', gender: '' })
    const { data } = await admin.get('/api/sys/office/user', { id: office.id })
    expect(data.list.map((one: { id: string }) => one.id)).toEqual([person.id])
    const rights = (await admin.get('/api/sys/user/authmenu', { id: person.id })).data
    expect(rights).toMatchObject({
      menus: [{ code: 'org' }, { code: 'personalCenter' }],
      roles: [expect.any(String), 'adminRole'],
      permissions: ['identity.office:read'],
    })
    const theirs = server.browser()
    await theirs.signIn(person.loginName, PASSWORD)
    const mine = (await theirs.get('/api/employee/me')).data
    expect(rights.menus).toEqual(mine.menus)
    expect([...rights.roles, ...rights.permissions]).toEqual(mine.roles)

    const missing = newId()
    for (const [path, key] of [
      ['/api/sys/user/info', 'userid'],
      ['/api/sys/office/user', 'id'],
      ['/api/sys/user/authmenu', 'id'],
    ] as const)
      expect(await admin.get(path, { [key]: missing })).toMatchObject({ status: 404, code: 'kernel.notFound' })
    expect(await theirs.get('/api/sys/user/info', { userid: person.id })).toMatchObject({ status: 403 })
  })

  test('offices as a tree; whose parent is out of sight is a root', async () => {
    const made = async (code: string, over: Record<string, unknown> = {}) =>
      (await admin.post('/api/sys/office/save', { code: code + newId().slice(-6), name: code, ...over })).data.id
    const operator = await made('OP', { kind: 'operator' })
    const below = await made('D', { parent: operator })
    const deep = await made('DD', { parent: below })
    const { data } = await admin.get('/api/res/management/areaofficetrees')
    const root = data.list.find((node: { id: string }) => node.id === operator)
    expect(root).toMatchObject({ label: 'OP', children: [{ id: below, children: [{ id: deep, children: [] }] }] })
  })

  test('the older names of the contract are the same calls', async () => {
    const { id, loginName } = await aUser(db, tenantId, { password: PASSWORD })
    expect((await admin.get('/api/user/get', { id })).data.loginName).toBe(loginName)
    expect((await admin.post('/api/user/list', { q: loginName })).data.list).toHaveLength(1)
    const theirs = server.browser()
    await theirs.signIn(loginName, PASSWORD)
    expect((await admin.post('/api/user/update/state', { id, status: 'disabled' })).data.status).toBe('disabled')
    expect(await theirs.get('/api/employee/me')).toMatchObject({ status: 401 })
    expect((await admin.post('/api/user/save', { id, displayName: '改名' })).data.displayName).toBe('改名')
    expect((await admin.post('/api/user/del', { id })).success).toBe(true)
    expect(await admin.get('/api/user/get', { id })).toMatchObject({ status: 404 })
    const nobody = await signedIn()
    expect(await nobody.post('/api/user/update/state', { id, status: 'active' })).toMatchObject({ status: 403 })
  })
})
