import { type Caller, col, type Database, databaseOn, migrate } from '@wattyard/server-kit'
import { allMigrations, callerWith, emptyDatabase, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTenant, aUser, TEST_HASH_COST } from '../../testing/index.ts'
import { createIdentity } from '../create-identity.ts'

let db: Database
let server: TestServer
let admin: Caller
let roles: { admin: string; guest: string }
let guestId: string

beforeAll(async () => {
  db = await testDatabase()
  const { tenantId, roleIds } = await aTenant(db, { code: 'home', isHome: true, profile: 'demo' })
  roles = roleIds
  const identity = createIdentity({
    profile: 'demo',
    db,
    secrets: { login: 'b6'.repeat(32), factors: 'd4'.repeat(32) },
    version: '0',
    hashCost: TEST_HASH_COST,
  })
  identity.registerPermissions(['identity.user:read', 'identity.role:read'])
  server = await testServer({ db, modules: [identity.module] })
  const first = await aUser(db, tenantId, { displayName: '王管理', loginName: 'wang', roleIds: [roles.admin] })
  admin = callerWith({ tenantId, userId: first.id })
  const guest = { displayName: '访客', loginName: 'guest', userType: 'guest', roleIds: [roles.guest] } as const
  guestId = (await aUser(db, tenantId, guest)).id
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const ask = async (path: string, input: Record<string, unknown> = {}) => server.call(path, input, { as: admin })
const namesIn = async (input: Record<string, unknown> = {}): Promise<string[]> => {
  const { list, total } = (await ask('/api/sys/user/list', input)).data
  if (total !== list.length) throw new Error(`${total} are counted, and ${list.length} listed`)
  return list.map((one: { loginName: string }) => one.loginName)
}

test('the account of the free trial is no employee: neither listed, counted, exported nor offered', async () => {
  expect(await namesIn()).toEqual(['wang'])
  expect(await namesIn({ q: 'guest' })).toEqual([])
  expect(await namesIn({ filter: { status: 'active', userType: '' } })).toEqual(['wang'])
  expect((await ask('/api/sys/user/select')).data.list).toEqual([{ id: admin.userId, label: '王管理' }])
  const { bytes } = await server.call('/api/sys/user/export', { format: 'csv' }, { as: admin, method: 'GET' })
  expect(bytes.toString()).toContain('wang')
  expect(bytes.toString()).not.toContain('guest')
  const list = (await ask('/api/sys/role/list')).data.list as { code: string; holders: number }[]
  expect(Object.fromEntries(list.map(({ code, holders }) => [code, holders]))).toEqual({ admin: 1, guest: 0, vip: 0 })
})

test('a filter of the type finds it, and what names it keeps its name', async () => {
  expect(await namesIn({ filter: { userType: 'guest' } })).toEqual(['guest'])
  expect(await namesIn({ filter: { userType: ['staff', 'guest'] } })).toEqual(['guest', 'wang'])
  expect((await ask('/api/sys/user/get', { id: guestId })).data).toMatchObject({ displayName: '访客' })
  expect((await ask('/api/sys/user/select', { ids: [guestId] })).data.list).toEqual([{ id: guestId, label: '访客' }])
})

const save = (input: Record<string, unknown>, language: 'zh' | 'en' | 'es' = 'en') =>
  server.call('/api/sys/user/save', input, { as: admin, language })

test('nobody is made a guest, and so hidden: by no form, save, change of state or sheet', async () => {
  const fresh = { loginName: 'hidden', displayName: '隐身', roleIds: [roles.admin], userType: 'guest' }
  const said = { zh: '从列表中选择', en: 'Choose one from the list', es: 'Elija una de la lista' } as const
  for (const language of ['zh', 'en', 'es'] as const)
    expect(await save(fresh, language)).toMatchObject({
      success: false,
      data: { fields: { userType: expect.stringContaining(said[language]) } },
    })
  expect(await save({ ...fresh, roleIds: [roles.guest] })).toMatchObject({ success: false })
  const { id } = (await save({ ...fresh, userType: 'staff' })).data
  const refused = { success: false, data: { fields: { userType: expect.any(String) } } }
  expect(await save({ id, userType: 'guest' })).toMatchObject(refused)
  expect(await ask('/api/user/update/state', { id, status: 'disabled', userType: 'guest' })).toMatchObject(refused)
  const rows = [{ line: 2, values: { 登录账号: 'sheet', 姓名: '表格', 用户类型: '访客' } }]
  expect((await ask('/api/sys/user/import', { dryRun: false, rows })).data).toMatchObject({ accepted: 0, refused: 1 })
  expect(await namesIn()).toEqual(['hidden', 'wang'])
  expect((await ask('/api/sys/user/del', { id })).success).toBe(true)
})

test('the account of the free trial is saved as it is, disabled, and keeps the role of guests alone', async () => {
  const said = { zh: '体验账号只能使用访客角色', en: 'free trial', es: 'prueba gratuita' } as const
  for (const language of ['zh', 'en', 'es'] as const)
    for (const roleIds of [[roles.admin], [roles.guest, roles.admin], []])
      expect(await save({ id: guestId, roleIds }, language)).toMatchObject({
        success: false,
        data: { fields: { roleIds: expect.stringContaining(said[language]) } },
      })
  const asItIs = { id: guestId, displayName: '来宾', userType: 'guest', roleIds: [roles.guest] }
  expect((await save({ ...asItIs, status: 'disabled' })).success).toBe(true)
  expect((await save({ ...asItIs, displayName: '访客', status: 'active' })).success).toBe(true)
})

test('guests whom an earlier release let anybody make are employees again; that of the free trial stays', async () => {
  const pool = await emptyDatabase()
  await migrate(
    pool,
    allMigrations().filter(({ id }) => id < '0400'),
  )
  const old = databaseOn(pool)
  const { tenantId, roleIds } = await aTenant(old, { code: 'old', profile: 'demo' })
  const person = (loginName: string, roleId: string) =>
    aUser(old, tenantId, { loginName, userType: 'guest', roleIds: [roleId] })
  await person('guest', roleIds.guest)
  await person('second', roleIds.guest)
  await person('boss', roleIds.admin)
  await person('signs-in', roleIds.guest)
  await old.platform(tx => tx.execute("update identity_user set password_hash = null where login_name <> 'signs-in'"))
  await migrate(pool, allMigrations())
  const after = await old.tenant(tenantId, tx =>
    tx.query(
      { login_name: col.text, user_type: col.text },
      'select login_name, user_type from identity_user where tenant_id = $1 order by id',
      [tenantId],
    ),
  )
  expect(after.map(row => [row.login_name, row.user_type])).toEqual([
    ['guest', 'guest'],
    ['second', 'staff'],
    ['boss', 'staff'],
    ['signs-in', 'staff'],
  ])
  await old.close()
}, 60_000)
