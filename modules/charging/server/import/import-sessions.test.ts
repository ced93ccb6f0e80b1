import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { newId, proposeSchema, Refusal, col } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importBatch, importedSession } from '../../contract/index.ts'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { importSessions, textOfFile } from './import-sessions.ts'
import { readSessions } from './read-sessions.ts'
import { sessionFormat } from './session-formats.ts'

function formatOf(id: string) {
  const format = sessionFormat(id)
  if (!format) throw new Error(`no format ${id}`)
  return format
}

/** The same tests run again there, with the engine that ships behind them. */
const ON_ANOTHER_SERVER = process.env.WATTYARD_TEST_DATABASE?.startsWith('postgres') === true

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
  world = await charging.world()
})
afterAll(() => charging.close())

const HEADER = 'period,row_id,cp_id,connector,start_date,start_time,end_date,end_time,total_kwh,site,model'
const FILE = [
  HEADER,
  '1,1,51519,2,2017-08-31,22:12,2017-08-31,23:11,18.27,"Park & Ride, North",Triple',
  '1,2,51519,2,2017-08-31,23:00,2017-08-31,23:30,0,South,Triple',
  '1,3,51520,1,2017-08-31,10:00,,,5.5,South,Triple',
].join('\n')

const body = (over: Record<string, unknown> = {}) => ({
  format: 'perth',
  zone: 'Europe/London',
  name: 'perth.csv',
  text: FILE,
  dryRun: false,
  ...over,
})
const send = (input: Record<string, unknown>, as = world.as) =>
  world.server.call('/api/charging/importSessions', input, { as })

describe('import of session history', () => {
  test('the tables are what the definitions say', async () => {
    const text = await world.server.db.platform(tx => proposeSchema(tx, [importBatch, importedSession] as never))
    expect(text).toBe('')
  })

  test('a dry run reports every row and stores nothing', async () => {
    const { data } = await send(body({ dryRun: true }))
    expect(data).toMatchObject({
      importId: null,
      rows: 3,
      accepted: 2,
      added: 2,
      known: 0,
      doubted: 1,
      doubts: { 'zero-energy': 1, overlap: 1 },
      refused: 1,
      refusals: { 'no-end': 1 },
      refusedRows: [{ line: 4, reasons: ['no-end'] }],
      totals: {
        all: { rows: 3, energy_kwh: '23.7700' },
        accepted: { energy_kwh: '18.2700' },
        refused: { energy_kwh: '5.5000' },
      },
    })
    const { total } = (await world.server.call('/api/charging/importedSession/list', {}, { as: world.as })).data
    expect(total).toBe(0)
  })

  test('importing the same file again adds nothing and reports it', async () => {
    const first = await send(body())
    expect(first.data).toMatchObject({ added: 2, known: 0 })
    const again = await send(body())
    expect(again.data).toMatchObject({ added: 0, known: 2, different: 0, importId: null })
    const changed = await send(body({ text: FILE.replace('18.27', '18.28') }))
    expect(changed.data).toMatchObject({ added: 0, known: 2, different: 1 })
    const { list } = (
      await world.server.call(
        '/api/charging/importedSession/list',
        { filter: { import: first.data.importId } },
        { as: world.as },
      )
    ).data
    expect(list).toHaveLength(2)
    expect(list.find((one: { sourceKey: string }) => one.sourceKey === '1/1')).toMatchObject({
      energy: '18.2700',
      site: 'Park & Ride, North',
      startedAt: Date.parse('2017-08-31T21:12:00Z'),
      duration: 3_540,
      doubts: [],
    })
    const doubtful = await world.server.call(
      '/api/charging/importedSession/list',
      { filter: { doubts: ['overlap'] } },
      { as: world.as },
    )
    expect(doubtful.data.list).toHaveLength(1)
    const batches = (await world.server.call('/api/charging/import/list', {}, { as: world.as })).data.list
    expect(batches).toMatchObject([
      { name: 'perth.csv', rowCount: 3, added: 2, refused: 1, energy: '23.7700', importedBy: 'Tester' },
    ])
  })

  test('another tenant’s rows are its own', async () => {
    const other = callerWith({ tenantId: newId() })
    expect((await send(body(), other)).data).toMatchObject({ added: 2, known: 0 })
  })

  test('what is no such file is refused in the caller’s language', async () => {
    expect(await send(body({ format: 'excel' }))).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(await send(body({ zone: 'Mars/Olympus' }))).toMatchObject({ success: false, code: 'kernel.invalid' })
    const wrong = await send(body({ text: 'a,b\n1,2' }))
    expect(wrong).toMatchObject({ success: false, code: 'charging.notThisFormat' })
    expect(wrong.msg).toContain('row_id')
    const broken = await send(body({ text: `${HEADER}\n1,"2,3` }))
    expect(broken.code).toBe('charging.importNotCsv')
    expect(broken.msg).toMatch(/^文件无法按表格读取，[^a-zA-Z]+$/)
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['charging.importedSession:read'] })
    expect((await send(body(), reader)).status).toBe(403)
  })

  test('a file of any system is taken by its mapping, once, and apart from every other source', async () => {
    const format = {
      id: 'depot',
      file: { delimiter: ';' },
      key: ['No'],
      start: ['Begin'],
      end: null,
      duration: { column: 'Min', unit: 'min' },
      instant: 'DD.MM.YYYY HH:mm',
      energy: { column: 'Wh', unit: 'Wh' },
      station: { constant: 'Depot' },
      price: { column: 'Cent', currency: { constant: 'CHF' }, perUnit: 100 },
    }
    const text = 'No;Begin;Min;Wh;Cent\n1;31.08.2017 22:12;59;18270;450\n2;31.08.2017 23:12;;5500;99'
    const first = await send(body({ format, text, name: 'depot.csv' }))
    expect(first.data).toMatchObject({
      format: 'depot',
      added: 1,
      refusals: { 'no-end': 1 },
      totals: {
        all: { energy_kwh: '23.7700', prices: { CHF: '5.490000000' } },
        // Every row of a file may be refused: its currency is still its own.
        refused: { energy_kwh: '5.5000', prices: { CHF: '0.990000000' } },
      },
    })
    expect((await send(body({ format, text, name: 'depot.csv' }))).data).toMatchObject({ added: 0, known: 1 })
    const elsewhere = { ...format, id: 'depot-2' }
    expect((await send(body({ format: elsewhere, text }))).data).toMatchObject({ added: 1, known: 0 })
  })

  test('an amount in a currency that nobody has is refused', async () => {
    const format = {
      ...(JSON.parse(JSON.stringify(sessionFormat('perth'))) as object),
      id: 'paid',
      price: { column: 'site', currency: { column: 'model' } },
    }
    const text = [
      HEADER,
      ...['EUR', 'XQZ'].map((one, i) => `8,${i},q,1,2018-01-01,1${i}:00,2018-01-01,1${i}:30,5,2,${one}`),
    ]
    const { data } = await send(body({ format, text: text.join('\n'), dryRun: true }))
    expect(data).toMatchObject({
      accepted: 1,
      refusals: { 'bad-price': 1 },
      totals: { all: { prices: { EUR: '2.000000000' } } },
    })
    expect(Object.keys(data.totals.all.prices)).toEqual(['EUR'])
  })

  test('of two imports at once one waits to be sent again: neither adds what the other did', async () => {
    const as = callerWith({ tenantId: newId() })
    const rows = Array.from({ length: 3_000 }, (_, i) => `7,${i},z${i % 50},1,2018-01-01,10:00,2018-01-01,11:00,5,s,m`)
    const text = [HEADER, ...rows].join('\n')
    const both = await Promise.all([send(body({ text }), as), send(body({ text }), as)])
    const added = both.map(one => (one.success ? one.data.added : one.code))
    const other = added.filter(one => one !== 3_000)
    expect(other).toHaveLength(1)
    expect(['kernel.busy', 0]).toContain(other[0])
    expect((await send(body({ text }), as)).data).toMatchObject({ added: 0, known: 3_000 })
  })

  // It measures our own thread: beside one of the servers is enough.
  test.skipIf(ON_ANOTHER_SERVER)(
    'nobody waits while a file is read whose rows are all refused',
    async () => {
      const rows = Array.from({ length: 100_000 }, (_, i) => `7,${i},z${i % 50},1,2018-01-01,10:00,,,5,s,m`)
      const text = [HEADER, ...rows].join('\n')
      const whole = readSessions(text, formatOf('perth'), 'Europe/London')
      const from = performance.now()
      structuredClone(whole.refused)
      const alone_ms = performance.now() - from
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const ask = {
        tenantId: newId(),
        name: 'bad',
        format: 'perth',
        zone: 'Europe/London',
        text,
        dryRun: false,
        actor: 't',
      }
      const report = await importSessions(world.server.db, ask)
      delay.disable()
      expect(report).toMatchObject({ refused: 100_000, totals: { refused: { energy_kwh: '500000.0000' } } })
      // Taking all rows over in one piece would take at least this long.
      expect(delay.max / 1e6).toBeLessThan(alone_ms / 2)
    },
    60_000,
  )

  test('a format that ships is a mapping like any other, but its word stays its own', async () => {
    const perth = JSON.parse(JSON.stringify(sessionFormat('perth')))
    const report = await send(body({ dryRun: true }))
    expect((await send(body({ format: perth, dryRun: true }))).data).toEqual(report.data)
    const changed = { ...perth, energy: { column: 'total_kwh', unit: 'Wh' } }
    expect(await send(body({ format: changed }))).toMatchObject({ success: false, code: 'charging.mappingShips' })
  })

  test('a mapping that cannot be is refused, and says where', async () => {
    const perth = { ...sessionFormat('perth'), id: 'own' }
    const refused = (over: object, text = FILE) => send(body({ format: { ...perth, ...over }, text }))
    expect(await refused({ instant: 'HH:mm' })).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(await refused({ station: {} })).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(await refused({ id: 'A b' })).toMatchObject({ success: false, code: 'kernel.invalid' })
    const twice = await refused({}, FILE.replace('model', 'site'))
    expect(twice.code).toBe('charging.notThisFormat')
    const same = await refused({ required: undefined, model: null }, FILE.replace('model', 'site'))
    expect(same).toMatchObject({ success: false, code: 'charging.importSameColumns' })
    expect(same.msg).toContain('site')
  })

  test('cells hold whatever a file brings', async () => {
    const nasty = '<img src=x onerror=alert(1)>\u0000\ud800 ␀ 田中さん\u202e'
    const { data } = await send(
      body({ text: `${HEADER}\n9,1,${nasty},1,2018-01-01,10:00,2018-01-01,11:00,5,"a""b",m` }),
    )
    expect(data).toMatchObject({ added: 1, refused: 0 })
  })

  test('packed and plain files are read, others are refused', () => {
    expect(textOfFile(gzipSync(FILE))).toBe(FILE)
    expect(textOfFile(Buffer.from(FILE))).toBe(FILE)
    expect(() => textOfFile(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]))).toThrow(Refusal)
    const chinese = Uint8Array.from([0xd6, 0xd0, 0xce, 0xc4])
    expect(textOfFile(chinese, 'gb18030')).toBe('中文')
    expect(textOfFile(Buffer.from('\ufeff中文', 'utf16le'), 'utf-16le')).toBe('中文')
    expect(() => textOfFile(chinese)).toThrow('charging.importNotText')
    expect(() => textOfFile(Uint8Array.from([0x41, 0xff, 0xff]), 'gb18030')).toThrow('charging.importNotEncoding')
    expect(() => textOfFile(gzipSync(FILE).subarray(0, 40))).toThrow('charging.importDamaged')
    expect(() => textOfFile(gzipSync(Buffer.alloc(70 * 1024 * 1024, 97)))).toThrow('charging.importTooLarge')
  })

  test('imported sessions are priced in a what-if when their import is named', async () => {
    const [batch] = (await world.server.call('/api/charging/import/list', {}, { as: world.as })).data.list
      .filter((one: { name: string }) => one.name === 'perth.csv')
      .slice(-1)
    const { list } = (await world.server.call('/api/pricing/version/list', {}, { as: world.as })).data
    const window = { from: Date.parse('2017-08-01T00:00:00Z'), to: Date.parse('2017-10-01T00:00:00Z') }
    const answer = await world.server.call(
      '/api/pricing/whatIf',
      { version: list[0].id, ...window, stations: [batch.id] },
      { as: world.as },
    )
    expect(answer.data).toMatchObject({
      count: { matching: 1, rated: 1 },
      total: { energy: '18.2700', before: { total: '0.00' } },
    })
    expect(Number(answer.data.total.after.total)).toBeGreaterThan(10)
    const unnamed = await world.server.call('/api/pricing/whatIf', { version: list[0].id, ...window }, { as: world.as })
    expect(unnamed.data.count.matching).toBe(0)
  })
})

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/sessions')

/** What real files hold is the same on every server; one of them reads it. */
const LEFT_OUT = ON_ANOTHER_SERVER || !existsSync(DATA)
describe.skipIf(LEFT_OUT)('real session files (skipped where ../shared/data is absent)', () => {
  test('Perth: 66,664 rows in a few seconds, to the last watt-hour; a second time nothing', async () => {
    const text = textOfFile(readFileSync(`${DATA}/perth-kinross-2016-09_2019-08.csv.gz`))
    const tenantId = newId()
    const ask = { tenantId, name: 'perth', format: 'perth', zone: 'Europe/London', text, dryRun: false, actor: 'test' }
    const started = performance.now()
    const report = await importSessions(world.server.db, ask)
    expect(performance.now() - started).toBeLessThan(60_000)
    expect(report).toMatchObject({ rows: 66_664, totals: { all: { energy_kwh: '715199.4740' } } })
    expect(report.accepted + report.refused).toBe(66_664)
    const [stored] = await world.server.db.tenant(tenantId, tx =>
      tx.query(
        { count: col.bigint, energy: col.text },
        'select count(*) as count, sum(energy)::text as energy from charging_imported_session',
      ),
    )
    expect(stored?.count).toBe(BigInt(report.added))
    expect(`${stored?.energy.slice(0, -4)}.${stored?.energy.slice(-4)}`).toBe(report.totals.added.energy_kwh)
    const again = await importSessions(world.server.db, ask)
    expect(again).toMatchObject({ added: 0, known: report.accepted, different: 0, importId: null })
  }, 90_000)

  test('SAP Labs: prices are exact in their own currency', async () => {
    const text = textOfFile(readFileSync(`${DATA}/sap-labs-france-2017-06_2020-12.csv.gz`))
    const tenantId = newId()
    const report = await importSessions(world.server.db, {
      tenantId,
      name: 'sap',
      format: 'sap-labs',
      zone: 'Europe/Paris',
      text,
      dryRun: true,
      actor: 'test',
    })
    expect(report.totals.all).toEqual({ rows: 26_823, energy_kwh: '626009.5730', prices: { EUR: '90555.739816000' } })
  }, 60_000)
})
