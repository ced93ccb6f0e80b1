import { platformModule as platform } from '@wattyard/platform/server'
import { type Caller, newId } from '@wattyard/server-kit'
import { type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PileClient,
  testGateway,
  type TestGateway,
  type TestPile,
  servedGateway,
  type ServedGateway,
} from '../testing/index.ts'
import { MAX_LOGGED_CONNECTORS } from './limits.ts'

// Energy that flowed is accounted wherever the pile says that it did, and people hear that the record has no such connector.

let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway({ modules: [platform] })
  ;({ bed, server, as } = served)
})

afterAll(() => served.close())

const timestamp = () => new Date().toISOString()
const status = (connectorId: number) => ({ connectorId, status: 'Available', errorCode: 'NoError' })
const meterValue = [{ timestamp: timestamp(), sampledValue: [{ value: '7' }] }]

async function toldOf(pile: TestPile, gateway: TestGateway = bed): Promise<string[]> {
  await gateway.gateway.settled()
  const filter = { pile: pile.pileId, kind: 'unknown-connector' }
  const { data } = await server.call('/api/device/gatewayEvent/list', { filter, pageSize: 100 }, { as })
  return data.list.map((one: { detail: string; severity: string }) => `${one.severity} ${one.detail}`).toSorted()
}

async function sayEverything(client: PileClient, connectorId: number): Promise<unknown> {
  await client.call('StatusNotification', status(connectorId))
  await client.call('MeterValues', { connectorId, meterValue })
  const start = { connectorId, idTag: 'CARD', meterStart: 0, timestamp: timestamp() }
  const answer = await client.call('StartTransaction', start)
  await client.call('StatusNotification', status(connectorId))
  return answer[2]
}

test('a connector that the record does not have is told once, and charges all the same', async () => {
  const pile = await bed.addPile({ connectorCount: 2 })
  const client = await bed.connect(pile)
  for (const known of [0, 1, 2]) await client.call('StatusNotification', status(known))
  expect(await sayEverything(client, 3)).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await toldOf(pile)).toEqual(['warning #3 (1, 2)'])
  await sayEverything(client, 3)
  await sayEverything(client, 4)
  expect(await toldOf(pile)).toEqual(['warning #3 (1, 2)', 'warning #4 (1, 2)'])
  await client.close()
})

test('neither another connection nor another process tells it again, another record does', async () => {
  const pile = await bed.addPile({ connectorCount: 2 })
  const first = await bed.connect(pile)
  await first.call('StatusNotification', status(4))
  await bed.gateway.settled()
  await first.close()
  const second = await bed.connect(pile)
  await second.call('StatusNotification', status(4))
  expect(await toldOf(pile)).toEqual(['warning #4 (1, 2)'])
  const other = await testGateway({ db: server.db, tenantId: as.tenantId, settings: { stream: 'other' } })
  const third = await other.connect(pile)
  await third.call('StatusNotification', status(4))
  expect(await toldOf(pile, other)).toEqual(['warning #4 (1, 2)'])
  await third.close()
  await other.stop()
  const { data } = await server.call('/api/device/devicePole/get', { id: pile.pileId }, { as })
  const change = { id: pile.pileId, version: data.version, connectorCount: 3 }
  expect(await server.call('/api/device/devicePole/save', change, { as })).toMatchObject({ success: true })
  await second.call('StatusNotification', status(3))
  await second.call('StatusNotification', status(4))
  expect(await toldOf(pile)).toEqual(['warning #4 (1, 2)', 'warning #4 (1, 2, 3)'])
  await second.close()
})

test('a connector beyond those of its EVSE is called by both numbers, in the words of the reader in the log', async () => {
  const pile = await bed.addPile({ connectorCount: 4, connectorsPerEvse: 2 })
  const client = await bed.connect(pile, 'ocpp2.0.1')
  const notice = { evseId: 1, connectorStatus: 'Occupied', timestamp: timestamp() }
  await client.call('StatusNotification', { ...notice, connectorId: 2 })
  await client.call('StatusNotification', { ...notice, connectorId: 3 })
  expect(await toldOf(pile)).toEqual(['warning #1-3 (1-1, 1-2, 2-1, 2-2)'])
  const { data } = await server.call('/api/device/log/list', { pile: pile.pileId, group: 'message' }, { as })
  expect(data.list).toMatchObject([{ kind: 'unknown-connector', pileId: pile.pileId, stationId: pile.stationId }])
  const sheet = await server.call(
    '/api/device/log/export',
    { pile: pile.pileId, group: 'message' },
    { as, method: 'GET', language: 'en' },
  )
  expect(sheet.text).toContain('Reported 1-3; in the record: 1-1, 1-2, 2-1, 2-2')
  await client.close()
})

test('a pile that counts without end fills no log', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile)
  for (let connector = 3; connector < 60; connector++)
    client.send(JSON.stringify([2, `n${connector}`, 'StatusNotification', status(connector)]))
  await client.call('StatusNotification', status(60))
  // Once as many as are told at most, and what came in the batch that reached it.
  expect((await toldOf(pile)).length).toBeLessThan(2 * MAX_LOGGED_CONNECTORS)
  await client.close()
})

test.each([0, 3])('nobody is sent to connector %i, which the pile does not have', async connector => {
  const pile = await bed.addPile({ connectorCount: 2 })
  const client = await bed.connect(pile)
  const ask = { pile: pile.pileId, tag: 'APP' }
  const refused = await server.call('/api/device/command/remoteStart', { ...ask, connector }, { as, key: newId() })
  expect(refused).toMatchObject({ success: false, data: { fields: { connector: expect.stringContaining('1, 2') } } })
  const { data } = await server.call('/api/device/command/list', { filter: { pile: pile.pileId } }, { as })
  expect(data.list).toEqual([])
  // What it has is asked for, and so is whatever it likes.
  for (const good of [{ connector: 2 }, {}]) {
    const asked = client.asked()
    await server.call('/api/device/command/remoteStart', { ...ask, ...good }, { as, key: newId() })
    const { id, payload } = await asked
    expect(payload).toMatchObject(good.connector ? { connectorId: 2 } : { idTag: 'APP' })
    client.answer(id, { status: 'Rejected' })
  }
  await client.close()
})
