import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, ROOT, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietPorts } from '../../testing/index.ts'
import { assetsModule } from '../module.ts'

let server: TestServer
let as: Caller
const operator = newId()

beforeAll(async () => {
  server = await testServer({ modules: [assetsModule(quietPorts())] })
  as = callerWith({ tenantId: newId() })
})
afterAll(() => server.close())

type Row = Record<string, string>
const good = (differs: Row = {}): Row => ({
  code: `I${newId().slice(-10)}`,
  name: '导入站',
  operator,
  address: '某路1号',
  location: '113.94,22.54',
  ...differs,
})

function importRows(rows: readonly Row[], options: { dryRun?: boolean; as?: Caller; language?: string } = {}) {
  const body = { dryRun: options.dryRun ?? false, rows: rows.map((values, i) => ({ line: i + 2, values })) }
  return server.call('/api/device/station/import', body, { as: options.as ?? as, language: options.language ?? 'zh' })
}

async function countStations(caller = as): Promise<number> {
  return (await server.call('/api/device/station/list', {}, { as: caller })).data.total
}

test('headers are read in any language, with stars, blanks and full-width letters', async () => {
  const caller = callerWith({ tenantId: newId() })
  const { data } = await importRows(
    [
      {
        '*充电站编号': 'ZH-1',
        ' 充电站名称 ': '中文表头站',
        运营商: operator,
        地址: '甲路1号',
        经纬度: '113.94，22.54',
        全天开放: '否',
        充电站类型: '公交专用',
        标签: '园区，旗舰；24h',
        配套设施: '卫生间 wifi',
        投运日期: '2024年3月5日',
      },
      {
        'STATION NUMBER*': 'EN-1',
        Name: 'English header',
        Operator: operator,
        Address: '1 Some Road',
        Coordinates: '113.94 22.54',
        'Open 24 hours': 'Yes',
        'Station type': 'Buses',
        'Commissioned on': '2024/3/5',
      },
      {
        'N.º de estación': 'ES-1',
        Nombre: 'Cabecera española',
        Operador: operator,
        Dirección: 'Calle 1',
        Coordenadas: '113.94;22.54',
        'Abierta las 24 horas': 'sí',
        'Tipo de estación': 'Autobuses',
        Servicios: 'Aseo',
      },
      { ＣＯＤＥ: 'FW-1', name: '全角站', operator, address: '乙路', location: '113.94,22.54' },
    ],
    { as: caller },
  )
  expect(data).toEqual({ accepted: 4, refused: 0, rows: [] })
  const { data: list } = await server.call('/api/device/station/list', { sort: 'createdAt' }, { as: caller })
  expect(list.list.map((row: Row) => [row.code, row.kind, row.openAllDay, row.commissionedOn])).toEqual([
    ['ZH-1', 'bus', false, '2024-03-05'],
    ['EN-1', 'bus', true, '2024-03-05'],
    ['ES-1', 'bus', true, null],
    ['FW-1', 'public', true, null],
  ])
  expect(list.list[0]).toMatchObject({
    tags: ['park', 'flagship', 'allDay'],
    amenities: ['toilet', 'wifi'],
    location: { lng: '113.94', lat: '22.54' },
    status: 'building',
  })
})

const POINT = 'Longitude first, then latitude, separated by a comma, such as 113.943560,22.540312'

test('each refused row is named by line and column, in the caller’s language, and the others are kept', async () => {
  const before = await countStations()
  const code = `D${newId().slice(-10)}`
  const rows = [
    good({ code }),
    good({ code }),
    good({ location: '22.54' }),
    good({ location: '213.94,22.54' }),
    good({ location: '113.94,north' }),
    good({ location: '' }),
    good({ code: 'has blank' }),
    good({ kind: '月球' }),
    good({ commissionedOn: '05/03/2024' }),
    good({ commissionedOn: '2024-02-30' }),
    good({ 备注2: 'x' }),
    good({ status: 'open' }),
    good({ 充电站名称: '又一个' }),
    good({ id: newId() }),
    good({ name: 'x'.repeat(51) }),
    good({ name: 'bell\u0007' }),
    good({ zone: 'Asia/Beijing' }),
    good(),
  ]
  const { data } = await importRows(rows, { language: 'en' })
  expect(data.accepted).toBe(2)
  expect(Object.fromEntries(data.rows.map((row: { line: number; fields: Row }) => [row.line, row.fields]))).toEqual({
    3: { code: 'Same as line 2' },
    4: { location: POINT },
    5: { location: 'At most 180' },
    6: { location: POINT },
    7: { location: 'Required' },
    8: { code: expect.stringMatching(/^Letters, digits and/) },
    9: { kind: expect.stringMatching(/^Not among the choices: Public, /) },
    10: { commissionedOn: 'Invalid date' },
    11: { commissionedOn: 'Invalid date' },
    12: { 备注2: 'Unknown field' },
    13: { status: 'Maintained by the system; cannot be entered' },
    14: { 充电站名称: 'Same as another column' },
    15: { id: 'Unknown field' },
    16: { name: '50 characters at most' },
    17: { name: 'Contains an invisible control character. Delete the text and enter it again' },
    18: { zone: 'Invalid time zone' },
  })
  expect(await countStations()).toBe(before + 2)
})

test('a row names all that is wrong with it at once, also where some cells cannot be read', async () => {
  const bad = { location: '113.94,95', parkingBays: '-3', openingHours: '乱写', operator: '没有这家', name: '' }
  const { data } = await importRows([good(bad), good({ ...bad, operator })], { language: 'en' })
  const rest = {
    location: 'At most 90',
    parkingBays: 'Must be at least 0',
    openingHours: 'Write hours as 08:00-22:00; separate several periods with commas, without overlap',
    name: 'Required',
  }
  expect(data.rows.map((row: { fields: Row }) => row.fields)).toEqual([expect.objectContaining(rest), rest])
})

test('a dry run says the same and writes nothing', async () => {
  const before = await countStations()
  const rows = [good(), good({ location: 'x' })]
  const dry = await importRows(rows, { dryRun: true })
  expect(dry.data).toMatchObject({ accepted: 1, refused: 1 })
  expect(await countStations()).toBe(before)
  const real = await importRows(rows)
  expect(real.data).toEqual(dry.data)
})

test('import is a permission of its own, and makes nothing that the caller may not see', async () => {
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['assets.station:read', 'assets.station:create'] })
  expect(await importRows([good()], { as: reader })).toMatchObject({ status: 403, code: 'kernel.forbidden' })
  const limited = callerWith({
    tenantId: as.tenantId,
    scope: { operators: [newId()], stations: null, investors: null },
  })
  const { data } = await importRows([good()], { as: limited })
  expect(data.rows).toEqual([{ line: 2, fields: { '*': '超出您的数据范围' } }])
})

test('piles name their station by code or by name', async () => {
  const caller = callerWith({ tenantId: newId() })
  await importRows(
    [good({ code: 'ST-A', name: '甲站' }), good({ code: 'ST-B', name: '同名' }), good({ code: 'ST-C', name: '同名' })],
    { as: caller },
  )
  const row = (mark: string, station: string): Row => ({
    通信标识: `IMP-${mark}`,
    桩编号: mark,
    充电桩名称: mark,
    充电站: station,
    额定功率: '7.5 kW',
    枪数: '1',
    电流类型: '交流',
  })
  const rows = [row('1', 'ST-A'), row('2', '甲站'), row('3', '同名'), row('4', '没有')].map((values, i) => ({
    line: i + 2,
    values,
  }))
  const { data } = await server.call('/api/device/devicePole/import', { dryRun: false, rows }, { as: caller })
  expect(data).toMatchObject({ accepted: 2, refused: 2 })
  expect(data.rows).toEqual([
    { line: 4, fields: { station: '匹配到多条记录，请写得更具体' } },
    { line: 5, fields: { station: '找不到对应的记录' } },
  ])
  const { data: list } = await server.call('/api/device/devicePole/list', {}, { as: caller })
  expect(list.list.map((pile: Row) => [pile.power, pile.currentType])).toEqual([
    [7500, 'ac'],
    [7500, 'ac'],
  ])
})

test('a thousand rows go in at once; more than five thousand do not', async () => {
  const caller = callerWith({ tenantId: newId() })
  const { data } = await importRows(
    Array.from({ length: 1_000 }, (_, i) => good({ code: `M${i}`, name: `第${i}站` })),
    { as: caller },
  )
  expect(data).toEqual({ accepted: 1_000, refused: 0, rows: [] })
  const tooMany = await importRows(
    Array.from({ length: 5_001 }, () => ({ code: 'x' })),
    { as: caller },
  )
  expect(tooMany.data.fields).toEqual({ rows: '最多 5000 项' })
})

const SHENZHEN = join(ROOT, '../shared/data/shenzhen')

/** Rows of a plain CSV without quotes, as the two data sets are. */
function readCsv(file: string): Row[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(join(SHENZHEN, file)))
    .toString('utf8')
    .trim()
    .split(/\r?\n/)
  const names = head.split(',')
  return lines.map(line => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
}

/** The public Shenzhen sets have neither names nor addresses: those are made from number and zone. */
function stationRow(prefix: string, from: Row): Row {
  return {
    code: `${prefix}-${from.station_id}`,
    name: `深圳 ${prefix} ${from.station_id}`,
    operator,
    address: from.TAZID ? `交通小区 ${from.TAZID}` : '深圳市',
    location: `${from.longitude},${from.latitude}`,
    tags: [from.fast && from.fast !== '0' ? '快充' : '', from.slow && from.slow !== '0' ? '慢充' : ''].join(' '),
  }
}

test.skipIf(!existsSync(SHENZHEN))(
  'real stations of Shenzhen (UrbanEV, ST-EVCDP; skipped where the files are absent)',
  { timeout: 120_000 },
  async () => {
    const caller = callerWith({ tenantId: newId() })
    const urban = readCsv('urbanev-stations.csv.gz').map(row => stationRow('UE', row))
    const older = readCsv('stevcdp-stations.csv.gz').map(row => stationRow('ST', row))
    expect([urban.length, older.length]).toEqual([1_587, 1_706])
    const dry = await importRows(urban.slice(0, 200), { as: caller, dryRun: true })
    expect(dry.data).toEqual({ accepted: 200, refused: 0, rows: [] })
    const { data: first } = await importRows(urban, { as: caller })
    expect(first).toMatchObject({ accepted: 1_587, refused: 0 })
    const { data: second } = await importRows([...older, ...urban.slice(0, 10)], { as: caller })
    expect(second).toMatchObject({ accepted: 1_706, refused: 10 })
    expect(await countStations(caller)).toBe(3_293)
  },
)

test('a station that states opening hours alone is not open all day', async () => {
  const caller = callerWith({ tenantId: newId() })
  const { data } = await importRows(
    [
      good({ code: 'H-1', openingHours: '08:00-22:00' }),
      good({ code: 'H-2' }),
      good({ code: 'H-3', openAllDay: '是', openingHours: '08:00-22:00' }),
    ],
    { as: caller },
  )
  expect(data).toMatchObject({ accepted: 2, rows: [{ line: 4, fields: { openingHours: expect.any(String) } }] })
  const { data: list } = await server.call('/api/device/station/list', { sort: 'code' }, { as: caller })
  expect(list.list.map((row: Row) => [row.code, row.openAllDay])).toEqual([
    ['H-1', false],
    ['H-2', true],
  ])
})

test('an error says what a cell may hold: choices, or the type', async () => {
  const { data } = await importRows([good({ kind: '别的', location: 'x', parkingBays: '多' })], { dryRun: true })
  expect(data.rows[0].fields).toEqual({
    kind: expect.stringMatching(/^不在可选范围内，可填：公共.*、/),
    location: '请先经度后纬度，用逗号分开，例如 113.943560,22.540312',
    parkingBays: expect.stringContaining('整数'),
  })
})

test('a name that another station has is told, and the row is imported all the same', async () => {
  const caller = callerWith({ tenantId: newId() })
  const first = good({ name: '科苑云帆充电站' })
  await importRows([first], { as: caller })
  const rows = [good({ name: ' 科苑云帆充电站 ' }), good({ name: '新站' }), good({ name: '新站' })]
  for (const dryRun of [true, false]) {
    const { data } = await importRows(rows, { as: caller, dryRun })
    expect(data).toMatchObject({ accepted: 3, refused: 0 })
    expect(data.warnings).toEqual([
      { line: 2, fields: { name: `已有同名充电站（${first.code}），请确认不是重复录入` } },
      { line: 4, fields: { name: `已有同名充电站（${rows[1]?.code}），请确认不是重复录入` } },
    ])
  }
  // Another company's station is nobody's business.
  expect((await importRows([good({ name: '科苑云帆充电站' })])).data.warnings).toBeUndefined()
})
