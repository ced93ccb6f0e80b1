import type { Caller, Database } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
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
