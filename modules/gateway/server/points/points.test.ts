import { createServer, type Server, type Socket } from 'node:net'
import { assetsModule } from '@wattyard/assets/server'
import { aStation, quietPorts } from '@wattyard/assets/testing'
import { createSplitter } from '@wattyard/byte-frame'
import { dlt645Rule, encodeDlt645, parseDlt645 } from '@wattyard/dlt645'
import { type Caller, newId, col } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { ServerTCP } from 'modbus-serial'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PointRow } from '../../contract/point-map/point.ts'
import { aPassword, testGateway, type TestGateway } from '../../testing/index.ts'
import { gatewayModule } from '../module.ts'
import { networksOf } from '../connection/network.ts'
import { checkPoints } from '../../contract/point-map/check-points.ts'
import { forgetReadings } from './forget-readings.ts'
import { installationNetworks } from './outbound.ts'
import { createPoller, type Poller } from './poller.ts'
import { readSource, type ReadTarget } from './read-source.ts'

/*
 * Meters of these tests are other people's programs: a Modbus server of the package modbus-serial, and a bare socket that
 * speaks what the test tells it.
 */

let server: TestServer
let bed: TestGateway
let as: Caller
let poller: Poller
// Sources are due by the database's clock when they are made: this one is ahead of it.
let now = Date.now() + 60_000
const HERE = ['127.0.0.1/32']
const TIMES = { connect_ms: 300, answer_ms: 300, total_ms: 2_000 }

beforeAll(async () => {
  const db = await testDatabase()
  as = callerWith({ tenantId: newId() })
  bed = await testGateway({ db, tenantId: as.tenantId })
  server = await testServer({
    db,
    modules: [
      assetsModule({ ...quietPorts() }),
      gatewayModule(bed.gateway, {
        qrPrefix: 'https://charge.example/c/',
        confirmPassword: aPassword,
        pointNetworks: HERE,
        now: () => now,
      }),
    ],
  })
  poller = createPoller({
    installation: installationNetworks(HERE),
    now: () => now,
    times: TIMES,
    log: { warn: () => {} },
  })
  await ok('/api/basedata/manufacture/save', { code: 'M', name: '测试厂家' })
  await allow(['127.0.0.1/32'])
})

const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
afterAll(async () => {
  await bed.stop()
  await server.close()
  await server.db.close()
})

async function ok(path: string, input: Record<string, unknown>, method?: 'GET') {
  const answer = await server.call(path, input, { as, ...(method ? { method } : {}) })
  expect(answer, answer.text.slice(0, 400)).toMatchObject({ success: true })
  return answer.data
}
const refused = async (path: string, input: Record<string, unknown>, who = as) => {
  const { code, status, data, msg } = await server.call(path, input, { as: who })
  return { code, status, fields: data?.fields, msg }
}
// Settings belong to platform, whose routes are not mounted here.
const allow = (networks: string[]) =>
  server.db.tenant(as.tenantId, tx =>
    tx.execute(
      `insert into platform_setting (tenant_id, id, key, value) values ($1, $2, 'gateway.pointNetworks', $3)
       on conflict (tenant_id, key) do update set value = excluded.value`,
      [as.tenantId, newId(), JSON.stringify(networks)],
    ),
  )

/** Ports below the range that the system gives out, as those of the gateway's tests. */
let nextPort = 26_400 + Number(process.env.VITEST_POOL_ID ?? 1) * 40
const aPort = () => nextPort++

interface Meter {
  port: number
  asked: string[]
  holding: Map<number, number>
  /** Registers that do not exist. */
  holes: Set<number>
}

/** A Modbus server written by others, with registers that the test sets. */
async function aMeter(registers: Record<number, number> = {}): Promise<Meter> {
  const meter: Meter = {
    port: aPort(),
    asked: [],
    holding: new Map(Object.entries(registers).map(([at, value]) => [Number(at), value])),
    holes: new Set(),
  }
  type Done<T> = (error: Error | null, value: T) => void
  // modbus-serial takes the number of an exception from the error.
  const answerOf = <T>(
    address: number,
    length: number,
    unit: number,
    done: Done<T>,
    value: (places: number[]) => T,
  ) => {
    meter.asked.push(`${unit}:${address}+${length}`)
    const places = Array.from({ length }, (_, i) => address + i)
    const error = places.some(place => meter.holes.has(place))
      ? Object.assign(new Error(), { modbusErrorCode: 2 })
      : null
    done(error, value(places))
  }
  const server = new ServerTCP(
    {
      getHoldingRegister: (address, unit, done) =>
        answerOf(address, 1, unit, done, ([place = 0]) => meter.holding.get(place) ?? 0),
      getMultipleHoldingRegisters: (address, length, unit, done) =>
        answerOf(address, length, unit, done, places => places.map(place => meter.holding.get(place) ?? 0)),
      getCoil: (address: number) => address % 3 === 0,
    },
    { host: '127.0.0.1', port: meter.port, debug: false, unitID: 0 },
  )
  await new Promise<void>(resolve => server.on('initialized', () => resolve()))
  closers.push(() => new Promise<void>(resolve => server.close(() => resolve())))
  return meter
}

/** A bare listener: what it answers is up to the test. */
async function aListener(onData: (socket: Socket, bytes: Buffer) => void): Promise<number> {
  const port = aPort()
  const sockets = new Set<Socket>()
  const listener: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('data', bytes => onData(socket, bytes))
    socket.on('error', () => {})
  })
  await new Promise<void>(resolve => listener.listen(port, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>(resolve => listener.close(() => resolve()))
  })
  return port
}

const ROWS: PointRow[] = [
  { key: 'ua', name: 'A 相电压', address: '0', type: 'u16', scale: '0.1', measurand: 'voltage', part: 'a', unit: 'V' },
  { key: 'p', name: '总有功', address: '2', type: 'i32', measurand: 'activePower', unit: 'W' },
  {
    key: 'ep',
    name: '正向电能',
    address: '10',
    type: 'u32',
    order: 'CDAB',
    scale: '0.01',
    measurand: 'energyImport',
    unit: 'kWh',
  },
  { key: 'run', name: '运行', area: 'coil', address: '3', measurand: 'state', words: '0=停;1=运行', period: '600' },
]
const REGISTERS = { 0: 2304, 2: 0xffff, 3: 0xff38, 10: 0xe240, 11: 0x0001 }
const pointsOf = (rows: PointRow[], protocol: 'modbusTcp' | 'dlt645' = 'modbusTcp') =>
  checkPoints(protocol, rows).points
const target = (port: number, differs: Partial<ReadTarget> = {}): ReadTarget => ({
  protocol: 'modbusTcp',
  host: '127.0.0.1',
  port,
  unit: 7,
  meterAddress: null,
  avoidsGaps: false,
  ...differs,
})
const read = (port: number, rows: PointRow[], differs: Partial<ReadTarget> = {}) => {
  const protocol = differs.protocol ?? 'modbusTcp'
  const networks = installationNetworks(HERE)
  return readSource({ target: target(port, differs), points: pointsOf(rows, protocol), networks, times: TIMES })
}
const valuesOf = (values: readonly { key: string; value: string | null }[]) =>
  Object.fromEntries(values.map(one => [one.key, one.value]))

test('a meter is read in as few questions as its map needs', async () => {
  const meter = await aMeter(REGISTERS)
  const { values, missing, requests, problem } = await read(meter.port, ROWS)
  expect(valuesOf(values)).toEqual({ ua: '230.4', p: '-200', ep: '1234.56', run: '1' })
  expect([missing, requests, problem]).toEqual([[], 2, null])
  expect(meter.asked).toEqual(['7:0+12'])
})

test('registers that fill a gap may not exist: then the parts are read, and the gap is not tried again', async () => {
  const meter = await aMeter(REGISTERS)
  meter.holes.add(5)
  const first = await read(meter.port, ROWS.slice(0, 3))
  expect(valuesOf(first.values)).toEqual({ ua: '230.4', p: '-200', ep: '1234.56' })
  expect([first.refusesGaps, meter.asked]).toEqual([true, ['7:0+12', '7:0+1', '7:2+2', '7:10+2']])
  meter.asked.length = 0
  await read(meter.port, ROWS.slice(0, 3), { avoidsGaps: true })
  expect(meter.asked).toEqual(['7:0+1', '7:2+2', '7:10+2'])
})

test('a register that is wanted and does not exist is missing, the others are read', async () => {
  const meter = await aMeter(REGISTERS)
  meter.holes.add(2)
  const { values, missing, problem } = await read(meter.port, ROWS.slice(0, 3))
  expect(valuesOf(values)).toEqual({ ua: '230.4', ep: '1234.56' })
  expect([missing, problem]).toEqual([[{ key: 'p', problem: 'illegal-address' }], null])
})

const answer = (question: Buffer, pdu: number[], differs: { transaction?: number; unit?: number } = {}) => {
  const transaction = differs.transaction ?? question.readUInt16BE(0)
  return Buffer.from([
    transaction >> 8,
    transaction & 255,
    0,
    0,
    0,
    pdu.length + 1,
    differs.unit ?? question[6] ?? 0,
    ...pdu,
  ])
}

test.each<[string, (socket: Socket, question: Buffer) => void, string]>([
  ['says nothing', () => {}, 'no-answer'],
  ['hangs up', socket => socket.destroy(), 'closed'],
  ['is busy', (socket, question) => socket.write(answer(question, [0x83, 6])), 'device-busy'],
  ['refuses with a code of its own', (socket, question) => socket.write(answer(question, [0x83, 0x63])), 'refused'],
  ['is another unit', (socket, question) => socket.write(answer(question, [3, 2, 9, 0], { unit: 9 })), 'bad-answer'],
  ['answers another function', (socket, question) => socket.write(answer(question, [4, 2, 9, 0])), 'bad-answer'],
  [
    'gives fewer registers',
    (socket, question) => socket.write(answer(question, [3, 2, 9, 0].slice(0, 2).concat(0))),
    'bad-answer',
  ],
  ['gives more registers', (socket, question) => socket.write(answer(question, [3, 4, 9, 0, 0, 0])), 'bad-answer'],
  ['is a web server', socket => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(4_000)}`), 'bad-answer'],
  ['is something else', socket => socket.write('SSH-2.0-x\r\n'), 'no-answer'],
  [
    'lies behind a gateway that does not reach it',
    (socket, question) => socket.write(answer(question, [0x83, 11])),
    'gateway-target-silent',
  ],
])('a device that %s', async (_name, onData, problem) => {
  const port = await aListener((socket, bytes) => onData(socket, bytes))
  expect(await read(port, ROWS.slice(0, 1))).toMatchObject({ values: [], problem })
})

test('a late answer to an earlier question is nobody’s; one in pieces is whole', async () => {
  const port = await aListener((socket, question) => {
    socket.write(answer(question, [3, 2, 0, 1], { transaction: 999 }))
    const right = answer(question, [3, 2, 9, 0])
    socket.write(right.subarray(0, 5))
    setTimeout(() => socket.write(right.subarray(5)), 30)
  })
  expect(valuesOf((await read(port, ROWS.slice(0, 1))).values)).toEqual({ ua: '230.4' })
})

test('a device that is too slow for all its questions gives what it gave', async () => {
  const rows = Array.from({ length: 20 }, (_, i): PointRow => ({ ...ROWS[0], key: `k${i}`, address: String(i * 100) }))
  const port = await aListener((socket, question) =>
    setTimeout(() => socket.write(answer(question, [3, 2, 9, 0])), 250),
  )
  const { values, missing, problem } = await read(port, rows)
  expect(values.length).toBeGreaterThan(0)
  expect(values.length + missing.length).toBe(20)
  expect([missing.at(-1)?.problem, problem]).toEqual(['too-slow', null])
})

/** DL/T 645 meter on a transparent line. */
const METER = '202611220001'
const aDltMeter = (data: Record<string, { di: string; [key: string]: unknown } | null>) => {
  const splitter = createSplitter(dlt645Rule)
  return aListener((socket, bytes) => {
    for (const { kind, bytes: frame } of splitter.push(bytes)) {
      const message = kind === 'frame' ? parseDlt645(frame)?.message : null
      if (!message || message.address !== METER) continue
      const known = data[JSON.stringify(message.data?.['di']).slice(1, -1)]
      // Some lines give back what they were sent before the meter speaks.
      socket.write(frame)
      socket.write(
        known
          ? encodeDlt645({ address: METER, control: 0x91, data: known as never, surplus: '' })
          : encodeDlt645({ address: METER, control: 0xd1, data: null, surplus: '02' }),
      )
    }
  })
}

test('a meter of DL/T 645 is read over a transparent line, each identifier once', async () => {
  const port = await aDltMeter({
    '00010000': { di: '00010000', energy: 12_345_678 },
    '02010100': { di: '02010100', voltage: 2_304 },
  })
  const rows: PointRow[] = [
    { key: 'ep', name: '正向总', address: '00010000', measurand: 'energyImport', unit: 'kWh' },
    { key: 'epWh', name: '正向总', address: '00010000', scale: '1000', measurand: 'energyImport', unit: 'Wh' },
    { key: 'ua', name: 'A 相', address: '02010100', type: 'bcd', scale: '0.1', measurand: 'voltage', unit: 'V' },
    { key: 'none', name: '没有', address: '00020000', measurand: 'energyExport', unit: 'kWh' },
  ]
  const reading = await read(port, rows, { protocol: 'dlt645', meterAddress: METER })
  expect(valuesOf(reading.values)).toEqual({ ep: '123456.78', epWh: '123456780', ua: '230.4' })
  expect([reading.missing, reading.requests]).toEqual([[{ key: 'none', problem: 'refused' }], 3])
  expect(await read(port, rows.slice(0, 1), { protocol: 'dlt645', meterAddress: '000000000009' })).toMatchObject({
    problem: 'no-answer',
  })
})

test('only networks that are allowed are spoken to', async () => {
  const meter = await aMeter(REGISTERS)
  const job = { target: target(meter.port), points: pointsOf(ROWS.slice(0, 1)), times: TIMES }
  for (const texts of [[], ['10.0.0.0/8'], ['0.0.0.0/0'], ['126.0.0.0/7'], ['127.0.0.2/32']])
    expect([texts, (await readSource({ ...job, networks: installationNetworks(texts) })).problem]).toEqual([
      texts,
      'not-allowed',
    ])
  expect(meter.asked).toEqual([])
  const wide = installationNetworks(['0.0.0.0/0', '127.0.0.1/32', '::/0'])
  expect([wide.has('127.0.0.1'), wide.has('127.0.0.2'), wide.has('192.168.1.7')]).toEqual([true, false, true])
  for (const never of [
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
  ])
    expect([never, wide.has(never)]).toEqual([never, false])
  // Whatever a number is dressed up as, the resolver makes an address of it, and that is judged.
  for (const host of ['2130706433', '0x7f.1', '127.1', 'localhost'])
    expect(
      (
        await readSource({
          ...job,
          target: target(meter.port, { host }),
          networks: installationNetworks(['10.0.0.0/8']),
        })
      ).problem,
    ).toMatch(/not-allowed|unknown-host/)
  expect(
    (
      await readSource({
        ...job,
        target: target(meter.port, { host: 'no.such.host.invalid' }),
        networks: installationNetworks(HERE),
      })
    ).problem,
  ).toBe('unknown-host')
  expect(() => installationNetworks(['here'])).toThrow(RangeError)
  expect(networksOf(['10.0.0.0/8']).has('10.1.2.3')).toBe(true)
})

/*
 * From here on with the database: maps, sources and the job.
 */

let made = 0
async function aModel(protocol = 'modbusTcp') {
  const [maker] = (await ok('/api/basedata/manufacture/list', {})).list
  const isPile = protocol !== 'modbusTcp' && protocol !== 'dlt645'
  const rest = isPile ? { currentType: 'dc', power: 60_000, connectorCount: 1, connectorKind: 'dcGun' } : {}
  const saved = await ok('/api/basedata/model/save', {
    code: `T${++made}`,
    name: `型号${made}`,
    manufacturer: maker.id,
    protocol,
    ...rest,
  })
  return saved.id as string
}
const draft = (model: string, copyOf?: string) =>
  ok('/api/basedata/pointMap/createDraft', { model, ...(copyOf ? { copyOf } : {}) })
async function publishedMap(model: string, points: PointRow[] = ROWS) {
  const { id } = await draft(model)
  const { version } = await ok('/api/basedata/pointMap/detail', { id }, 'GET')
  await ok('/api/basedata/pointMap/saveDraft', { id, points, seen: version })
  await ok('/api/basedata/pointMap/publish', { id })
  return id as string
}
async function aSource(port: number, differs: Record<string, unknown> = {}) {
  const model = (differs.model as string | undefined) ?? (await aModel())
  const input = {
    code: `S${++made}`,
    name: '一号表',
    model,
    host: '127.0.0.1',
    port,
    unit: 7,
    period: 60,
    state: 'active',
    ...differs,
  }
  return (await ok('/api/basedata/pointSource/save', input)) as {
    id: string
    version: number
    map: string | null
    [key: string]: unknown
  }
}
const source = (id: string) => ok('/api/basedata/pointSource/get', { id }, 'GET')
const latest = async (id: string) => valuesOf((await ok('/api/basedata/pointSource/values', { id }, 'GET')).list)
const poll = () => poller.run(server.db, new AbortController().signal, 0)

test('the way of a map: drawn up, judged, published, and unchangeable then', async () => {
  const model = await aModel()
  const { id, number } = await draft(model)
  expect(number).toBe(1)
  expect((await refused('/api/basedata/pointMap/createDraft', { model })).code).toBe('gateway.draftExists')
  expect((await refused('/api/basedata/pointMap/publish', { id })).code).toBe('gateway.mapIsEmpty')
  const { version } = await ok('/api/basedata/pointMap/detail', { id }, 'GET')
  const wrong = [{ ...ROWS[0], scale: '0' }]
  const saved = await ok('/api/basedata/pointMap/saveDraft', { id, points: wrong, seen: version })
  expect(saved).toMatchObject({ problems: 1 })
  expect(await refused('/api/basedata/pointMap/saveDraft', { id, points: ROWS, seen: version })).toMatchObject({
    status: 409,
  })
  expect((await refused('/api/basedata/pointMap/publish', { id })).code).toBe('gateway.mapHasProblems')
  await ok('/api/basedata/pointMap/saveDraft', { id, points: ROWS, seen: saved.version, note: '首版' })
  await ok('/api/basedata/pointMap/publish', { id })
  expect(await ok('/api/basedata/pointMap/get', { id }, 'GET')).toMatchObject({
    state: 'published',
    pointCount: 4,
    problems: 0,
    note: '首版',
    runsOn: 0,
  })
  for (const command of ['saveDraft', 'discardDraft', 'publish'])
    expect(
      (
        await refused(`/api/basedata/pointMap/${command}`, {
          id,
          ...(command === 'saveDraft' ? { points: [], seen: 9 } : {}),
        })
      ).code,
    ).toBe('kernel.notAllowedNow')
  const change = (sql: string) => server.db.tenant(as.tenantId, tx => tx.execute(sql, [id]))
  await expect(change("update gateway_point_map set points = '[]' where id = $1")).rejects.toThrow(/cannot be changed/)
  await expect(change('delete from gateway_point_map where id = $1')).rejects.toThrow(/cannot be deleted/)
  // The next begins with what this one holds, and may be given up.
  const next = await draft(model, id)
  expect(next.number).toBe(2)
  expect((await ok('/api/basedata/pointMap/detail', { id: next.id }, 'GET')).points).toEqual(ROWS)
  await ok('/api/basedata/pointMap/discardDraft', { id: next.id })
})

test('a form saves rows as JSON does, none at all too', async () => {
  const { id } = await draft(await aModel())
  for (const points of [ROWS, []]) {
    const { version } = await ok('/api/basedata/pointMap/detail', { id }, 'GET')
    const saved = await server.call(
      '/api/basedata/pointMap/saveDraft',
      { id, points, seen: version },
      { as, form: true },
    )
    expect(saved.success, saved.text).toBe(true)
    expect((await ok('/api/basedata/pointMap/detail', { id }, 'GET')).points).toEqual(points)
  }
})

test('rows of a map have their shape, and a model its language', async () => {
  const { id } = await draft(await aModel())
  const save = (points: unknown) => refused('/api/basedata/pointMap/saveDraft', { id, points, seen: 1 })
  expect((await save([{ key: 'a', colour: 'red' }])).code).toBe('kernel.invalid')
  expect((await save([{ key: 1 }])).code).toBe('kernel.invalid')
  expect((await save([{ name: 'x'.repeat(401) }])).code).toBe('kernel.invalid')
  expect((await save(Array.from({ length: 501 }, () => ({ key: 'a' })))).code).toBe('kernel.invalid')
  expect((await save('none')).code).toBe('kernel.invalid')
  expect((await refused('/api/basedata/pointMap/createDraft', { model: await aModel('ykc') })).fields).toHaveProperty(
    'model',
  )
  expect(
    (await refused('/api/basedata/pointMap/createDraft', { model: await aModel('dlt645'), copyOf: id })).fields,
  ).toHaveProperty('copyOf')
  const stranger = callerWith({ tenantId: newId() })
  expect((await refused('/api/basedata/pointMap/saveDraft', { id, points: [], seen: 1 }, stranger)).status).toBe(404)
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['gateway.pointMap:read'] })
  expect((await refused('/api/basedata/pointMap/publish', { id }, reader)).status).toBe(403)
})

test('a source runs the map it was given until somebody says otherwise', async () => {
  const meter = await aMeter(REGISTERS)
  const model = await aModel()
  const waiting = await aSource(meter.port, { model })
  expect([waiting.map, waiting.health]).toEqual([null, 'waiting'])
  const first = await publishedMap(model, ROWS.slice(0, 2))
  expect(await source(waiting.id)).toMatchObject({ map: first })
  expect(await poll()).toBe(1)
  expect(await source(waiting.id)).toMatchObject({ health: 'ok', failures: 0, lastReadAt: now, lastProblem: null })
  expect(await latest(waiting.id)).toEqual({ ua: '230.4', p: '-200' })
  const second = await publishedMap(model)
  expect(await source(waiting.id)).toMatchObject({ map: first })
  expect(await ok('/api/basedata/pointSource/takeMap', { ids: [waiting.id] })).toEqual({ taken: 1 })
  expect(await source(waiting.id)).toMatchObject({ map: second })
  expect(await poll()).toBe(1)
  expect(await latest(waiting.id)).toEqual({ ua: '230.4', p: '-200', ep: '1234.56', run: '1' })
  await ok('/api/basedata/pointSource/save', { ...(await named(waiting.id)), state: 'paused' })
})

async function named(id: string) {
  const { version } = await source(id)
  return { id, version }
}

test('a source is read at its times, points with a period of their own at theirs, and its record is not touched', async () => {
  const meter = await aMeter(REGISTERS)
  const model = await aModel()
  await publishedMap(model)
  const { id, version } = await aSource(meter.port, { model })
  expect(await poll()).toBe(1)
  expect(await poll()).toBe(0)
  meter.holding.set(0, 2_310)
  now += 60_000
  expect(await poll()).toBe(1)
  expect((await source(id)).version).toBe(version)
  const shown = (await ok('/api/basedata/pointSource/values', { id }, 'GET')).list as {
    key: string
    at: number
    word: string | null
    unit: string
  }[]
  expect(shown.map(one => [one.key, one.at === now])).toEqual([
    ['ua', true],
    ['p', true],
    ['ep', true],
    ['run', false],
  ])
  expect(shown.at(-1)).toMatchObject({ word: '运行' })
  const from = now - 120_000
  const { list } = await ok('/api/basedata/pointSource/readings', { id, key: 'ua', from, to: now + 1 }, 'GET')
  expect(list.map((one: { value: string }) => one.value)).toEqual(['230.4', '231'])
  expect(
    (await ok('/api/basedata/pointSource/readings', { id, key: 'run', from, to: now + 1 }, 'GET')).list,
  ).toHaveLength(1)
  // Readings older than the tenant keeps them go; the latest stays with the source.
  expect(await forgetReadings(server.db, now + 91 * 86_400_000)).toBeGreaterThan(1)
  expect((await latest(id)).ua).toBe('231')
  await ok('/api/basedata/pointSource/del', { ids: [id] })
})

test('values out of their limits are kept and cast doubt', async () => {
  const meter = await aMeter(REGISTERS)
  const model = await aModel()
  await publishedMap(model, [{ ...ROWS[0], min: '300', max: '400' }])
  const { id } = await aSource(meter.port, { model })
  await poll()
  expect(await source(id)).toMatchObject({ health: 'partial' })
  const { list } = await ok('/api/basedata/pointSource/readings', { id, key: 'ua', from: now - 1, to: now + 1 }, 'GET')
  expect(list).toEqual([{ at: now, value: '230.4' }])
  await ok('/api/basedata/pointSource/del', { ids: [id] })
})

test('a device that is away is asked less and less often, and at once when it was mended', async () => {
  const model = await aModel()
  await publishedMap(model, ROWS.slice(0, 1))
  const port = aPort()
  const { id } = await aSource(port, { model, period: 60 })
  const pauses: number[] = []
  for (let round = 0; round < 6; round++) {
    expect(await poll()).toBe(1)
    const [row] = await server.db.tenant(as.tenantId, tx =>
      tx.query({ next_at: col.instant }, 'select next_at from gateway_point_source where id = $1', [id]),
    )
    pauses.push(((row?.next_at ?? 0) - now) / 1_000)
    now = row?.next_at ?? now
  }
  expect(pauses).toEqual([120, 240, 480, 900, 900, 900])
  expect(await source(id)).toMatchObject({
    health: 'failing',
    failures: 6,
    lastProblem: 'no-connection',
    lastReadAt: null,
  })
  const meter = await aMeter(REGISTERS)
  await ok('/api/basedata/pointSource/save', { ...(await named(id)), port: meter.port })
  now += 1
  expect(await poll()).toBe(1)
  expect(await source(id)).toMatchObject({ health: 'ok', failures: 0, lastProblem: null })
  await ok('/api/basedata/pointSource/del', { ids: [id] })
})

test('devices behind one address are asked one after the other, others at the same time', async () => {
  let open = 0
  let most = 0
  const port = await aListener((socket, question) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      socket.write(answer(question, [3, 2, 9, 0]))
    }, 30)
  })
  const model = await aModel()
  await publishedMap(model, ROWS.slice(0, 1))
  const made = await Promise.all([1, 2, 3].map(unit => aSource(port, { model, unit })))
  expect(await poll()).toBe(3)
  expect(most).toBe(1)
  for (const { id } of made) expect(await source(id)).toMatchObject({ health: 'ok' })
  await ok('/api/basedata/pointSource/del', { ids: made.map(one => one.id) })
})

test('two runners at once do not ask the same device', async () => {
  const meter = await aMeter(REGISTERS)
  const model = await aModel()
  await publishedMap(model, ROWS.slice(0, 1))
  const { id } = await aSource(meter.port, { model })
  const counts = await Promise.all([poll(), poll()])
  expect(counts[0] + counts[1]).toBe(1)
  expect(meter.asked).toHaveLength(1)
  await ok('/api/basedata/pointSource/del', { ids: [id] })
})

test('a stop ends a reading under way and blames nobody', async () => {
  const port = await aListener(() => {})
  const model = await aModel()
  await publishedMap(model, ROWS.slice(0, 1))
  const { id } = await aSource(port, { model })
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(), 50)
  const began = performance.now()
  await poller.run(server.db, stopping.signal, 10_000)
  expect(performance.now() - began).toBeLessThan(290)
  expect(await source(id)).toMatchObject({ health: 'waiting', failures: 0 })
  await ok('/api/basedata/pointSource/del', { ids: [id] })
})

test('the operator’s list counts as well as the installation’s', async () => {
  const meter = await aMeter(REGISTERS)
  const model = await aModel()
  await publishedMap(model, ROWS.slice(0, 1))
  const { id } = await aSource(meter.port, { model })
  await allow(['10.0.0.0/8'])
  expect(await ok('/api/basedata/pointSource/networks', {}, 'GET')).toEqual({ installation: HERE, own: ['10.0.0.0/8'] })
  expect((await ok('/api/basedata/pointSource/readNow', { id })).problem).toBe('not-allowed')
  expect(await source(id)).toMatchObject({ health: 'failing', lastProblem: 'not-allowed' })
  await allow(['127.0.0.1/32'])
  expect(await ok('/api/basedata/pointSource/readNow', { id })).toMatchObject({
    problem: null,
    values: [{ key: 'ua', value: '230.4', unit: 'V' }],
  })
  await ok('/api/basedata/pointSource/del', { ids: [id] })
})

test('rows are tried on a device before they are saved', async () => {
  const meter = await aMeter(REGISTERS)
  const asked = { protocol: 'modbusTcp', points: ROWS, host: '127.0.0.1', port: meter.port, unit: 7 }
  const tried = await ok('/api/basedata/pointMap/tryRead', asked)
  expect(valuesOf(tried.values)).toEqual({ ua: '230.4', p: '-200', ep: '1234.56', run: '1' })
  expect(tried).toMatchObject({ requests: 2, problem: null })
  expect((await refused('/api/basedata/pointMap/tryRead', { ...asked, points: [] })).code).toBe('gateway.mapIsEmpty')
  expect((await refused('/api/basedata/pointMap/tryRead', { ...asked, host: 'http://x/' })).code).toBe('kernel.invalid')
  expect(
    (
      await refused('/api/basedata/pointMap/tryRead', {
        ...asked,
        protocol: 'dlt645',
        points: [{ ...ROWS[0], address: '00010000', type: '', part: '', measurand: 'energyImport', unit: 'kWh' }],
      })
    ).fields,
  ).toHaveProperty('meterAddress')
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['gateway.pointMap:read'] })
  expect((await refused('/api/basedata/pointMap/tryRead', asked, reader)).status).toBe(403)
  // Another operator has its own list, which is empty.
  const stranger = callerWith({ tenantId: newId() })
  expect((await server.call('/api/basedata/pointMap/tryRead', asked, { as: stranger })).data).toMatchObject({
    problem: 'not-allowed',
  })
})

test('pasted bytes mean what the rows say: a block, an answer beside its question, an answer alone', async () => {
  const decode = async (input: Record<string, unknown>) => {
    const { success, data } = await server.call(
      '/api/basedata/pointMap/decode',
      { protocol: 'modbusTcp', points: ROWS, ...input },
      { as },
    )
    return success ? valuesOf(data.values) : data.problem
  }
  const registers = '0900 0000 FFFF FF38'
  const wanted = { ua: '230.4', p: '-200' }
  expect(await decode({ text: registers, from: 0 })).toEqual(wanted)
  expect(await decode({ text: registers })).toBe('needs-address')
  const question = '0001 0000 0006 07 03 0000 0004'
  const reply = '0001 0000 000B 07 03 08 0900 0000 FFFF FF38'
  expect(await decode({ text: `${question}\n${reply}` })).toEqual(wanted)
  expect(await decode({ text: reply, from: 0 })).toEqual(wanted)
  expect(await decode({ text: reply })).toBe('needs-address')
  expect(await decode({ text: '0001 0000 0003 07 83 02' })).toBe('exception')
  expect(await decode({ text: 'zz' })).toBe('not-hex')
  expect(await decode({ protocol: 'ocpp16', points: [], text: '00' })).toBe('not-asked-like-this')
  const energy = [{ key: 'ep', name: '正向', address: '00010000', measurand: 'energyImport', unit: 'kWh' }]
  const frame = encodeDlt645({
    address: METER,
    control: 0x91,
    data: { di: '00010000', energy: 250 } as never,
    surplus: '',
  })
  expect(await decode({ protocol: 'dlt645', points: energy, text: Buffer.from(frame).toString('hex') })).toEqual({
    ep: '2.5',
  })
  expect(await decode({ protocol: 'dlt645', points: energy, text: '00' })).toBe('nothing-found')
})

test('a source says what it needs and shows itself only to those of its station', async () => {
  const model = await aModel()
  const base = { code: 'X1', name: 'x', model, host: '127.0.0.1', port: 502, unit: 1, period: 60, state: 'active' }
  const save = (differs: Record<string, unknown>) => refused('/api/basedata/pointSource/save', { ...base, ...differs })
  expect((await save({ host: 'a b' })).fields).toHaveProperty('host')
  expect((await save({ host: 'http://10.0.0.1' })).fields).toHaveProperty('host')
  expect((await save({ port: 0 })).fields).toHaveProperty('port')
  expect((await save({ unit: -1 })).fields).toHaveProperty('unit')
  expect((await save({ period: 4 })).fields).toHaveProperty('period')
  expect((await save({ model: await aModel('ocpp16') })).fields).toHaveProperty('model')
  expect((await save({ model: await aModel('dlt645') })).fields).toHaveProperty('meterAddress')
  expect((await save({ meterAddress: '12' })).fields).toHaveProperty('meterAddress')
  const [mine, other] = await server.db.platform(async tx => [
    await aStation(tx, { tenantId: as.tenantId }),
    await aStation(tx, { tenantId: as.tenantId }),
  ])
  const { id } = await aSource(502, { station: mine?.id, state: 'paused' })
  const guard = (station: string) =>
    callerWith({ tenantId: as.tenantId, scope: { operators: null, stations: [station], investors: null } })
  const see = async (who: Caller) =>
    (await server.call('/api/basedata/pointSource/values', { id }, { as: who, method: 'GET' })).status
  expect([await see(guard(mine?.id ?? '')), await see(guard(other?.id ?? ''))]).toEqual([200, 404])
})

test('a spreadsheet of a map has the reader’s headings and can be taken in again', async () => {
  const id = await publishedMap(await aModel())
  const { text, headers } = await server.call(
    '/api/basedata/pointMap/sheet',
    { id, format: 'csv' },
    { as, method: 'GET', language: 'en' },
  )
  expect(headers['content-type']).toContain('text/csv')
  expect(text.split('\r\n')).toHaveLength(6)
  expect(text).toContain('ua')
})
