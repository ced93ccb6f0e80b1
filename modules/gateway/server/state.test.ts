import { connectorKey } from '@wattyard/assets/server'
import { type Caller, newId, WHOLE_TENANT, col } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  A_PASSWORD,
  recordedFacts,
  testGateway,
  type TestGateway,
  servedGateway,
  type ServedGateway,
} from '../testing/index.ts'
import { forgetFrames } from './forget-frames.ts'
import { framesOfSession } from './state/read-frames.ts'
import { connectorStates } from './state/read-states.ts'

let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway({ settings: { ping_ms: 600 } })
  ;({ bed, server, as } = served)
})

afterAll(() => served.close())

const status = (connectorId: number, word: string, offset_ms = 0, errorCode = 'NoError') => ({
  connectorId,
  errorCode,
  status: word,
  timestamp: new Date(Date.now() + offset_ms).toISOString(),
})
const read = async (path: string, input: Record<string, unknown>, caller = as) =>
  (await server.call(path, input, { as: caller })).data

test('states of pile and connectors follow what the pile says, and screens hear it', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  await client.call('BootNotification', {
    chargePointVendor: 'ACME',
    chargePointModel: 'X1',
    firmwareVersion: '7.1',
    chargePointSerialNumber: 'S-1',
  })
  await client.call('StatusNotification', status(1, 'Preparing'))
  await client.call('StatusNotification', status(2, 'Faulted', 0, 'GroundFailure'))
  // An older report that comes late does not undo a newer one.
  await client.call('StatusNotification', status(1, 'Available', -20_000))
  await bed.gateway.settled()
  const { list } = await read('/api/device/pileState/list', { piles: [pile.pileId] })
  expect(list).toMatchObject([
    {
      online: true,
      protocol: 'ocpp1.6',
      vendor: 'ACME',
      model: 'X1',
      firmware: '7.1',
      serial: 'S-1',
      error: 'GroundFailure',
    },
  ])
  const connectors = (await read('/api/device/connectorState/list', { piles: [pile.pileId] })).list
  expect(connectors).toMatchObject([
    { connector: 1, state: 'plugged', error: null },
    { connector: 2, state: 'fault', error: 'GroundFailure' },
  ])
  const heard = bed.live.filter(event => event.stationId === pile.stationId)
  expect(heard.map(event => event.topic)).toEqual(expect.arrayContaining(['gateway.pile', 'gateway.connector']))
  const asset = await read('/api/device/devicePole/get', { id: pile.pileId })
  expect(asset).toMatchObject({ firmware: '7.1', serial: 'S-1' })

  await client.close()
  await bed.gateway.settled()
  const after = (await read('/api/device/connectorState/list', { piles: [pile.pileId] })).list
  expect(after).toMatchObject([
    { state: 'offline', reported: 'plugged' },
    { state: 'offline', reported: 'fault' },
  ])
  const states = await server.db.tenant(as.tenantId, tx => connectorStates(tx, [pile.pileId]))
  expect(states.get(connectorKey(pile.pileId, 1))).toBe('offline')
})

/** How long this process has got no turn since, ms. */
function heldUp(): () => number {
  const every = 10
  let [last, lost] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    lost += Math.max(0, now - last - every)
    last = now
  }, every)
  return () => {
    clearInterval(timer)
    return lost
  }
}

test('a silent line is closed within two intervals and the pile is offline', async () => {
  const pile = await bed.addPile()
  const silent = await bed.connect(pile, 'ocpp1.6', { autoPong: false })
  const began = performance.now()
  const held = heldUp()
  await silent.closed
  // What else the machine does may hold this process up; the gateway's clock stands still with it.
  expect(performance.now() - began - held()).toBeLessThan(2 * 600 + 150)
  await bed.gateway.settled()
  const { list } = await read('/api/device/pileState/list', { piles: [pile.pileId] })
  expect(list).toMatchObject([{ online: false, disconnectedAt: expect.any(Number) }])
})

test('a quiet but living line stays open', async () => {
  const client = await bed.connect(await bed.addPile())
  await new Promise(done => setTimeout(done, 1_500))
  expect((await client.call('Heartbeat', {}))[0]).toBe(3)
})

test('after a crash piles are offline until they come back', async () => {
  const db = server.db
  const first = await testGateway({ db, tenantId: as.tenantId, settings: { stream: 'dies' } })
  const pile = await first.addPile()
  await first.connect(pile)
  await first.gateway.settled()
  // The process dies: nobody says goodbye. The next one on the same stream cleans up.
  const second = await testGateway({ db, tenantId: as.tenantId, settings: { stream: 'dies' } })
  const { list } = await read('/api/device/pileState/list', { piles: [pile.pileId] })
  expect(list).toMatchObject([{ online: false }])
  await second.stop()
  await first.stop()
})

test('the trace: newest first, by page, by action, by session, with problems apart', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const started = await client.call('StartTransaction', {
    connectorId: 1,
    idTag: 'A',
    meterStart: 0,
    timestamp: new Date().toISOString(),
  })
  const { transactionId } = started[2] as { transactionId: number }
  for (let i = 0; i < 5; i++) await client.call('StatusNotification', status(1, 'Charging', i))
  await client.raw('garbage')
  await client.call('StopTransaction', { transactionId, meterStop: 5, timestamp: new Date().toISOString() })
  await bed.gateway.settled()
  const page = (more: Record<string, unknown> = {}) => read('/api/device/frame/list', { pile: pile.pileId, ...more })
  const all = await page()
  expect(all.list.map((one: { action: string }) => one.action)).toEqual([
    'StopTransaction',
    '',
    ...Array<string>(5).fill('StatusNotification'),
    'StartTransaction',
  ])
  const first = await page({ size: 3 })
  const second = await page({ size: 3, before: first.next })
  const third = await page({ size: 3, before: second.next })
  expect([...first.list, ...second.list, ...third.list]).toEqual(all.list)
  expect(third.next).toBeNull()
  expect((await page({ onlyProblems: true })).list).toMatchObject([{ problem: 'not-json', call: 'garbage' }])
  expect((await page({ action: 'StartTransaction' })).list).toMatchObject([{ answer: JSON.stringify(started) }])
  const session = (await recordedFacts(server.db)).find(fact => fact.pileId === pile.pileId)?.sessionId ?? ''
  const trace = await page({ session })
  expect(trace.list.map((one: { action: string }) => one.action)).toEqual(['StopTransaction', 'StartTransaction'])
  const bySession = await server.db.tenant(as.tenantId, tx => framesOfSession(tx, session))
  expect(bySession.map(frame => frame.action)).toEqual(['StartTransaction', 'StopTransaction'])
  expect(await read('/api/device/frame/get', { frame: all.list[0].frame })).toEqual(all.list[0])
  expect((await server.call('/api/device/frame/get', { frame: 'x' }, { as })).code).toBe('gateway.notAFrame')
})

test('nobody sees states or traces of another tenant or station', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  await client.call('StatusNotification', status(1, 'Available'))
  await bed.gateway.settled()
  const frame = (await read('/api/device/frame/list', { pile: pile.pileId })).list[0].frame
  const strangers = [
    callerWith({ tenantId: newId() }),
    callerWith({ tenantId: as.tenantId, scope: { operators: null, stations: [newId()], investors: null } }),
  ]
  for (const stranger of strangers)
    for (const [path, input] of [
      ['/api/device/pileState/list', { piles: [pile.pileId] }],
      ['/api/device/connectorState/list', { piles: [pile.pileId] }],
      ['/api/device/frame/list', { pile: pile.pileId }],
      ['/api/device/frame/get', { frame }],
      ['/api/device/configuration/list', { pile: pile.pileId }],
    ] as const)
      expect((await server.call(path, input, { as: stranger })).code).toBe('kernel.notFound')
})

test('a pile’s clock: measured by what is surely live, kept for the next connection', async () => {
  const pile = await bed.addPile()
  const first = await bed.connect(pile)
  // Nine hours slow: its times are corrected by what its status showed.
  const slow = (offset_ms = 0) => new Date(Date.now() - 9 * 3_600_000 + offset_ms).toISOString()
  await first.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Preparing',
    timestamp: slow(),
  })
  await first.call('StartTransaction', { connectorId: 1, idTag: 'A', meterStart: 0, timestamp: slow() })
  await first.close()
  await bed.gateway.settled()
  const again = await testGateway({ db: server.db, tenantId: as.tenantId, settings: { stream: 'clock' } })
  const client = await again.connect(pile)
  // No status on this connection, and a start that was made while the pile was cut off.
  await client.call('StartTransaction', { connectorId: 1, idTag: 'B', meterStart: 0, timestamp: slow(-3_600_000) })
  await again.gateway.settled()
  await again.stop()
  const facts = (await recordedFacts(server.db)).filter(
    fact => fact.pileId === pile.pileId && fact.kind === 'session-started',
  )
  expect(facts.map(fact => [fact.clock, fact.offline])).toEqual([
    ['corrected', false],
    ['corrected', true],
  ])
  expect(Math.abs(Number(facts[0]?.at) - Date.now())).toBeLessThan(10_000)
  expect(Math.abs(Number(facts[1]?.at) - (Date.now() - 3_600_000))).toBeLessThan(10_000)
})

test('credentials: a new key replaces the old at once, a switched-off pile is cut off', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const { list } = await read('/api/device/credential/list', { filter: { pile: pile.pileId } })
  const { id, version } = list[0]
  expect(JSON.stringify(list)).not.toContain(pile.key)
  const unsaid = await server.call('/api/device/credential/rotate', { id, password: 'a guess' }, { as })
  expect(unsaid.data.fields).toHaveProperty('password')
  const asked = { id, password: A_PASSWORD }
  const ofElsewhere = callerWith({ tenantId: as.tenantId, scope: { ...WHOLE_TENANT, operators: [newId()] } })
  for (const stranger of [ofElsewhere, callerWith({ tenantId: newId() })])
    expect(await server.call('/api/device/credential/rotate', asked, { as: stranger })).toMatchObject({
      status: 404,
      code: 'kernel.notFound',
    })
  const rotated = await read('/api/device/credential/rotate', asked)
  const { list: told } = await read('/api/device/credential/history', { id })
  expect(told[0]).toMatchObject({ action: 'rotate' })
  expect(rotated).toEqual({
    identity: pile.identity,
    key: expect.stringMatching(/^[0-9a-f]{40}$/),
    at: expect.any(Number),
  })
  await expect(bed.connect(pile)).rejects.toThrow('401')
  const renewed = {
    ...pile,
    authorization: `Basic ${Buffer.from(`${pile.identity}:${rotated.key}`).toString('base64')}`,
  }
  await client.close()
  const fresh = await bed.connect(renewed)
  await server.call('/api/device/credential/save', { id, version: version + 1, enabled: false }, { as })
  expect((await fresh.closed).code).toBe(1008)
  await expect(bed.connect(renewed)).rejects.toThrow('403')
  const bad = await server.call('/api/device/credential/save', { id, networks: ['10.0.0.0/99'] }, { as })
  expect(bad.success).toBe(false)
  expect(bad.data?.fields ?? bad.data).toHaveProperty('networks')
})

test('an unknown station is approved at a station and comes in with its new key', async () => {
  const db = server.db
  const open = await testGateway({
    db,
    tenantId: as.tenantId,
    settings: { unknownStationsTenant: as.tenantId, stream: 'pending' },
  })
  const pile = await open.addPile() // for its station
  const { status: refused } = await knock(open, 'FRESH-1', 'Basic x')
  expect(refused).toBe(401)
  await open.gateway.settled()
  const { list } = await read('/api/device/pendingPile/list', { filter: { identity: 'FRESH-1' } })
  const approve = {
    id: list[0].id,
    station: pile.stationId,
    code: 'F1',
    currentType: 'ac',
    power: 7000,
    connectorCount: 1,
    profile: 'plain',
  }
  const { data } = await server.call('/api/device/pendingPile/approve', approve, { as })
  expect(data).toMatchObject({ identity: 'FRESH-1', key: expect.stringMatching(/^[0-9a-f]{40}$/) })
  // A name that was unknown a moment ago is remembered as such for some seconds by other processes.
  open.gateway.credentialChanged('FRESH-1')
  const authorization = `Basic ${Buffer.from(`FRESH-1:${data.key}`).toString('base64')}`
  const client = await open.connect({ ...pile, identity: 'FRESH-1', authorization })
  expect((await client.call('Heartbeat', {}))[0]).toBe(3)
  expect((await server.call('/api/device/pendingPile/approve', approve, { as })).code).toBe('kernel.notAllowedNow')
  await open.stop()
})

async function knock(at: TestGateway, identity: string, authorization: string): Promise<{ status: number }> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  }
  const { request } = await import('node:http')
  return new Promise((done, failed) => {
    request({
      port: at.port,
      path: `/ocpp/${identity}`,
      headers: { ...headers, authorization, 'sec-websocket-protocol': 'ocpp1.6' },
    })
      .on('response', response => done({ status: response.statusCode ?? 0 }))
      .on('error', failed)
      .end()
  })
}

test('old frames are forgotten; younger ones, those of sessions and the last one stay', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  await client.call('StatusNotification', status(1, 'Available'))
  const start = { connectorId: 1, idTag: 'TAG', meterStart: 0, timestamp: new Date().toISOString() }
  await client.call('StartTransaction', start)
  await client.call('StatusNotification', status(1, 'Charging'))
  await client.call('StatusNotification', status(2, 'Available'))
  await bed.gateway.settled()
  const frames = () =>
    server.db.platform(tx =>
      tx.query(
        { action: col.text, session_id: col.uuid.orNull, seq: col.bigint, last: col.boolean },
        `select action, session_id, seq, seq = max(seq) over (partition by stream) as last from gateway_frame order by stream, seq`,
      ),
    )
  const before = await frames()
  expect(await forgetFrames(server.db, Date.now() - 60_000)).toBe(0)
  const later = Date.now() + 1_000
  const kept = before.filter(frame => frame.session_id !== null || frame.last)
  expect(kept.map(frame => frame.action)).toContain('StartTransaction')
  expect(kept.length).toBeLessThan(before.length)
  expect(await forgetFrames(server.db, later)).toBe(before.length - kept.length)
  expect(await frames()).toEqual(kept)
  // Nothing is looked at twice, and what was the last goes when it is not the last any more.
  expect(await forgetFrames(server.db, later)).toBe(0)
  await client.call('StatusNotification', status(2, 'Charging'))
  await bed.gateway.settled()
  expect(await forgetFrames(server.db, Date.now() + 1_000)).toBe(1)
})

test('a pile was last heard of when its newest message came, before the table knows', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  const seen = async (): Promise<number> => {
    const { data } = await server.call('/api/device/pileState/list', { piles: pile.pileId }, { as })
    return data.list[0]?.lastSeenAt ?? 0
  }
  await bed.gateway.settled()
  const before = await seen()
  await new Promise(resolve => setTimeout(resolve, 20))
  await client.call('Heartbeat', {})
  expect(await seen()).toBeGreaterThan(before)
  await client.close()
})
