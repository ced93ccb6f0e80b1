import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { type IHandlersOption, RPCClient } from 'ocpp-rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedFacts, TEST_CERTIFICATE, testGateway, type TestGateway, type TestPile } from '../testing/index.ts'

/** A client nobody here wrote, with its own framing and the official schemas in both directions. */

let db: Database
let bed: TestGateway

beforeAll(async () => {
  db = await testDatabase()
  bed = await testGateway({ db })
})

afterAll(async () => {
  await bed.stop()
  await db.close()
})

async function clientOf(pile: TestPile, protocol: string, given: object = {}): Promise<RPCClient> {
  const options = {
    endpoint: `ws://127.0.0.1:${bed.port}/ocpp`,
    identity: pile.identity,
    password: pile.key,
    protocols: [protocol],
    strictMode: true,
    reconnect: false,
    ...given,
  }
  // The package's type calls every option compulsory; its documentation and code do not.
  const client = new RPCClient(options as unknown as ConstructorParameters<typeof RPCClient>[0])
  await client.connect()
  return client
}

const kinds = async (pile: TestPile) => {
  await bed.gateway.settled()
  return (await recordedFacts(db)).filter(fact => fact.pileId === pile.pileId).map(fact => fact.kind)
}

test('ocpp-rpc, strict, OCPP 1.6: a session and a command', async () => {
  const pile = await bed.addPile()
  const client = await clientOf(pile, 'ocpp1.6')
  client.handle('UnlockConnector', async ({ params }: IHandlersOption) => ({
    status: params?.connectorId === 1 ? 'Unlocked' : 'UnlockFailed',
  }))
  const timestamp = new Date().toISOString()
  expect(await client.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })).toMatchObject({
    status: 'Accepted',
  })
  expect(await client.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await client.call('Authorize', { idTag: 'A' })).toEqual({ idTagInfo: { status: 'Accepted' } })
  await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing', timestamp })
  const started: unknown = await client.call('StartTransaction', {
    connectorId: 1,
    idTag: 'A',
    meterStart: 0,
    timestamp,
  })
  const { transactionId } = started as { transactionId: number } // checked by the client's own schema
  await client.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp, sampledValue: [{ value: '5' }] }],
  })
  await client.call('StopTransaction', { transactionId, meterStop: 10, timestamp, reason: 'Local' })
  await expect(client.call('DataTransfer', { vendorId: 'x' })).resolves.toEqual({ status: 'UnknownVendorId' })
  const answer = await bed.gateway.sendCommand({
    tenantId: pile.tenantId,
    pile,
    command: { kind: 'unlock', connector: 1 },
    by: 'test',
  })
  expect(answer).toMatchObject({ state: 'accepted' })
  expect(await kinds(pile)).toEqual([
    'pile-booted',
    'connector-status',
    'session-started',
    'meter-read',
    'session-stopped',
  ])
  await client.close()
})

test('ocpp-rpc, strict, OCPP 2.0.1: a session and a command', async () => {
  const pile = await bed.addPile()
  const client = await clientOf(pile, 'ocpp2.0.1')
  client.handle('Reset', async () => ({ status: 'Accepted' }))
  const timestamp = new Date().toISOString()
  expect(
    await client.call('BootNotification', { reason: 'PowerUp', chargingStation: { model: 'M', vendorName: 'V' } }),
  ).toMatchObject({ status: 'Accepted' })
  await client.call('StatusNotification', { timestamp, connectorStatus: 'Occupied', evseId: 1, connectorId: 1 })
  const event = (eventType: string, seqNo: number, more = {}) =>
    client.call('TransactionEvent', {
      eventType,
      seqNo,
      timestamp,
      triggerReason: 'Authorized',
      transactionInfo: { transactionId: 'abc' },
      evse: { id: 1, connectorId: 1 },
      ...more,
    })
  expect(await event('Started', 0, { idToken: { idToken: 'A', type: 'ISO14443' } })).toEqual({
    idTokenInfo: { status: 'Accepted' },
  })
  expect(await event('Updated', 1, { meterValue: [{ timestamp, sampledValue: [{ value: 5 }] }] })).toEqual({})
  expect(await event('Ended', 2)).toEqual({})
  expect(
    await bed.gateway.sendCommand({
      tenantId: pile.tenantId,
      pile,
      command: { kind: 'reset', mode: 'soft' },
      by: 'test',
    }),
  ).toMatchObject({ state: 'accepted' })
  expect(await kinds(pile)).toEqual([
    'pile-booted',
    'connector-status',
    'session-started',
    'meter-read',
    'session-stopped',
  ])
  await client.close()
})

test('ocpp-rpc, security profile 2: TLS that the client verifies, and the key inside it', async () => {
  const secure = await testGateway({ db, tls: true, settings: { stream: 'foreign-tls' } })
  const pile = await secure.addPile({ profile: 'tls' })
  const endpoint = `wss://localhost:${secure.port}/ocpp`
  await expect(clientOf(pile, 'ocpp2.0.1', { endpoint })).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const wsOpts = { ca: TEST_CERTIFICATE }
  await expect(clientOf({ ...pile, key: `${pile.key}x` }, 'ocpp2.0.1', { endpoint, wsOpts })).rejects.toMatchObject({
    code: 401,
  })
  const client = await clientOf(pile, 'ocpp2.0.1', { endpoint, wsOpts })
  expect(
    await client.call('BootNotification', { reason: 'PowerUp', chargingStation: { model: 'M', vendorName: 'V' } }),
  ).toMatchObject({ status: 'Accepted' })
  await client.close()
  await secure.stop()
})
