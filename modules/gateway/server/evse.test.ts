import { assetsModule } from '@wattyard/assets/server'
import { quietPorts } from '@wattyard/assets/testing'
import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aPassword,
  type PileClient,
  recordedFacts,
  recordingConsumer,
  testGateway,
  type TestGateway,
  type TestPile,
} from '../testing/index.ts'
import { gatewayModule } from './module.ts'

let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  const db = await testDatabase()
  as = callerWith({ tenantId: newId() })
  bed = await testGateway({ db, tenantId: as.tenantId, settings: { commandTimeout_ms: 2_500 } })
  server = await testServer({
    db,
    modules: [
      assetsModule(quietPorts({ evsesChanged: pile => bed.gateway.evsesChanged(pile) })),
      gatewayModule(bed.gateway, { qrPrefix: 'https://charge.example/c/', confirmPassword: aPassword }),
    ],
  })
})

afterAll(async () => {
  await bed.stop()
  await server.close()
  await server.db.close()
})

const now = (offset_ms = 0) => new Date(Date.now() + offset_ms).toISOString()
const status = (evseId: number, connectorId: number, connectorStatus: string) => ({
  evseId,
  connectorId,
  connectorStatus,
  timestamp: now(),
})
const event = (transactionId: string, eventType: string, seqNo: number, evse: object, more: object = {}) => ({
  eventType,
  seqNo,
  timestamp: now(seqNo),
  triggerReason: 'CablePluggedIn',
  transactionInfo: { transactionId },
  evse,
  ...more,
})
const meterValue = [{ timestamp: now(), sampledValue: [{ value: 7 }] }]

/** A pile of two EVSEs with two connectors each. */
async function twoByTwo(): Promise<{ pile: TestPile; client: PileClient }> {
  const pile = await bed.addPile({ connectorCount: 4, connectorsPerEvse: 2 })
  return { pile, client: await bed.connect(pile, 'ocpp2.0.1') }
}

async function statesOf(pile: TestPile): Promise<[number, string][]> {
  await bed.gateway.settled()
  const { data } = await server.call('/api/device/connectorState/list', { piles: [pile.pileId] }, { as })
  return data.list.map((one: { connector: number; reported: string }) => [one.connector, one.reported])
}

async function factsOf(pile: TestPile) {
  await bed.gateway.settled()
  return (await recordedFacts(server.db)).filter(fact => fact.pileId === pile.pileId)
}

test('what is said of one connector of an EVSE changes that connector alone', async () => {
  const { pile, client } = await twoByTwo()
  for (const place of ['1-1', '1-2', '2-1', '2-2']) {
    const [evse = 0, connector = 0] = place.split('-').map(Number)
    await client.call('StatusNotification', status(evse, connector, 'Available'))
  }
  await client.call('StatusNotification', status(1, 2, 'Occupied'))
  expect(await statesOf(pile)).toEqual([
    [1, 'idle'],
    [2, 'plugged'],
    [3, 'idle'],
    [4, 'idle'],
  ])
  await client.call('StatusNotification', status(2, 1, 'Faulted'))
  expect(await statesOf(pile)).toEqual([
    [1, 'idle'],
    [2, 'plugged'],
    [3, 'fault'],
    [4, 'idle'],
  ])
  await client.close()
})

const TO_MANY: ReadonlySet<string> = new Set(['changeAvailability', 'trigger'])

test.each([
  ['unlock', { connector: 2 }, { evseId: 1, connectorId: 2 }],
  ['unlock', { connector: 3 }, { evseId: 2, connectorId: 1 }],
  ['changeAvailability', { connector: 4, operative: false }, { evse: { id: 2, connectorId: 2 } }],
  ['trigger', { message: 'status', connector: 2 }, { evse: { id: 1, connectorId: 2 } }],
  ['remoteStart', { connector: 3, tag: 'APP' }, { evseId: 2 }],
])('%s of %o says %o to the pile', async (name, input, payload) => {
  const { pile, client } = await twoByTwo()
  const asked = client.asked()
  const answer = await server.call(
    `/api/device/command/${name}`,
    { ...(TO_MANY.has(name) ? { piles: [pile.pileId] } : { pile: pile.pileId }), ...input },
    { as, key: newId() },
  )
  expect(answer).toMatchObject({ success: true })
  expect((await asked).payload).toMatchObject(payload)
  await client.close()
})

test('a transaction on connector 1 of EVSE 2 is one of connector 3 of the pile', async () => {
  const { pile, client } = await twoByTwo()
  const at = { id: 2, connectorId: 1 }
  await client.call('TransactionEvent', event('t1', 'Started', 0, at, { idToken: { idToken: 'C', type: 'ISO14443' } }))
  await client.call('TransactionEvent', event('t1', 'Updated', 1, at, { meterValue }))
  await client.call('TransactionEvent', event('t1', 'Ended', 2, at, { meterValue }))
  expect((await factsOf(pile)).map(fact => [fact.kind, fact.connector])).toEqual([
    ['session-started', 3],
    ['meter-read', 3],
    ['session-stopped', 3],
  ])
  await client.close()
})

test('people read the connector as its EVSE has it, also in the log', async () => {
  const { pile, client } = await twoByTwo()
  await client.call('StatusNotification', status(2, 1, 'Faulted'))
  await bed.gateway.settled()
  const states = await server.call('/api/device/connectorState/list', { piles: [pile.pileId] }, { as })
  expect(states.data.list).toMatchObject([{ connector: 3, name: '2-1' }])
  const events = await server.call(
    '/api/device/gatewayEvent/list',
    { filter: { pile: pile.pileId, kind: 'faulted' } },
    { as },
  )
  expect(events.data.list).toMatchObject([{ detail: '#2-1 Faulted' }])
  await client.close()
})

test('where the connector is not said, it is the one in use: by transaction, by cable, else the first', async () => {
  const { pile, client } = await twoByTwo()
  await client.call('MeterValues', { evseId: 1, meterValue })
  await client.call('StatusNotification', status(1, 2, 'Occupied'))
  await client.call('MeterValues', { evseId: 1, meterValue })
  await client.call('TransactionEvent', event('t2', 'Started', 0, { id: 1 }))
  await client.call('StatusNotification', status(2, 1, 'Occupied'))
  await client.call('StatusNotification', status(2, 2, 'Occupied'))
  await client.call('TransactionEvent', event('t3', 'Started', 0, { id: 2, connectorId: 2 }))
  await client.call('TransactionEvent', event('t3', 'Updated', 1, { id: 2 }, { meterValue }))
  await client.call('NotifyEvent', {
    generatedAt: now(),
    seqNo: 0,
    eventData: [
      {
        eventId: 1,
        timestamp: now(),
        trigger: 'Alerting',
        actualValue: 'true',
        eventNotificationType: 'HardWiredNotification',
        component: { name: 'EVSE', evse: { id: 2 } },
        variable: { name: 'Problem' },
      },
    ],
  })
  const told = (await factsOf(pile)).filter(fact => fact.kind !== 'connector-status')
  expect(told.map(fact => [fact.kind, fact.connector])).toEqual([
    ['meter-read', 1],
    ['meter-read', 2],
    ['session-started', 2],
    ['session-started', 4],
    ['meter-read', 4],
    ['fault-raised', 4],
  ])
  await client.close()
})

test('another division of the connectors holds for the next message of a connected pile', async () => {
  const pile = await bed.addPile({ connectorCount: 4 })
  const client = await bed.connect(pile, 'ocpp2.0.1')
  // The record says four EVSEs of one: what is none of them is no other either.
  await client.call('StatusNotification', status(1, 2, 'Occupied'))
  expect(await statesOf(pile)).toEqual([[102, 'plugged']])
  const { data } = await server.call('/api/device/devicePole/get', { id: pile.pileId }, { as })
  const saved = await server.call(
    '/api/device/devicePole/save',
    { id: pile.pileId, version: data.version, connectorsPerEvse: 2 },
    { as },
  )
  expect(saved).toMatchObject({ success: true })
  await client.call('StatusNotification', status(1, 2, 'Occupied'))
  expect(await statesOf(pile)).toEqual([
    [2, 'plugged'],
    [102, 'plugged'],
  ])
  await client.close()
})

test('after a crash frames that name an EVSE alone mean the connector they meant', async () => {
  const stream = 'evse-crash'
  const broken = await testGateway({
    db: server.db,
    settings: { stream },
    consumer: {
      async handle() {
        throw Object.assign(new Error('the machine goes down'), { code: '57P01' })
      },
    },
  })
  const pile = await broken.addPile({ connectorCount: 4, connectorsPerEvse: 2 })
  const client = await broken.connect(pile, 'ocpp2.0.1')
  await client.call('StatusNotification', status(2, 2, 'Occupied'))
  await client.call('MeterValues', { evseId: 2, meterValue })
  await client.call('TransactionEvent', event('t9', 'Started', 0, { id: 2 }))
  await client.close()
  await broken.stop()
  const again = await testGateway({ db: server.db, settings: { stream }, consumer: recordingConsumer() })
  await again.gateway.settled()
  expect((await factsOf(pile)).map(fact => [fact.kind, fact.connector])).toEqual([
    ['connector-status', 4],
    ['meter-read', 4],
    ['session-started', 4],
  ])
  await again.stop()
})
