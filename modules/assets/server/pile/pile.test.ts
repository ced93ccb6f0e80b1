import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPile, aStation, quietPorts } from '../../testing/index.ts'
import { assetsModule } from '../module.ts'

const history = new Set<string>()
let server: TestServer
let as: Caller
let stationId: string
let operatorId: string

beforeAll(async () => {
  server = await testServer({ modules: [assetsModule(quietPorts({ pilesWithHistory: async () => history }))] })
  as = callerWith({ tenantId: newId() })
  const station = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId, name: '主站' }))
  stationId = station.id
  operatorId = station.operatorId
})
afterAll(() => server.close())

const pile = (differs: Record<string, unknown> = {}) => {
  const mark = newId().slice(-10)
  return {
    identity: `ID-${mark}`,
    code: `P${mark}`,
    name: '一号桩',
    station: stationId,
    power: 120_000,
    connectorCount: 2,
    ...differs,
  }
}
const save = (differs: Record<string, unknown> = {}, caller = as) =>
  server.call('/api/device/devicePole/save', pile(differs), { as: caller })
const change = (id: string, version: number, differs: Record<string, unknown>) =>
  server.call('/api/device/devicePole/save', { id, version, ...differs }, { as })

async function connectorsOfPile(id: string) {
  const { data } = await server.call('/api/device/connector/list', { filter: { pile: id } }, { as })
  return data.list as Record<string, unknown>[]
}

test('a pile comes with its connectors, each with a QR code that names nobody', async () => {
  const { data } = await save({ identity: 'SECRET-NAME-1' })
  expect(data).toMatchObject({
    operator: operatorId,
    currentType: 'dc',
    protocol: 'ocpp16',
    status: 'normal',
    firmware: null,
  })
  const connectors = await connectorsOfPile(data.id)
  expect(connectors.map(one => [one.code, one.number, one.kind, one.station, one.operator])).toEqual([
    [`${data.code}-1`, 1, 'dcGun', stationId, operatorId],
    [`${data.code}-2`, 2, 'dcGun', stationId, operatorId],
  ])
  for (const one of connectors) {
    expect(one.qrText).toBe(`https://charge.example/c/${String(one.publicCode)}`)
    expect(one.qrText).not.toContain('SECRET')
  }
})

test('connectors follow the count; those that stay keep their row and their QR code', async () => {
  const { data } = await save({ currentType: 'ac', connectorCount: 1 })
  const [first] = await connectorsOfPile(data.id)
  expect(first?.kind).toBe('acPlug')
  await change(data.id, 1, { connectorCount: 3 })
  const three = await connectorsOfPile(data.id)
  expect(three.map(one => one.number)).toEqual([1, 2, 3])
  expect(three[0]).toMatchObject({ id: first?.id, publicCode: first?.publicCode, version: 1 })
  await change(data.id, 2, { connectorCount: 2 })
  expect((await connectorsOfPile(data.id)).map(one => one.number)).toEqual([1, 2])
})

test('a model says which plug its piles have', async () => {
  const maker = await server.call('/api/basedata/manufacture/save', { code: 'QH', name: '青禾' }, { as })
  const fields = {
    code: 'QH-T2',
    name: '青禾二型',
    manufacturer: maker.data.id,
    currentType: 'ac',
    power: 22_000,
    connectorKind: 'type2',
  }
  const model = await server.call('/api/basedata/model/save', fields, { as })
  const { data } = await save({ model: model.data.id, currentType: 'ac', power: 22_000, connectorCount: 1 })
  expect((await connectorsOfPile(data.id)).map(one => one.kind)).toEqual(['type2'])
  const swapped = await server.call(
    '/api/basedata/model/save',
    { ...fields, code: 'X', minVoltage: 750, maxVoltage: 200 },
    { as },
  )
  expect(swapped.data.fields).toEqual({ maxVoltage: '最高电压低于最低电压' })
  const blocked = await server.call('/api/basedata/model/del', { ids: [model.data.id] }, { as })
  expect(blocked.code).toBe('kernel.inUse')
})

test('a row of a sheet is told all that is wrong with it: also a model of no pile beside a cell that cannot be read', async () => {
  const maker = await server.call('/api/basedata/manufacture/save', { code: newId().slice(-8), name: '表厂' }, { as })
  const meter = { code: 'M-1', name: '电表一型', manufacturer: maker.data.id, protocol: 'modbusTcp' }
  expect((await server.call('/api/basedata/model/save', meter, { as })).success).toBe(true)
  const values = { ...pile(), power: 'a lot', connectorCount: '2', station: stationId, model: '电表一型' }
  const rows = [{ line: 2, values }]
  const { data } = await server.call('/api/device/devicePole/import', { dryRun: true, rows }, { as })
  expect(Object.keys(data.rows[0].fields).toSorted()).toEqual(['model', 'power'])
  expect(data.rows[0].fields.model).toMatch(/^只能选择符合“状态：在用; 通信协议：/)
})

test('an identity that piles cannot have is told with the other flaws of its row, and with those of a form', async () => {
  const values = { ...pile(), identity: 'a b/c', power: '1e9', connectorCount: '2', station: stationId }
  const rows = [{ line: 2, values }]
  const { data } = await server.call('/api/device/devicePole/import', { dryRun: true, rows }, { as })
  expect(data.rows[0].fields.power).toBe('应为以 kW 为单位的数字，如 60.5，最多三位小数')
  expect(Object.keys(data.rows[0].fields).toSorted()).toEqual(['identity', 'power'])
  const other = { ...values, connectorCount: 2, power: 60_000, protocol: 'ocpp201', model: newId() }
  const saved = await server.call('/api/device/devicePole/save', { ...other, model: '' }, { as })
  expect(saved.data.fields).toEqual({ identity: data.rows[0].fields.identity })
})

test('a row of a sheet gives its power in kW, and leaves to its model what it says nothing of', async () => {
  const maker = await server.call('/api/basedata/manufacture/save', { code: newId().slice(-8), name: '枪厂' }, { as })
  const named = { code: newId().slice(-8), name: `双枪 ${newId().slice(-6)}`, manufacturer: maker.data.id }
  const figures = {
    power: 120_000,
    currentType: 'dc',
    connectorCount: 4,
    connectorsPerEvse: 2,
    connectorKind: 'dcGun',
  }
  const made = await server.call('/api/basedata/model/save', { ...named, ...figures, protocol: 'ocpp201' }, { as })
  expect(made.success, JSON.stringify(made.data)).toBe(true)
  const row = (line: number, power: Record<string, string>) => {
    const { identity, code, name } = pile()
    return { line, values: { identity, code, name, station: stationId, model: named.name, ...power } }
  }
  const rows = [row(2, {}), row(3, { power: '120' }), row(4, { 'power (W)': '120000' }), row(5, { power: '60 kW' })]
  const { data } = await server.call('/api/device/devicePole/import', { dryRun: false, rows }, { as })
  expect(data).toMatchObject({ accepted: 4, refused: 0 })
  expect(data.warnings).toEqual([{ line: 5, fields: { power: '与所选设备型号的 120 kW 不一致，请核对' } }])
  const codes = rows.map(one => one.values.code)
  const { data: list } = await server.call('/api/device/devicePole/list', { filter: { model: made.data.id } }, { as })
  const stored = codes.map(code => list.list.find((one: { code: string }) => one.code === code))
  expect(stored.map(one => one.power)).toEqual([120_000, 120_000, 120_000, 60_000])
  for (const one of stored)
    expect(one).toMatchObject({ connectorCount: 4, connectorsPerEvse: 2, protocol: 'ocpp201', currentType: 'dc' })
  const tooMuch = { dryRun: true, rows: [row(2, { power: '120000' })] }
  const refused = await server.call('/api/device/devicePole/import', tooMuch, { as })
  expect(refused.data.rows[0].fields).toEqual({ power: '不能大于 2000 kW' })
})

test('a pile moves to another station with its connectors, and renaming renames them', async () => {
  const { data } = await save()
  const there = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  const moved = await change(data.id, 1, { station: there.id, code: `N${data.code}` })
  expect(moved.data).toMatchObject({ station: there.id, operator: there.operatorId })
  const connectors = await connectorsOfPile(data.id)
  expect(connectors.map(one => [one.code, one.station, one.operator, one.version])).toEqual([
    // One step for the move, one for the new code.
    [`N${data.code}-1`, there.id, there.operatorId, 3],
    [`N${data.code}-2`, there.id, there.operatorId, 3],
  ])
  const found = await server.call('/api/device/connector/list', { q: `n${String(data.code).toLowerCase()}-2` }, { as })
  expect(found.data.total).toBe(1)
})

test.each([
  ['identity', 'a b', '只能用字母、数字和 * - _ = : + | @ . 字符，最多 48 位，且不能以 = + - @ . 开头'],
  ['identity', 'a/b', '只能用字母、数字和 * - _ = : + | @ . 字符，最多 48 位，且不能以 = + - @ . 开头'],
  ['identity', '桩一', '只能用字母、数字和 * - _ = : + | @ . 字符，最多 48 位，且不能以 = + - @ . 开头'],
  ['identity', '=1', '只能用字母、数字和 * - _ = : + | @ . 字符，最多 48 位，且不能以 = + - @ . 开头'],
  ['identity', 'x'.repeat(49), '最多 48 个字符'],
  ['connectorCount', 0, '不能小于 1'],
  ['connectorCount', 17, '不能大于 16'],
  ['power', 2_000_001, '不能大于 2000000'],
  ['power', 1.5, '请填写整数，例如 12'],
  ['station', newId(), '找不到对应的记录'],
  ['model', newId(), '找不到对应的记录'],
  ['currentType', 'steam', '不在可选范围内'],
])('%s %j is refused', async (key, value, saying) => {
  const { data } = await save({ [key]: value })
  expect(data.fields).toEqual({ [key]: saying })
})

test('an identity may hold every mark that OCPP 2.0.1 allows', async () => {
  const identity = `CN*WY*E1_a-b=c:d+e|f@g.h`
  const { data } = await save({ identity })
  expect(data.identity).toBe(identity)
  const found = await server.call('/api/device/devicePole/list', { q: 'e1_a-b=c:d+e|f@g' }, { as })
  expect(found.data.total).toBe(1)
})

test('an identity is unique over the installation, also where the other tenant cannot be seen', async () => {
  const { data } = await save({ identity: 'SHARED-1' })
  const twin = await save({ identity: 'SHARED-1' })
  expect(twin.data.fields).toEqual({ identity: '已被占用' })
  const stranger = callerWith({ tenantId: newId() })
  const theirs = await server.db.tenant(stranger.tenantId, tx => aStation(tx, { tenantId: stranger.tenantId }))
  const foreign = await save({ identity: 'SHARED-1', station: theirs.id }, stranger)
  expect(foreign.data.fields).toEqual({ identity: '已被占用' })
  expect(foreign.text).not.toContain(data.id)
})

test('what has charged is kept: no deleting, no fewer connectors', async () => {
  const { data } = await save()
  history.add(data.id)
  expect((await change(data.id, 1, { connectorCount: 1 })).data.fields).toEqual({
    connectorCount: '该充电桩已有充电记录，不能减少枪数；请停用多余的充电枪',
  })
  expect((await server.call('/api/device/devicePole/del', { ids: [data.id] }, { as })).code).toBe(
    'assets.pileHasHistory',
  )
  expect((await change(data.id, 1, { connectorCount: 4 })).success).toBe(true)
  expect((await change(data.id, 2, { status: 'retired' })).data.status).toBe('retired')
})

test('deleting a pile tells which connectors went with it', async () => {
  const { data } = await save()
  const gone = await connectorsOfPile(data.id)
  expect((await server.call('/api/device/devicePole/del', { ids: [data.id] }, { as })).data).toEqual({ deleted: 1 })
  expect(await connectorsOfPile(data.id)).toEqual([])
  const entries = await server.db.tenant(as.tenantId, tx =>
    tx.query('select record_id, action from kernel_audit where record_id = any($1::text[])', [gone.map(one => one.id)]),
  )
  expect(entries).toHaveLength(2)
})

test('a connector is changed by its command, as a whole', async () => {
  const { data } = await save()
  const [first] = await connectorsOfPile(data.id)
  const input = {
    id: first?.id,
    kind: 'ccs2',
    bay: 'B-07',
    maxPower: 60_000,
    qrText: 'https://old.example/q?sn=17',
    status: 'stopped',
  }
  expect((await server.call('/api/device/connector/change', input, { as })).success).toBe(true)
  const { data: got } = await server.call('/api/device/connector/get', { id: first?.id }, { as })
  expect(got).toMatchObject({
    kind: 'ccs2',
    bay: 'B-07',
    maxPower: 60_000,
    qrText: 'https://old.example/q?sn=17',
    status: 'stopped',
    version: 2,
  })
  expect((await server.call('/api/device/connector/list', { q: 'b-07' }, { as })).data.total).toBe(1)
  const history = await server.call('/api/device/connector/history', { id: first?.id }, { as })
  expect(history.data.list[0]).toMatchObject({ action: 'change', actorName: 'Tester' })
  for (const path of ['save', 'del', 'import'])
    expect((await server.call(`/api/device/connector/${path}`, {}, { as })).status, path).toBe(404)
})

test('a caller limited to a station sees its piles and cannot move one away', async () => {
  const elsewhere = await server.db.tenant(as.tenantId, async tx => {
    const station = await aStation(tx, { tenantId: as.tenantId, operatorId })
    await aPile(tx, station)
    return station
  })
  const { data: mine } = await save()
  const limited = callerWith({
    tenantId: as.tenantId,
    scope: { operators: null, stations: [stationId], investors: null },
  })
  const { data } = await server.call('/api/device/devicePole/list', { pageSize: 200 }, { as: limited })
  expect(new Set(data.list.map((row: { station: string }) => row.station))).toEqual(new Set([stationId]))
  const moved = await server.call(
    '/api/device/devicePole/save',
    { id: mine.id, version: 1, station: elsewhere.id },
    { as: limited },
  )
  expect(moved.data.fields).toEqual({ station: '找不到对应的记录' })
})
