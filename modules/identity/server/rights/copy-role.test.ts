import type { Caller, Database } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRole, aTenant, aUser, signInServer } from '../../testing/index.ts'

let db: Database
let desk: TestServer
let tenantId: string
let roles: { admin: string; guest: string; vip: string }
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  const tenant = await aTenant(db, { code: 'home', isHome: true })
  tenantId = tenant.tenantId
  roles = tenant.roleIds
  const { identity } = await signInServer({ db })
  desk = await testServer({ db, modules: [identity.module] })
  const { id } = await aUser(db, tenantId, { roleIds: [roles.admin] })
  admin = callerWith({ tenantId, userId: id })
})
afterAll(async () => {
  await desk.close()
  await db.close()
})

const copy = (id: string, code: string, as: Caller = admin) =>
  desk.call('/api/sys/role/copy', { id, code, name: `${code} 副本` }, { as })
const get = async (id: string) => (await desk.call('/api/sys/role/get', { id }, { as: admin })).data

test('a copy grants the same, is a role of its own and says so in its history', async () => {
  const permissions = ['identity.role:read', 'identity.user:read']
  const id = await aRole(db, tenantId, { permissions, rowScope: 'assigned' })
  const made = await copy(id, 'second')
  expect(made.success).toBe(true)
  expect(await get(made.data.id)).toMatchObject({
    code: 'second',
    name: 'second 副本',
    permissions,
    rowScope: 'assigned',
  })
  expect(made.data.id).not.toBe(id)
  const history = await desk.call('/api/sys/role/history', { id: made.data.id }, { as: admin })
  expect(history.data.list).toMatchObject([{ action: 'create', after: { code: 'second', permissions } }])
  await desk.call('/api/sys/role/save', { id: made.data.id, permissions: [] }, { as: admin })
  expect((await get(id)).permissions).toEqual(permissions)
})

test('codes that are taken or reserved are refused, in any letters', async () => {
  const id = await aRole(db, tenantId, { code: 'night' })
  for (const code of ['night', 'NIGHT', 'Admin', 'v-i-p'])
    expect(await copy(id, code)).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { code: expect.any(String) } },
    })
})

test('nobody copies what they do not hold, nor a role of the system, nor another tenant’s', async () => {
  const wide = await aRole(db, tenantId, { permissions: ['identity.user:delete'] })
  const whole = await aRole(db, tenantId, { permissions: ['identity.user:read'], rowScope: 'tenant' })
  const clerk = (scope: Caller['scope']) =>
    callerWith({ tenantId, roles: ['clerk'], permissions: ['identity.role:copy', 'identity.user:read'], scope })
  const sees = { operators: null, stations: null, investors: null }
  expect(await copy(wide, 'wider', clerk(sees))).toMatchObject({ code: 'identity.beyondOwnRights', status: 403 })
  const limited = { ...sees, operators: [] }
  expect(await copy(whole, 'whole', clerk(limited))).toMatchObject({ code: 'kernel.sharedRows', status: 403 })
  expect(await copy(roles.admin, 'boss')).toMatchObject({ code: 'kernel.notAllowedNow' })
  const foreign = await aRole(db, (await aTenant(db)).tenantId)
  expect(await copy(foreign, 'theirs')).toMatchObject({ status: 404 })
  const list = await desk.call('/api/sys/role/list', { q: '副本' }, { as: admin })
  expect(list.data.list.map(({ code }: { code: string }) => code)).toEqual(['second'])
})
