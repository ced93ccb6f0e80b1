import { type Caller, databaseOn, migrate, newId } from '@wattyard/server-kit'
import { allMigrations, callerWith, emptyDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvseLayout } from '../../contract/index.ts'
import { aStation, quietPorts } from '../../testing/index.ts'
import { addPile } from './add-pile.ts'
import { assetsModule } from '../module.ts'

let server: TestServer
let as: Caller
let stationId: string
let stationCode: string
const told: (EvseLayout & { id: string })[] = []

beforeAll(async () => {
  const evsesChanged = ({ id, connectorCount, connectorsPerEvse }: EvseLayout & { id: string }) =>
    void told.push({ id, connectorCount, connectorsPerEvse })
  server = await testServer({ modules: [assetsModule(quietPorts({ evsesChanged }))] })
  as = callerWith({ tenantId: newId() })
  const station = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  stationId = station.id
  stationCode = station.code
})
afterAll(() => server.close())

const save = (differs: Record<string, unknown>, language = 'zh') => {
  const mark = newId().slice(-10)
  const fields = { identity: `ID-${mark}`, code: `P${mark}`, name: '桩', station: stationId, power: 120_000 }
  return server.call('/api/device/devicePole/save', 'id' in differs ? differs : { ...fields, ...differs }, {
    as,
    language,
  })
}

async function connectorsOfPile(id: string) {
  const { data } = await server.call('/api/device/connector/list', { filter: { pile: id } }, { as })
  return (data.list as Record<string, unknown>[]).toSorted((a, b) => Number(a.number) - Number(b.number))
}
const placesOf = async (id: string) =>
  (await connectorsOfPile(id)).map(one => [one.number, one.evse, one.evseConnector])

test('connectors have their place in the EVSEs of the pile, and the name of it', async () => {
  const { data } = await save({ connectorCount: 3, connectorsPerEvse: 2 })
  expect(await placesOf(data.id)).toEqual([
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 1],
  ])
  const names = (await connectorsOfPile(data.id)).map(one => one.code)
  expect(names).toEqual([`${data.code}-1-1`, `${data.code}-1-2`, `${data.code}-2`])
  const single = await save({ connectorCount: 2 })
  expect(single.data.connectorsPerEvse).toBe(1)
  expect(await placesOf(single.data.id)).toEqual([
    [1, 1, 1],
    [2, 2, 1],
  ])
})

test('dividing them otherwise keeps the connectors and their QR codes, and the gateway hears of it', async () => {
  const { data } = await save({ connectorCount: 4 })
  const before = await connectorsOfPile(data.id)
  await save({ id: data.id, version: 1, connectorsPerEvse: 2 })
  const after = await connectorsOfPile(data.id)
  expect(after.map(one => [one.id, one.publicCode, one.number])).toEqual(
    before.map(one => [one.id, one.publicCode, one.number]),
  )
  expect(after.map(one => one.code)).toEqual(['1-1', '1-2', '2-1', '2-2'].map(name => `${data.code}-${name}`))
  expect(told.filter(one => one.id === data.id)).toEqual([{ id: data.id, connectorCount: 4, connectorsPerEvse: 2 }])
  await save({ id: data.id, version: 2, note: '换了网线' })
  expect(told.filter(one => one.id === data.id)).toHaveLength(1)
})

test('an EVSE has one connector at least and no more than its pile', async () => {
  const words = {
    zh: '每个 EVSE 的枪数须为 1 到 2（充电桩的枪数）',
    en: 'An EVSE can have 1 to 2 connectors (the connectors of the charging pile)',
    es: 'Un EVSE puede tener de 1 a 2 conectores (los del cargador)',
  }
  for (const [language, text] of Object.entries(words)) {
    const { data } = await save({ connectorCount: 2, connectorsPerEvse: 3 }, language)
    expect(data.fields).toEqual({ connectorsPerEvse: text })
  }
  expect((await save({ connectorCount: 2, connectorsPerEvse: 0 })).success).toBe(false)
  // What is not in the change counts as it stands.
  const { data } = await save({ connectorCount: 2, connectorsPerEvse: 2 })
  const shrunk = await save({ id: data.id, version: 1, connectorCount: 1 })
  expect(Object.keys(shrunk.data.fields)).toEqual(['connectorsPerEvse'])
  const byScript = server.db.platform(tx =>
    addPile(tx, { identity: `S-${newId()}`, stationCode, connectorCount: 1, connectorsPerEvse: 2, qrPrefix: 'x/' }),
  )
  await expect(byScript).rejects.toMatchObject({ code: 'assets.evseTooBig' })
})

/** Rows of a CSV file by its headers; nothing here has quotes or commas. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const keys = header.split(',')
  return lines.map(line => Object.fromEntries(line.split(',').map((value, i) => [keys[i] ?? '', value])))
}

test('an export is imported again with its EVSEs; a file that says nothing of them means one each', async () => {
  const made = [await save({ connectorCount: 4, connectorsPerEvse: 2 }), await save({ connectorCount: 2 })]
  const codes = made.map(one => String(one.data.code))
  const file = await server.call(
    '/api/device/devicePole/export',
    { columns: 'code,name,identity,station,power,connectorCount,connectorsPerEvse' },
    { as, method: 'GET' },
  )
  const exported = rowsOf(file.bytes.toString('utf8')).filter(row => codes.includes(row['桩编号'] ?? ''))
  expect(exported.map(row => row['每个 EVSE 的枪数']).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    '1',
    '2',
  ])
  // To another installation: the numbers are taken here.
  const rows = exported.map(({ 桩编号: code = '', 通信标识: identity = '', ...row }, i) => {
    const { '每个 EVSE 的枪数': perEvse = '', ...rest } = row
    const values = { ...rest, 桩编号: `I${code}`, 通信标识: `I${identity}`, 充电站: stationCode }
    return { line: i + 2, values: perEvse === '1' ? values : { ...values, '每个 EVSE 的枪数': perEvse } }
  })
  const answer = await server.call('/api/device/devicePole/import', { dryRun: false, rows }, { as })
  expect(answer).toMatchObject({ success: true, data: { refused: 0 } })
  const namesOf = async (code: string) => {
    const { data } = await server.call('/api/device/connector/list', { q: `i${code}` }, { as })
    return data.list.map((one: { code: string }) => one.code).toSorted()
  }
  expect(await namesOf(codes[0] ?? '')).toEqual(['1-1', '1-2', '2-1', '2-2'].map(name => `I${codes[0]}-${name}`))
  expect(await namesOf(codes[1] ?? '')).toEqual(['1', '2'].map(name => `I${codes[1]}-${name}`))
})

test('piles of an earlier release keep one connector per EVSE', async () => {
  const pool = await emptyDatabase()
  await migrate(
    pool,
    allMigrations().filter(({ id }) => id < '0320'),
  )
  const db = databaseOn(pool)
  const tenantId = newId()
  const [pile, station] = [newId(), newId()]
  await db.tenant(tenantId, async tx => {
    await aStation(tx, { tenantId, id: station })
    await tx.execute(
      `insert into assets_pile (tenant_id, id, identity, code, name, station_id, operator_id, current_type, power_w, connector_count, protocol, status)
       values ($1, $2, 'OLD', 'OLD', 'OLD', $3, $2, 'dc', 1000, 3, 'ocpp201', 'normal')`,
      [tenantId, pile, station],
    )
    await tx.execute(
      `insert into assets_connector (tenant_id, id, code, pile_id, station_id, operator_id, number, kind, public_code, qr_text, status)
       select $1::uuid, gen_random_uuid(), 'OLD-' || n, $2::uuid, $3::uuid, $2::uuid, n, 'dcGun', 'q' || n, 'q', 'normal' from generate_series(1, 3) as n`,
      [tenantId, pile, station],
    )
  })
  await migrate(pool, allMigrations())
  const after = await db.tenant(tenantId, tx =>
    tx.query(
      `select c.number, c.evse, c.evse_connector, p.connectors_per_evse from assets_connector c join assets_pile p on p.id = c.pile_id order by 1`,
    ),
  )
  expect(after).toEqual([1, 2, 3].map(n => ({ number: n, evse: n, evse_connector: 1, connectors_per_evse: 1 })))
  await db.close()
}, 60_000)
