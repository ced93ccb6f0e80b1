import { type Caller, type Database, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DELETION_DAYS, MAX_VIEW_STATE, MAX_VIEWS_PER_PAGE } from '../contract/index.ts'
import { declareSetting, deletionDays, platformModule, settingOf } from './index.ts'

let db: Database
let server: TestServer
const tenantId = newId()
const other = newId()
const LIMIT = declareSetting({
  key: 'test.idleMinutes',
  schema: z.strictObject({ minutes: z.number().int().min(1).max(60) }),
  initial: { minutes: 15 },
})
const PRICE = declareSetting({ key: 'test.price', schema: z.string().regex(/^\d+$/).transform(BigInt), initial: '100' })

beforeAll(async () => {
  db = await testDatabase()
  server = await testServer({ db, modules: [platformModule] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const someone = (over: Partial<Parameters<typeof callerWith>[0]> = {}): Caller =>
  callerWith({ tenantId, permissions: [], roles: [], ...over })
const NOT_FOUND = { status: 404, code: 'kernel.notFound' }

describe('saved views', () => {
  const save = (as: Caller, input: Record<string, unknown>) => server.call('/api/platform/view/save', input, { as })
  const list = async (as: Caller, page: string) => {
    const answer = await server.call(
      '/api/platform/view/list',
      { page: 1, pageSize: 100, 'filter.page': page, sort: 'name' },
      { as, method: 'GET' },
    )
    expect(answer.success).toBe(true)
    return answer.data
  }
  const view = (over: Record<string, unknown> = {}) => ({
    page: 'assets.station',
    name: '营业中',
    shared: false,
    state: { query: 'filter.status=open', columns: [] },
    ...over,
  })

  test('one’s own and the shared ones, one’s own first; only the owner changes them', async () => {
    const [ann, bob] = [someone({ displayName: 'Ann' }), someone({ displayName: 'Bob' })]
    const own = (await save(ann, view())).data
    const shared = (await save(ann, view({ name: '本周新增', shared: true }))).data
    expect(own).toMatchObject({
      version: 1,
      name: '营业中',
      shared: false,
      ownerName: 'Ann',
      can: ['update', 'delete'],
      state: { query: 'filter.status=open' },
    })
    const seen = await list(ann, 'assets.station')
    expect(seen).toMatchObject({ total: 2, can: ['create', 'share'] })
    await save(bob, view({ name: 'zzz' }))
    const bobs = await list(bob, 'assets.station')
    expect(bobs.list.map((one: { name: string; can: string[] }) => [one.name, one.can.length])).toEqual([
      ['zzz', 2],
      ['本周新增', 0],
    ])
    expect(await save(bob, { id: own.id, name: 'x' })).toMatchObject(NOT_FOUND)
    expect(await save(bob, { id: shared.id, name: 'x' })).toMatchObject({ status: 403, code: 'platform.notYourView' })
    expect(await server.call('/api/platform/view/del', { ids: [shared.id] }, { as: bob })).toMatchObject({
      status: 403,
    })
    const changed = await save(ann, { id: own.id, version: 1, state: { query: 'q=x' } })
    expect(changed.data).toMatchObject({ version: 2, name: '营业中', state: { query: 'q=x' } })
    expect(await save(ann, { id: own.id, version: 1, name: 'late' })).toMatchObject({
      status: 409,
      code: 'kernel.stale',
    })
    expect((await server.call('/api/platform/view/del', { ids: [own.id, shared.id] }, { as: ann })).data).toEqual({
      deleted: 2,
    })
    expect(
      (await list(ann, 'assets.station')).list.filter((one: { ownerName: string }) => one.ownerName === 'Ann'),
    ).toEqual([])
  })

  test('of another tenant do not exist', async () => {
    const mine = (await save(someone(), view({ page: 'secret.page', shared: true }))).data
    const stranger = callerWith({ tenantId: other })
    expect((await list(stranger, 'secret.page')).list).toEqual([])
    expect(await save(stranger, { id: mine.id, name: 'x' })).toMatchObject(NOT_FOUND)
    expect(await server.call('/api/platform/view/del', { id: mine.id }, { as: stranger })).toMatchObject(NOT_FOUND)
  })

  test('are named once per page and person, limited in number and size, and say which field is wrong', async () => {
    const ann = someone()
    expect((await save(ann, {})).data.fields).toEqual({ page: '必填', name: '必填', state: '必填' })
    for (let i = 0; i < MAX_VIEWS_PER_PAGE; i++) expect((await save(ann, view({ name: `n${i}` }))).success).toBe(true)
    expect(await save(ann, view({ name: 'one more' }))).toMatchObject({ code: 'platform.tooManyViews' })
    const elsewhere = (await save(ann, view({ page: 'p' }))).data
    expect((await save(ann, view({ page: 'p' }))).data.fields).toEqual({ name: '已被占用' })
    expect((await save(ann, { id: elsewhere.id, page: 'q' })).data.fields.page).toBeTruthy()
    expect((await save(ann, { id: elsewhere.id, name: '营业中' })).success).toBe(true)
    expect((await save(ann, view({ state: 'x'.repeat(MAX_VIEW_STATE) }))).data.fields.state).toBeTruthy()
    for (const bad of [
      { name: '' },
      { name: 'x'.repeat(51) },
      { name: 'a\u0000b' },
      { page: 'a b' },
      { owner_id: newId() },
      { state: undefined },
    ])
      expect((await save(ann, { ...view(), ...bad })).success).toBe(false)
  })

  test('are shared by who sees the whole company, among its own people; an investor has their own', async () => {
    const onPage = 'shared.reach'
    const limited = someone({ scope: { operators: [newId()], stations: null, investors: null } })
    const investor = someone({ scope: { operators: null, stations: null, investors: [newId()] } })
    await save(someone(), view({ page: onPage, name: '全公司', shared: true }))
    for (const [who, seen] of [
      [limited, ['全公司']],
      [investor, []],
    ] as const) {
      expect(await save(who, view({ page: onPage, shared: true }))).toMatchObject({ code: 'kernel.wholeTenantOnly' })
      const own = (await save(who, view({ page: onPage, name: '自己的' }))).data
      expect(await save(who, { id: own.id, shared: true })).toMatchObject({ code: 'kernel.wholeTenantOnly' })
      const { list: views } = await list(who, onPage)
      expect(views.map((one: { name: string }) => one.name)).toEqual(['自己的', ...seen])
    }
  })

  test('guests see shared ones and keep none', async () => {
    const guest = someone({ readOnly: true })
    expect((await list(guest, 'assets.station')).can).toEqual([])
    expect(await save(guest, view())).toMatchObject({ status: 403, code: 'kernel.readOnly' })
  })
})

describe('settings', () => {
  const keeper = () =>
    someone({ permissions: ['platform.setting:read', 'platform.setting:update', 'platform.audit:read'] })
  const call = (path: string, input: Record<string, unknown> = {}, as = keeper()) =>
    server.call(`/api/platform/setting/${path}`, input, { as })
  const valueIn = (tenant: string) => db.tenant(tenant, tx => settingOf(tx, LIMIT))

  test('the product’s value until the tenant sets its own; another tenant keeps the product’s', async () => {
    expect(await valueIn(tenantId)).toEqual({ minutes: 15 })
    expect((await call('save', { key: LIMIT.key, value: { minutes: 30 }, version: 0 })).data).toEqual({
      key: LIMIT.key,
      value: { minutes: 30 },
      version: 1,
    })
    expect(await valueIn(tenantId)).toEqual({ minutes: 30 })
    expect(await valueIn(other)).toEqual({ minutes: 15 })
    expect(await db.platform(tx => settingOf(tx, LIMIT, tenantId))).toEqual({ minutes: 30 })
    await expect(db.platform(tx => settingOf(tx, LIMIT))).rejects.toThrow('without a tenant')
    const listed = (await call('list')).data.list.find((one: { key: string }) => one.key === LIMIT.key)
    expect(listed).toMatchObject({ value: { minutes: 30 }, initial: { minutes: 15 }, isSet: true, version: 1 })
    expect(await call('save', { key: LIMIT.key, value: { minutes: 31 }, version: 0 })).toMatchObject({ status: 409 })
    expect((await call('reset', { key: LIMIT.key })).data).toEqual({
      key: LIMIT.key,
      value: { minutes: 15 },
      version: 0,
    })
    expect(await valueIn(tenantId)).toEqual({ minutes: 15 })
  })

  test('of the installation are there for the home tenant’s people alone, and are in the log', async () => {
    const key = DELETION_DAYS
    const home = newId()
    const governor = callerWith({
      tenantId: home,
      roles: [],
      isPlatform: true,
      permissions: ['platform.setting:read', 'platform.setting:update', 'platform.audit:read'],
    })
    const keys = async (as: Caller) => (await call('list', {}, as)).data.list.map((one: { key: string }) => one.key)
    expect(await keys(keeper())).not.toContain(key)
    for (const path of ['save', 'reset'])
      expect((await call(path, { key, ...(path === 'save' ? { value: 9 } : {}) })).data.fields).toEqual({
        key: '没有这个设置',
      })
    expect(await keys(governor)).toContain(key)
    expect(await call('save', { key, value: 9, version: 0 }, governor)).toMatchObject({ success: true })
    expect(await db.platform(tx => settingOf(tx, deletionDays, home))).toBe(9)
    for (const value of [0, 366, 1.5, '9', null])
      expect(await call('save', { key, value }, governor), String(value)).toMatchObject({ code: 'kernel.invalid' })
    expect(await call('save', { key, value: 8, version: 0 }, governor)).toMatchObject({ code: 'kernel.stale' })
    const without = callerWith({ tenantId: home, roles: [], isPlatform: true, permissions: ['platform.setting:read'] })
    expect(await call('save', { key, value: 7 }, without)).toMatchObject({ status: 403 })
    const told = await server.call(
      '/api/platform/audit/list',
      { resource: 'platform.setting', recordId: key, pageSize: 5 },
      { as: governor },
    )
    expect(told.data.list).toMatchObject([{ before: { value: 30 }, after: { value: 9 } }])
  })

  test('are checked by their own schema, field by field', async () => {
    expect((await call('save', { key: LIMIT.key, value: { minutes: 61 } })).data.fields).toEqual({
      'value.minutes': '不能大于 60',
    })
    expect((await call('save', { key: LIMIT.key, value: { minutes: 5, more: 1 } })).data.fields).toEqual({
      'value.more': '未知字段',
    })
    expect((await call('save', { key: LIMIT.key, value: 'text' })).data.fields.value).toBeTruthy()
    expect((await call('save', { key: 'test.unknown', value: 1 })).data.fields).toEqual({ key: '没有这个设置' })
    expect(await valueIn(tenantId)).toEqual({ minutes: 15 })
  })

  test('may turn their JSON into what the code needs', async () => {
    expect(await db.tenant(tenantId, tx => settingOf(tx, PRICE))).toBe(100n)
    await call('save', { key: PRICE.key, value: '250' })
    expect(await db.tenant(tenantId, tx => settingOf(tx, PRICE))).toBe(250n)
  })

  test('are read once per transaction', async () => {
    await db.tenant(tenantId, async tx => {
      let asked = 0
      const query = tx.query.bind(tx)
      tx.query = (...args: unknown[]) => {
        asked++
        return Reflect.apply(query, tx, args)
      }
      await Promise.all([settingOf(tx, LIMIT), settingOf(tx, PRICE)])
      await settingOf(tx, LIMIT)
      expect(asked).toBe(1)
    })
  })

  test('a stored value that no longer fits stops the reader instead of guessing', async () => {
    await db.tenant(tenantId, tx =>
      tx.execute('update platform_setting set value = \'"12a"\' where key = $1', [PRICE.key]),
    )
    await expect(db.tenant(tenantId, tx => settingOf(tx, PRICE))).rejects.toThrow(
      'the stored value of test.price is not valid',
    )
    await call('reset', { key: PRICE.key })
  })

  test('are for who may, and sees the whole tenant; every change is in the audit', async () => {
    expect(
      await call(
        'save',
        { key: LIMIT.key, value: { minutes: 5 } },
        someone({ permissions: ['platform.setting:read'] }),
      ),
    ).toMatchObject({ status: 403 })
    expect(await call('list', {}, someone())).toMatchObject({ status: 403, code: 'kernel.forbidden' })
    const narrow = someone({ permissions: ['*'], scope: { operators: [newId()], stations: null, investors: null } })
    expect(await call('save', { key: LIMIT.key, value: { minutes: 5 } }, narrow)).toMatchObject({
      status: 403,
      code: 'kernel.wholeTenantOnly',
    })
    await call('save', { key: LIMIT.key, value: { minutes: 7 } })
    const audit = await server.call(
      '/api/platform/audit/list',
      { resource: 'platform.setting', recordId: LIMIT.key, pageSize: 1 },
      { as: keeper() },
    )
    expect(audit.data.list[0]).toMatchObject({
      action: 'update',
      before: { value: { minutes: 15 } },
      after: { value: { minutes: 7 } },
    })
  })

  test('are declared well or not at all', () => {
    expect(() => declareSetting({ key: 'test.price', schema: z.string(), initial: '' })).toThrow('two settings')
    expect(() => declareSetting({ key: 'nodot', schema: z.string(), initial: '' })).toThrow('not module.word')
    expect(() => declareSetting({ key: 'test.bad', schema: z.string(), initial: 1 })).toThrow('fails its own schema')
  })
})

describe('audit', () => {
  const reader = () => someone({ permissions: ['platform.audit:read'] })
  const day = Date.UTC(2026, 0, 1)
  const owner = newId()

  test('newest first, page by page, each row once, also where many share a moment; filters narrow', async () => {
    await db.tenant(tenantId, async tx => {
      for (let i = 0; i < 25; i++)
        await tx.execute(
          `insert into kernel_audit (tenant_id, id, at, actor_id, actor_name, resource, record_id, action) values ($1, $2, $3, $4, 'A', 'test.thing', $5, $6)`,
          [tenantId, newId(), new Date(day + Math.floor(i / 10)), owner, `r${i % 5}`, i % 2 ? 'update' : 'create'],
        )
    })
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 10; page++) {
      const { data } = await server.call(
        '/api/platform/audit/list',
        { resource: 'test.thing', pageSize: 4, ...(after ? { after } : {}) },
        { as: reader() },
      )
      seen.push(...data.list.map((row: { id: string }) => row.id))
      const times = data.list.map((row: { at: number }) => row.at)
      expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
      if (!data.next) break
      after = data.next
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
    const count = async (filter: Record<string, unknown>) =>
      (
        await server.call(
          '/api/platform/audit/list',
          { resource: 'test.thing', pageSize: 200, ...filter },
          { as: reader() },
        )
      ).data.list.length
    expect(await count({ action: 'update' })).toBe(12)
    expect(await count({ recordId: 'r0' })).toBe(5)
    expect(await count({ actorId: owner })).toBe(25)
    expect(await count({ actorId: newId() })).toBe(0)
    expect(await count({ from: day + 1, to: day + 2 })).toBe(10)
  })

  test('is the tenant’s own, for who may and sees all of it', async () => {
    const elsewhere = callerWith({ tenantId: other, permissions: ['platform.audit:read'] })
    expect(
      (await server.call('/api/platform/audit/list', { resource: 'test.thing' }, { as: elsewhere })).data.list,
    ).toEqual([])
    expect(await server.call('/api/platform/audit/list', {}, { as: someone() })).toMatchObject({ status: 403 })
    const narrow = someone({ permissions: ['*'], scope: { operators: [], stations: null, investors: null } })
    expect(await server.call('/api/platform/audit/list', {}, { as: narrow })).toMatchObject({
      code: 'kernel.wholeTenantOnly',
    })
    for (const bad of [
      { after: 'x' },
      { pageSize: 201 },
      { pageSize: 0 },
      { actorId: 'x' },
      { sort: 'at' },
      { from: -1 },
    ])
      expect((await server.call('/api/platform/audit/list', bad, { as: reader() })).success).toBe(false)
  })
})
