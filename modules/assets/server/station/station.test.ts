import { price } from '@wattyard/money'
import { offeredColumns } from '@wattyard/resource'
import { type Caller, may, newId, WHOLE_TENANT } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectorState, station as definition } from '../../contract/index.ts'
import { aPile, aStation, quietPorts } from '../../testing/index.ts'
import { assetsModule } from '../module.ts'
import { connectorKey, type StationPrices } from '../ports.ts'

const running = new Map<string, number>()
const watts = new Map<string, number>()
const prices = new Map<string, StationPrices>()
const states = new Map<string, ConnectorState>()
const heard: unknown[] = []
const departments = new Set<string>()
let server: TestServer
let as: Caller

beforeAll(async () => {
  const module = assetsModule(
    quietPorts({
      runningSessions: async () => running,
      powerNow: async () => watts,
      pricesNow: async (_tx, caller) => (may(caller, 'pricing.assignment:read') ? prices : new Map()),
      connectorStates: async () => states,
      operatorNames: async (_tx, ids) =>
        new Map(ids.filter(id => !departments.has(id)).map(id => [id, `运营商${id.slice(-4)}`])),
      live: { publish: event => heard.push(event), subscribe: () => () => {} },
    }),
  )
  server = await testServer({ modules: [module] })
  as = callerWith({ tenantId: newId() })
})
afterAll(() => server.close())

const station = (differs: Record<string, unknown> = {}) => ({
  code: `C${newId().slice(-10)}`,
  name: '科苑站',
  operator: newId(),
  address: '科苑路1号',
  location: { lng: '113.943560', lat: '22.540312' },
  ...differs,
})

async function save(differs: Record<string, unknown> = {}, caller = as) {
  return server.call('/api/device/station/save', station(differs), { as: caller })
}

test('a new station takes what the form leaves out from the definition', async () => {
  const { data, success } = await save()
  expect(success).toBe(true)
  expect(data).toMatchObject({
    kind: 'public',
    status: 'building',
    zone: 'Asia/Shanghai',
    openAllDay: true,
    amenities: [],
    version: 1,
  })
  expect(data.counters).toMatchObject({ piles: 0, connectors: 0 })
})

test('the selector always has a name: the other name follows the name until somebody gives one', async () => {
  const { data: first } = await save({ name: '甲站' })
  expect(first.anotherName).toBe('甲站')
  const { data: renamed } = await server.call(
    '/api/device/station/save',
    { id: first.id, version: 1, name: '乙站' },
    { as },
  )
  expect(renamed.anotherName).toBe('乙站')
  const { data: named } = await server.call(
    '/api/device/station/save',
    { id: first.id, version: 2, anotherName: '地铁口站' },
    { as },
  )
  expect(named).toMatchObject({ name: '乙站', anotherName: '地铁口站' })
  const { data: again } = await server.call(
    '/api/device/station/save',
    { id: first.id, version: 3, name: '丙站' },
    { as },
  )
  expect(again.anotherName).toBe('地铁口站')
  const { data: cleared } = await server.call(
    '/api/device/station/save',
    { id: first.id, version: 4, anotherName: '' },
    { as },
  )
  expect(cleared.anotherName).toBe('丙站')
  const { data } = await server.call('/api/device/station/list/select', { q: 'bingzhan' }, { as, method: 'GET' })
  expect(data.list).toEqual([expect.objectContaining({ id: first.id, anotherName: '丙站' })])
})

test('refuses a status in the form', async () => {
  expect((await save({ status: 'open' })).data.fields).toEqual({ status: '未知字段' })
})

test('opening hours are times that can be read, and none while the station is open all day', async () => {
  const hours = async (differs: Record<string, unknown>) => {
    const { data } = await save(differs)
    return data.fields ?? data.openingHours
  }
  expect(await hours({ openAllDay: false, openingHours: '8:00～12:00，14-22' })).toBe('08:00-12:00, 14:00-22:00')
  expect(await hours({ openAllDay: false, openingHours: '乱写的时间' })).toEqual({
    openingHours: '请写成 08:00-22:00；多段用逗号分开，各段不能重叠',
  })
  expect(await hours({ openAllDay: true, openingHours: '08:00-22:00' })).toEqual({
    openingHours: '已选“全天开放”，请清空营业时间，或先关闭“全天开放”',
  })
  expect(await hours({ openAllDay: true, openingHours: '24小时' })).toBe('00:00-24:00')
  expect(await hours({ parkingBays: -3 })).toEqual({ parkingBays: '不能小于 0' })
})

test('hours from before the check stay readable and do not stand in the way of other changes', async () => {
  const { data } = await save({ openAllDay: false })
  await server.db.tenant(as.tenantId, tx =>
    tx.execute('update assets_station set opening_hours = $2 where id = $1', [data.id, '周一至周五 白天']),
  )
  const change = (differs: Record<string, unknown>) =>
    server.call('/api/device/station/save', { id: data.id, ...differs }, { as })
  expect((await change({ name: '新名' })).data).toMatchObject({ name: '新名', openingHours: '周一至周五 白天' })
  expect((await change({ openAllDay: true })).data.fields).toHaveProperty('openingHours')
  expect((await change({ openAllDay: true, openingHours: '' })).data).toMatchObject({ openingHours: null })
})

test('opening and closing leave an audit entry, an event and news for live screens', async () => {
  const { data } = await save()
  heard.length = 0
  expect((await server.call('/api/device/station/open', { id: data.id }, { as })).data).toEqual({ changed: 1 })
  expect(heard).toEqual([
    expect.objectContaining({ topic: 'assets.station', stationId: data.id, data: { id: data.id, status: 'open' } }),
  ])
  const again = await server.call('/api/device/station/open', { id: data.id }, { as })
  expect(again.code).toBe('kernel.notAllowedNow')
  const history = await server.call('/api/device/station/history', { id: data.id }, { as })
  expect(history.data.list.map((entry: { action: string }) => entry.action)).toEqual(['open', 'create'])
})

test('a station with running sessions closes only for somebody who says that he knows', async () => {
  const { data } = await save({ name: '忙站' })
  await server.call('/api/device/station/open', { id: data.id }, { as })
  running.set(data.id, 3)
  const refused = await server.call('/api/device/station/close', { ids: [data.id] }, { as })
  expect(refused).toMatchObject({
    success: false,
    code: 'assets.sessionsRunning',
    msg: '忙站 还有 3 个充电进行中，请确认后再操作',
  })
  expect(refused.data).toEqual({ needsConfirm: 'evenIfCharging', running: [{ id: data.id, name: '忙站', count: 3 }] })
  const { data: still } = await server.call('/api/device/station/get', { id: data.id }, { as })
  expect(still).toMatchObject({
    status: 'open',
    can: expect.arrayContaining(['close', 'maintain', 'update', 'delete']),
  })
  expect(still.can).not.toContain('open')
  const closed = await server.call('/api/device/station/close', { ids: [data.id], evenIfCharging: true }, { as })
  expect(closed.data).toEqual({ changed: 1 })
})

test('the contract’s open_or_close by GET turns a station around, for scripts of our own page only', async () => {
  const { data } = await save()
  const path = '/api/device/station/open_or_close'
  const get = (headers: Record<string, string>, input: Record<string, unknown> = {}, caller = as) =>
    server.call(path, { id: data.id, ...input }, { as: caller, method: 'GET', headers })
  const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  for (const stray of [
    {},
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
    { ...script, 'sec-purpose': 'prefetch' },
  ]) {
    expect(await get(stray as Record<string, string>), JSON.stringify(stray)).toMatchObject({
      status: 403,
      code: 'kernel.crossSite',
    })
  }
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['assets.station:read', 'assets.station:close'] })
  expect(await get(script, {}, reader)).toMatchObject({ status: 403, code: 'kernel.forbidden' })
  const opened = await get(script)
  expect(opened, opened.text).toMatchObject({ success: true, data: { changed: 1 } })
  expect(opened.headers['cache-control']).toBe('no-store')
  expect(await get({ 'x-token': as.sessionId })).toMatchObject({ success: true })
  const { data: now } = await server.call('/api/device/station/get', { id: data.id }, { as })
  expect(now.status).toBe('closed')
  running.set(data.id, 1)
  await get(script, { open: 'true' })
  expect((await get(script, { open: 'false' })).code).toBe('assets.sessionsRunning')
  expect((await get(script, { open: 'true' })).code).toBe('kernel.notAllowedNow')
})

test('a caller limited to an operator sees and names its stations only', async () => {
  const [mine, other] = [newId(), newId()]
  const { data: a } = await save({ operator: mine, name: '我站' })
  const { data: b } = await save({ operator: other, name: '他站' })
  const limited = callerWith({ tenantId: as.tenantId, scope: { ...WHOLE_TENANT, operators: [mine] } })
  const list = await server.call('/api/device/station/list', {}, { as: limited })
  expect(list.data.list.map((row: { id: string }) => row.id)).toEqual([a.id])
  expect((await server.call('/api/device/station/get', { id: b.id }, { as: limited })).code).toBe('kernel.notFound')
  const tree = await server.call('/api/device/station/tree', {}, { as: limited, method: 'GET' })
  expect(tree.data.list).toEqual([
    {
      id: mine,
      kind: 'operator',
      label: `运营商${mine.slice(-4)}`,
      children: [expect.objectContaining({ id: a.id, kind: 'station', label: '我站' })],
    },
  ])
  for (const path of ['portInfo', 'open_or_close'])
    expect((await server.call(`/api/device/station/${path}`, { id: b.id }, { as: limited })).code, path).toBe(
      'kernel.notFound',
    )
  expect((await server.call('/api/vstation/status', { id: b.id }, { as: limited })).data.list).toEqual([])
  expect((await save({ operator: other }, limited)).code).toBe('kernel.outsideScope')
  // A new station is never among the stations of somebody who has single ones: the button is not offered.
  expect((await server.call('/api/device/station/list', {}, { as })).data.can).toEqual(
    expect.arrayContaining(['create', 'import']),
  )
  const single = { ...limited, scope: { ...limited.scope, stations: [a.id] } }
  const offered = (await server.call('/api/device/station/list', {}, { as: single })).data.can
  expect(offered.filter((action: string) => action === 'create' || action === 'import')).toEqual([])
})

test('piles and connectors follow their station to its new operator', async () => {
  const { data } = await save()
  const pile = await server.db.tenant(as.tenantId, tx =>
    aPile(tx, { id: data.id, tenantId: as.tenantId, operatorId: data.operator }),
  )
  const next = newId()
  await server.call('/api/device/station/save', { id: data.id, version: data.version, operator: next }, { as })
  const rows = await server.db.tenant(as.tenantId, tx =>
    tx.query(
      'select operator_id from assets_pile where id = $1 union all select operator_id from assets_connector where pile_id = $1',
      [pile.id],
    ),
  )
  expect(rows).toEqual([{ operator_id: next }, { operator_id: next }, { operator_id: next }])
})

test('a station with piles is not deleted, one without is', async () => {
  const { data } = await save({ name: '有桩站' })
  const pile = await server.db.tenant(as.tenantId, tx =>
    aPile(tx, { id: data.id, tenantId: as.tenantId, operatorId: data.operator }),
  )
  const refused = await server.call('/api/device/station/del', { ids: [data.id] }, { as, language: 'en' })
  expect(refused.msg).toBe('Station 有桩站 still has 1 charging pile and cannot be deleted')
  await server.call('/api/device/devicePole/del', { ids: [pile.id] }, { as })
  expect((await server.call('/api/device/station/del', { ids: [data.id] }, { as })).data).toEqual({ deleted: 1 })
})

test('live screens read connectors by station, with what each is doing', async () => {
  const { data } = await save()
  const place = { id: data.id, tenantId: as.tenantId, operatorId: data.operator }
  const { first, second } = await server.db.tenant(as.tenantId, async tx => ({
    first: await aPile(tx, place, { code: `A${data.code}` }),
    // Registered, and not connected for the first time yet.
    third: await aPile(tx, place, { code: `C${data.code}`, connectorCount: 1 }),
    second: await aPile(tx, place, {
      code: `B${data.code}`,
      currentType: 'ac',
      power_w: 7000,
      connectorCount: 1,
      status: 'maintenance',
    }),
  }))
  states.set(connectorKey(first.id, 1), 'charging')
  states.set(connectorKey(second.id, 1), 'idle')
  await server.db.tenant(as.tenantId, tx =>
    tx.execute(`update assets_pile set reported = 'charging' where tenant_id = $1 and id = $2`, [
      as.tenantId,
      first.id,
    ]),
  )
  const ports = await server.call('/api/device/station/portInfo', { id: data.id }, { as, method: 'GET' })
  expect(ports.data.list.map((one: Record<string, unknown>) => [one.code, one.state, one.power_w])).toEqual([
    [`A${data.code}-1`, 'charging', 120_000],
    [`A${data.code}-2`, 'offline', 120_000],
    [`B${data.code}-1`, 'unavailable', 7_000],
    [`C${data.code}-1`, 'never', 120_000],
  ])
  expect(ports.data.counts).toEqual({ charging: 1, offline: 1, unavailable: 1, never: 1 })
  const status = await server.call('/api/vstation/status', { id: data.id }, { as, method: 'GET' })
  expect(status.data.list).toEqual([
    { id: data.id, status: 'building', connectors: 4, states: { charging: 1, offline: 1, unavailable: 1, never: 1 } },
  ])
  const models = await server.call('/api/vstation/model', { id: data.id }, { as, method: 'GET' })
  expect(models.data.list).toEqual([
    { modelId: null, name: null, currentType: 'dc', piles: 2, connectors: 3 },
    { modelId: null, name: null, currentType: 'ac', piles: 1, connectors: 1 },
  ])
  const { data: got } = await server.call('/api/device/station/get', { id: data.id }, { as, method: 'GET' })
  expect(got.counters).toEqual({ piles: 3, dcPiles: 2, acPiles: 1, connectors: 4, power_w: 247_000 })
})

test('the tree and the selector stop at a thousand stations', async () => {
  const crowded = callerWith({ tenantId: newId() })
  await server.db.tenant(crowded.tenantId, async tx => {
    const operatorId = newId()
    for (let i = 0; i < 1_001; i++) await aStation(tx, { tenantId: crowded.tenantId, operatorId, name: `站${i}` })
  })
  const { data } = await server.call('/api/device/station/list/select', {}, { as: crowded, method: 'GET' })
  expect(data.list).toHaveLength(1_000)
})

test('a row tells what the station does now and costs; a price is for those who may read prices', async () => {
  const { id, name } = await server.db.tenant(as.tenantId, async tx => {
    const made = await aStation(tx, { tenantId: as.tenantId })
    await aPile(tx, made, { connectorCount: 3 })
    return made
  })
  running.set(id, 2)
  watts.set(id, 61_500)
  prices.set(id, { fast: price(1_205_600n), slow: price(905_600n) })
  const row = async (caller = as) =>
    (await server.call('/api/device/station/list', { q: name, pageSize: 200 }, { as: caller })).data.list.find(
      (one: { id: string }) => one.id === id,
    )
  expect(await row()).toMatchObject({
    piles: 1,
    powerNow: 61_500,
    utilisation: '66.7000',
    fastPrice: '1.20560',
    slowPrice: null,
  })
  await server.db.tenant(as.tenantId, tx =>
    aPile(tx, { id, tenantId: as.tenantId, operatorId: newId() }, { currentType: 'ac' }),
  )
  expect(await row()).toMatchObject({ piles: 2, fastPrice: '1.20560', slowPrice: '0.90560' })
  const clerk = callerWith({ tenantId: as.tenantId, permissions: ['assets.station:read'] })
  const told = await row(clerk)
  expect(told).toMatchObject({ piles: 2, fastPrice: null, slowPrice: null })
  // Every added field that is kept from the clerk states its permission, so that no list offers an empty column.
  const kept = Object.keys(definition.added ?? {}).filter(key => told[key] === null)
  expect(kept).toEqual(Object.keys(definition.addedNeeds ?? {}))
  expect(offeredColumns(definition, kept, permission => clerk.permissions.has(permission))).toEqual([])
})
