import { type Caller, type Database, col } from '@wattyard/server-kit'
import { callerWith, pathInputs, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRole, aTenant, aUser, TEST_HASH_COST } from '../../testing/index.ts'
import { createIdentity, type Identity } from '../create-identity.ts'

let db: Database
let identity: Identity
let server: TestServer
let tenantId: string
let roles: { admin: string; guest: string; vip: string }
let admin: Caller
let adminId: string

const KNOWN = [
  'identity.user:read',
  'identity.user:create',
  'identity.user:update',
  'identity.user:delete',
  'identity.user:setPassword',
  'identity.user:signOut',
  'identity.role:read',
  'identity.role:create',
  'identity.role:update',
  'identity.role:delete',
  'identity.office:read',
  'identity.office:create',
  'identity.office:update',
  'identity.office:delete',
  'finance.dailyBill:read',
]

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  roles = made.roleIds
  identity = createIdentity({
    profile: 'production',
    db,
    secrets: { login: 'b6'.repeat(32), factors: 'd4'.repeat(32) },
    version: '0',
    hashCost: TEST_HASH_COST,
  })
  identity.registerPermissions(KNOWN)
  server = await testServer({ db, modules: [identity.module] })
  const first = await aUser(db, tenantId, { roleIds: [roles.admin] })
  adminId = first.id
  admin = callerWith({ tenantId, userId: adminId })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

/** A clerk who manages people but is no administrator. */
async function clerk(
  permissions: readonly string[] = KNOWN.filter(one => one.startsWith('identity.')),
  scope: Partial<Caller['scope']> = {},
): Promise<Caller> {
  const role = await aRole(db, tenantId, { permissions })
  const { id } = await aUser(db, tenantId, { roleIds: [role] })
  return callerWith({
    tenantId,
    userId: id,
    permissions,
    roles: ['clerk'],
    scope: { operators: null, stations: null, investors: null, ...scope },
  })
}

const saveUser = (as: Caller, input: Record<string, unknown>) => server.call('/api/sys/user/save', input, { as })
const saveRole = (as: Caller, input: Record<string, unknown>) => server.call('/api/sys/role/save', input, { as })
const saveOffice = (as: Caller, input: Record<string, unknown>) => server.call('/api/sys/office/save', input, { as })
let serial = 0
const name = (prefix: string) => `${prefix}${++serial}`
const newUser = (over: Record<string, unknown> = {}) => ({
  loginName: name('user'),
  displayName: '王五',
  userType: 'staff',
  status: 'active',
  roleIds: [],
  language: 'zh',
  ...over,
})

describe('roles', () => {
  test('are made of permissions that exist, sorted and once each', async () => {
    const made = await saveRole(admin, {
      code: name('r'),
      name: '结算员',
      rowScope: 'tenant',
      permissions: ['identity.user:read', 'finance.dailyBill:read', 'identity.user:read'],
    })
    expect(made.data.permissions).toEqual(['finance.dailyBill:read', 'identity.user:read'])
    for (const permission of ['finance.dailyBill:burn', '*', 'admin', 'x'])
      expect(
        await saveRole(admin, { code: name('r'), name: 'x', rowScope: 'tenant', permissions: [permission] }),
      ).toMatchObject({ success: false, data: { fields: { permissions: `权限不存在：${permission}` } } })
    expect((await server.call('/api/sys/role/permissions', {}, { as: admin, method: 'GET' })).data.list).toEqual(KNOWN)
  })

  test('cannot take a reserved name, whatever it is dressed as', async () => {
    for (const code of [
      'admin',
      'Admin',
      'аdmin',
      'ａｄｍｉｎ',
      'adm1n',
      'guest',
      'VIP',
      'v-i-p',
      'assets.station:read',
    ])
      expect(await saveRole(admin, { code, name: 'x', rowScope: 'tenant', permissions: [] })).toMatchObject({
        success: false,
        data: { fields: { code: '与系统保留的角色名相同或相似' } },
      })
  })

  test('a code that another role has in other letters is taken, and says so', async () => {
    const code = name('Night-Shift')
    expect((await saveRole(admin, { code, name: 'x', rowScope: 'tenant', permissions: [] })).success).toBe(true)
    const again = { code: code.toUpperCase(), name: 'y', rowScope: 'tenant', permissions: [] }
    expect(await saveRole(admin, again)).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { code: '已被占用' } },
    })
  })

  test('of the system are nobody’s to change', async () => {
    for (const id of Object.values(roles)) {
      expect(await saveRole(admin, { id, permissions: ['identity.user:read'] })).toMatchObject({
        code: 'kernel.notAllowedNow',
      })
      expect(await server.call('/api/sys/role/del', { id }, { as: admin })).toMatchObject({
        code: 'kernel.notAllowedNow',
      })
    }
  })

  test('nobody grants what they do not have, nor edits or deletes a role that has more', async () => {
    const small = await clerk()
    const beyond = { code: 'identity.beyondOwnRights', status: 403 }
    expect(
      await saveRole(small, {
        code: name('r'),
        name: 'x',
        rowScope: 'tenant',
        permissions: ['finance.dailyBill:read'],
      }),
    ).toMatchObject(beyond)
    expect(
      (await saveRole(small, { code: name('r'), name: 'x', rowScope: 'tenant', permissions: ['identity.user:read'] }))
        .success,
    ).toBe(true)
    const rich = await aRole(db, tenantId, { permissions: ['finance.dailyBill:read'] })
    expect(await saveRole(small, { id: rich, permissions: [] })).toMatchObject(beyond)
    expect(await server.call('/api/sys/role/del', { id: rich }, { as: small })).toMatchObject(beyond)
    const narrow = await clerk(undefined, { operators: [] })
    expect(await saveRole(narrow, { code: name('r'), name: 'x', rowScope: 'tenant', permissions: [] })).toMatchObject({
      code: 'kernel.sharedRows',
      status: 403,
    })
  })

  test('in use stay', async () => {
    const used = await aRole(db, tenantId)
    await aUser(db, tenantId, { roleIds: [used] })
    expect(await server.call('/api/sys/role/del', { id: used }, { as: admin })).toMatchObject({
      code: 'identity.roleInUse',
    })
    const free = await aRole(db, tenantId)
    expect(await server.call('/api/sys/role/del', { id: free }, { as: admin })).toMatchObject({ success: true })
  })
})

describe('people', () => {
  test('are made, found by pinyin, changed, given a password and signed out', async () => {
    const made = await saveUser(admin, newUser({ displayName: '欧阳明月', phone: '13912345678', roleIds: [roles.vip] }))
    expect(made.data).toMatchObject({
      displayName: '欧阳明月',
      scopeOperatorIds: [],
      isOwner: false,
      lastSignInAt: null,
    })
    expect(JSON.stringify(made.data)).not.toContain('password')
    const found = await server.call('/api/sys/user/list', { q: 'oymy' }, { as: admin })
    expect(found.data.list.map((user: { id: string }) => user.id)).toEqual([made.data.id])
    const { id } = made.data
    expect(await server.call('/api/sys/user/setPassword', { id, password: 'short-one' }, { as: admin })).toMatchObject({
      success: false,
      data: { fields: { password: '密码至少 12 个字符' } },
    })
    expect(
      (await server.call('/api/sys/user/setPassword', { id, password: 'a perfectly long one' }, { as: admin })).success,
    ).toBe(true)
    const history = await server.call('/api/sys/user/history', { id }, { as: admin })
    expect(history.data.list[0].action).toBe('setPassword')
    expect(history.text).not.toContain('perfectly')
    expect((await server.call('/api/sys/user/signOut', { ids: [id] }, { as: admin })).data).toEqual({ ended: 0 })
  })

  test('login names are checked, and taken in every spelling', async () => {
    for (const loginName of ['a', 'has blank', 'at@sign', 'x'.repeat(33), '-dash', 'semi;colon'])
      expect((await saveUser(admin, newUser({ loginName }))).data.fields.loginName).toBeTruthy()
    await saveUser(admin, newUser({ loginName: 'Same.Name' }))
    for (const loginName of ['Same.Name', 'same.name', 'ｓame.name'])
      expect((await saveUser(admin, newUser({ loginName }))).data).toEqual({ fields: { loginName: '已被占用' } })
    const elsewhere = await aTenant(db)
    const there = callerWith({ tenantId: elsewhere.tenantId })
    expect((await saveUser(there, newUser({ loginName: 'Same.Name' }))).success).toBe(true)
  })

  test('get no more rights than the giver has', async () => {
    const small = await clerk()
    const rich = await aRole(db, tenantId, { permissions: ['finance.dailyBill:read'] })
    for (const role of [roles.admin, rich])
      expect(await saveUser(small, newUser({ roleIds: [role] }))).toMatchObject({
        code: 'identity.beyondOwnRights',
        status: 403,
      })
  })

  test('who has more cannot be touched by who has less: no password, no change, no deletion', async () => {
    const small = await clerk()
    const boss = await aUser(db, tenantId, { roleIds: [roles.admin] })
    const beyond = { code: 'identity.beyondOwnRights', status: 403 }
    expect(await saveUser(small, { id: boss.id, displayName: 'x' })).toMatchObject(beyond)
    expect(
      await server.call('/api/sys/user/setPassword', { id: boss.id, password: 'a perfectly long one' }, { as: small }),
    ).toMatchObject(beyond)
    expect(await server.call('/api/sys/user/signOut', { ids: [boss.id] }, { as: small })).toMatchObject(beyond)
    expect(await server.call('/api/sys/user/del', { id: boss.id }, { as: small })).toMatchObject(beyond)
  })

  test('nobody changes their own rights, disables, deletes or re-passwords themselves; a name is fine', async () => {
    const self = { code: 'identity.notYourself', status: 403 }
    expect(await saveUser(admin, { id: adminId, status: 'disabled' })).toMatchObject(self)
    expect(await saveUser(admin, { id: adminId, roleIds: [] })).toMatchObject(self)
    expect(await server.call('/api/sys/user/del', { id: adminId }, { as: admin })).toMatchObject(self)
    expect(
      await server.call('/api/sys/user/setPassword', { id: adminId, password: 'a perfectly long one' }, { as: admin }),
    ).toMatchObject(self)
    expect((await saveUser(admin, { id: adminId, displayName: '新名字' })).success).toBe(true)
  })

  test('a change of rights ends sessions, a change of name does not', async () => {
    const { id } = await aUser(db, tenantId)
    const begin = () =>
      db.platform(tx =>
        tx.execute(
          `insert into identity_session (tenant_id, id, user_id, secret_hash, handle_hash, remember, ip, user_agent, created_at, last_seen_at, expires_at)
           values ($1, gen_random_uuid(), $2, decode(md5(random()::text), 'hex'), 'x', false, '', '', now(), now(), now())`,
          [tenantId, id],
        ),
      )
    const alive = async () =>
      (
        await db.platform(tx =>
          tx.query('select 1 from identity_session where user_id = $1 and ended_at is null', [id]),
        )
      ).length
    await begin()
    await saveUser(admin, { id, displayName: '换个名字' })
    expect(await alive()).toBe(1)
    for (const change of [{ roleIds: [roles.vip] }, { status: 'disabled' }, { userType: 'investor' }]) {
      await saveUser(admin, { id, ...change })
      expect(await alive()).toBe(0)
      await begin()
    }
    await server.call('/api/sys/user/setPassword', { id, password: 'a perfectly long one' }, { as: admin })
    expect(await alive()).toBe(0)
  })
})

describe('administrators', () => {
  test('the last one stays: not disabled, not deleted, not stripped, not even several at once', async () => {
    const { tenantId: other, roleIds } = await aTenant(db)
    const one = await aUser(db, other, { roleIds: [roleIds.admin] })
    const two = await aUser(db, other, { roleIds: [roleIds.admin] })
    // A caller with every right who is no user of this tenant: only the count protects.
    const force = callerWith({ tenantId: other })
    const last = { code: 'identity.lastAdministrator' }
    expect(await server.call('/api/sys/user/del', { ids: [one.id, two.id] }, { as: force })).toMatchObject(last)
    expect((await saveUser(force, { id: one.id, status: 'disabled' })).success).toBe(true)
    expect(await saveUser(force, { id: two.id, status: 'disabled' })).toMatchObject(last)
    expect(await saveUser(force, { id: two.id, roleIds: [] })).toMatchObject(last)
    expect(await server.call('/api/sys/user/del', { id: two.id }, { as: force })).toMatchObject(last)
    const races = await Promise.all([
      saveUser(force, { id: one.id, status: 'active' }),
      server.call('/api/sys/user/del', { id: two.id }, { as: callerWith({ tenantId: other, userId: one.id }) }),
      server.call('/api/sys/user/del', { id: one.id }, { as: callerWith({ tenantId: other, userId: two.id }) }),
    ])
    expect(races.some(answer => !answer.success)).toBe(true)
    const left = await db.platform(tx =>
      tx.query("select 1 from identity_user where tenant_id = $1 and status = 'active' and $2 = any(role_ids)", [
        other,
        roleIds.admin,
      ]),
    )
    expect(left.length).toBeGreaterThan(0)
  })

  test('the platform owner’s account is the owner’s alone', async () => {
    const owner = await aUser(db, tenantId, { roleIds: [roles.admin], isOwner: true })
    for (const answer of [
      await saveUser(admin, { id: owner.id, displayName: 'x' }),
      await server.call('/api/sys/user/setPassword', { id: owner.id, password: 'a perfectly long one' }, { as: admin }),
      await server.call('/api/sys/user/del', { id: owner.id }, { as: admin }),
    ])
      expect(answer).toMatchObject({ code: 'identity.ownerOnly', status: 403 })
    expect(
      (await saveUser(callerWith({ tenantId, userId: owner.id }), { id: owner.id, displayName: '所有者' })).success,
    ).toBe(true)
  })
})

describe('offices', () => {
  const made = async (over: Record<string, unknown>) =>
    (await saveOffice(admin, { code: name('O'), name: name('机构'), kind: 'department', ...over })).data

  test('who is limited to an operator sees its offices and people, and makes none elsewhere', async () => {
    const ours = await made({ kind: 'operator' })
    const theirs = await made({ kind: 'operator' })
    const team = await made({ parent: ours.id })
    const seen = callerWith({ tenantId, scope: { operators: [ours.id], stations: null, investors: null } })
    const list = await server.call('/api/sys/office/list', { pageSize: 200 }, { as: seen })
    expect(list.data.list.map((office: { id: string }) => office.id)).toEqual(
      expect.arrayContaining([ours.id, team.id]),
    )
    expect(list.data.total).toBe(2)
    expect(await server.call('/api/sys/office/get', { id: theirs.id }, { as: seen })).toMatchObject({
      status: 404,
      code: 'kernel.notFound',
    })
    expect(
      (await saveOffice(seen, { code: name('O'), name: 'x', kind: 'department', parent: theirs.id })).success,
    ).toBe(false)
    expect(await saveOffice(seen, { code: name('O'), name: 'x', kind: 'operator' })).toMatchObject({
      code: 'kernel.outsideScope',
    })
    expect(await saveUser(seen, newUser({ scopeOperatorIds: [theirs.id], office: team.id }))).toMatchObject({
      success: false,
      data: { fields: { scopeOperatorIds: '找不到对应的记录' } },
    })
    expect((await saveUser(seen, newUser({ scopeOperatorIds: [ours.id], office: team.id }))).success).toBe(true)
  })
})

describe('tenants', () => {
  test('see themselves, rename themselves and know of no other', async () => {
    const other = await aTenant(db, { code: 'other-co', name: '别家公司' })
    const list = await server.call('/api/sys/tenant/list', {}, { as: admin })
    expect(list.data.list.map((row: { id: string }) => row.id)).toEqual([tenantId])
    expect(
      (await server.call('/api/sys/tenant/rename', { id: tenantId, name: '新公司名' }, { as: admin })).success,
    ).toBe(true)
    expect((await server.call('/api/sys/tenant/list', { q: 'xingongsi' }, { as: admin })).data.list[0].name).toBe(
      '新公司名',
    )
    expect(await server.call('/api/sys/tenant/rename', { id: other.tenantId, name: 'x' }, { as: admin })).toMatchObject(
      { status: 404 },
    )
  })

  test('see nothing of each other even with a hand-written query: the database decides (R-21)', async () => {
    const other = await aTenant(db)
    const stranger = await aUser(db, other.tenantId, { roleIds: [other.roleIds.admin] })
    await db.tenant(tenantId, async tx => {
      const [role] = await tx.query({ current_user: col.text }, 'select current_user')
      expect(role?.current_user).toBe('wattyard_tenant')
      for (const table of [
        'identity_tenant',
        'identity_office',
        'identity_role',
        'identity_user',
        'identity_session',
      ]) {
        expect(await tx.query(`select 1 from ${table} where tenant_id <> $1`, [tenantId])).toEqual([])
      }
      expect(await tx.query('select 1 from identity_user where id = $1', [stranger.id])).toEqual([])
      expect(await tx.execute("update identity_user set password_hash = 'x' where id = $1", [stranger.id])).toBe(0)
      expect(await tx.execute('delete from identity_user where id = $1', [stranger.id])).toBe(0)
    })
    await expect(
      db.tenant(tenantId, tx =>
        tx.execute('insert into identity_role (tenant_id, id, code, name) values ($1, gen_random_uuid(), $2, $2)', [
          other.tenantId,
          'planted',
        ]),
      ),
    ).rejects.toThrow(/row-level security/)
    for (const table of ['identity_login_attempt', 'identity_login_key', 'identity_code_count'])
      await expect(db.tenant(tenantId, tx => tx.query(`select 1 from ${table}`))).rejects.toThrow(/permission denied/)
  })

  test('a foreign id reads like a missing one, for every call that takes an id (R-17)', async () => {
    const other = await aTenant(db)
    const stranger = await aUser(db, other.tenantId)
    const missing = '00000000-0000-7000-8000-000000000000'
    const calls: [string, (id: string) => Record<string, unknown>][] = [
      ['user/get', id => ({ id })],
      ['user/history', id => ({ id })],
      ['user/del', id => ({ id })],
      ['user/save', id => ({ id, displayName: 'x' })],
      ['user/setPassword', id => ({ id, password: 'a perfectly long one' })],
      ['user/signOut', id => ({ ids: [id] })],
    ]
    for (const [path, input] of calls) {
      const shape = async (id: string) => {
        const { status, success, code, msg, data } = await server.call(`/api/sys/${path}`, input(id), { as: admin })
        return { status, success, code, msg, data }
      }
      expect(await shape(stranger.id)).toEqual(await shape(missing))
    }
    const foreignRole = await saveUser(admin, newUser({ roleIds: [other.roleIds.admin] }))
    expect(foreignRole.data).toEqual({ fields: { roleIds: '找不到对应的记录' } })
  })
})

describe('who may call what (R-16)', () => {
  test('every route: nobody is sent to sign in, a person without rights is refused, the permission opens it', async () => {
    const routes = server.app.routes().filter(route => route.access !== 'public')
    expect(routes.length).toBeGreaterThan(25)
    const nothing = callerWith({ tenantId, permissions: [], roles: [] })
    for (const route of routes) {
      const method = route.method === 'GET' ? ('GET' as const) : ('POST' as const)
      const anonymous = await server.call(route.path, pathInputs(route.path), { method })
      expect([route.path, anonymous.status, anonymous.code]).toEqual([route.path, 401, '1000'])
      if (!route.access.includes(':')) continue
      const refused = await server.call(route.path, pathInputs(route.path), { method, as: nothing })
      expect([route.path, refused.status, refused.code]).toEqual([route.path, 403, 'kernel.forbidden'])
      const holder = callerWith({ tenantId, permissions: [route.access] })
      const allowed = await server.call(route.path, pathInputs(route.path), {
        method,
        as: { ...holder, isPlatform: true },
      })
      expect([route.path, allowed.code]).not.toEqual([route.path, 'kernel.forbidden'])
      // What is for the platform's people alone is refused to everybody else with the same permission.
      const elsewhere = await server.call(route.path, pathInputs(route.path), { method, as: holder })
      expect([route.path, elsewhere.code === 'kernel.forbidden']).toEqual([route.path, route.platformOnly === true])
    }
  })
})
