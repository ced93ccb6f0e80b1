import { connectPile, testGateway, type TestGateway } from '@wattyard/gateway/testing'
import { createLiveBus, col } from '@wattyard/server-kit'
import { systemClock } from '@wattyard/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { createStartDecider } from './decide-starts.ts'
import { createFactHandler } from '../facts/handle-facts.ts'
import { StartBook } from './start-book.ts'

type Client = Awaited<ReturnType<typeof connectPile>>

let charging: ChargingServer
let world: ChargingWorld
let bed: TestGateway
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())
beforeEach(async () => {
  world = await charging.world({ principal: 100_000n })
  const starts = new StartBook()
  bed = await testGateway({
    db: world.server.db,
    tenantId: world.tenantId,
    decider: createStartDecider(systemClock, starts),
    consumer: createFactHandler({ clock: systemClock, live: createLiveBus(), starts }),
  })
})
afterEach(() => bed.stop())

const aPileOnline = async (protocol: 'ocpp1.6' | 'ocpp2.0.1'): Promise<Client> =>
  bed.connect(await bed.addPile({ connectorCount: 2 }), protocol)

/** Device times of whole seconds that never repeat, in the last minutes. */
let at = Date.now() - 100_000
const stamp = () => new Date((at += 1_000)).toISOString()

/** What one pile of either version says, in the words of its version. */
const SAYS = {
  'ocpp1.6': {
    async start(client: Client, connector = 1, register = 1_000) {
      const [, , payload] = await client.call('StartTransaction', {
        connectorId: connector,
        idTag: world.member.tag,
        meterStart: register,
        timestamp: stamp(),
      })
      const { transactionId, idTagInfo } = payload as { transactionId: number; idTagInfo: { status: string } } // of a start
      return { id: String(transactionId), status: idTagInfo.status }
    },
    stop: (client: Client, id: string, register = 1_000) =>
      client.call('StopTransaction', { transactionId: Number(id), meterStop: register, timestamp: stamp() }),
    idle: (client: Client, connectorId = 1) =>
      client.call('StatusNotification', {
        connectorId,
        errorCode: 'NoError',
        status: 'Available',
        timestamp: stamp(),
      }),
    boot: (client: Client) =>
      client.call('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' }),
  },
  'ocpp2.0.1': {
    async start(client: Client, connector = 1, register = 1_000) {
      const id = `tx-${at}`
      const timestamp = stamp()
      const [, , payload] = await client.call('TransactionEvent', {
        eventType: 'Started',
        seqNo: 0,
        timestamp,
        triggerReason: 'Authorized',
        transactionInfo: { transactionId: id },
        evse: { id: connector, connectorId: 1 },
        idToken: { idToken: world.member.tag, type: 'ISO14443' },
        meterValue: [{ timestamp, sampledValue: [{ value: register, context: 'Transaction.Begin' }] }],
      })
      const { idTokenInfo } = payload as { idTokenInfo: { status: string } } // of an event with a token
      return { id, status: idTokenInfo.status }
    },
    async stop(client: Client, id: string, register = 1_000) {
      const timestamp = stamp()
      return client.call('TransactionEvent', {
        eventType: 'Ended',
        seqNo: 1,
        timestamp,
        triggerReason: 'StopAuthorized',
        transactionInfo: { transactionId: id },
        meterValue: [{ timestamp, sampledValue: [{ value: register, context: 'Transaction.End' }] }],
      })
    },
    idle: (client: Client, evseId = 1) =>
      client.call('StatusNotification', {
        evseId,
        connectorId: 1,
        connectorStatus: 'Available',
        timestamp: stamp(),
      }),
    boot: (client: Client) =>
      client.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Vendor', model: 'Model' } }),
  },
} as const

const states = () =>
  world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      { state: col.text, count: col.bigint },
      'select state, count(*) from charging_order where tenant_id = $1 group by state order by state',
      [world.tenantId],
    ),
  )

describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('who may start again, %s', protocol => {
  const say = SAYS[protocol]
  const aClient = () => aPileOnline(protocol)

  test('a refused start that its pile never stops keeps its driver from nothing', async () => {
    const client = await aClient()
    const first = await say.start(client, 1)
    expect(first.status).toBe('Accepted')
    expect((await say.start(client, 2)).status).toBe('ConcurrentTx')
    await bed.gateway.settled()
    await say.stop(client, first.id)
    expect((await say.start(client, 1)).status).toBe('Accepted')
    await bed.gateway.settled()
    expect(await states()).toEqual([
      { state: 'charging', count: 1n },
      { state: 'closed', count: 1n },
      { state: 'settled', count: 1n },
    ])
  })

  test('while one charges, another does not begin; the refusals do not keep each other out', async () => {
    const [here, there] = await Promise.all([aClient(), aClient()])
    const first = await say.start(here)
    for (let i = 0; i < 5; i++) expect((await say.start(there)).status).toBe('ConcurrentTx')
    await bed.gateway.settled()
    await say.stop(here, first.id)
    expect((await say.start(there)).status).toBe('Accepted')
  })

  test('a pile that crashed and lost its stops makes one order per start, and its driver charges on', async () => {
    const client = await aClient()
    expect((await say.start(client, 1)).status).toBe('Accepted')
    await bed.gateway.settled()
    await say.boot(client)
    // The next start on the connector shows that the former is over.
    expect((await say.start(client, 1)).status).toBe('Accepted')
    await bed.gateway.settled()
    // And so does a connector that says it is free, at whatever pile the driver is now.
    await say.idle(client, 1)
    await bed.gateway.settled()
    expect((await say.start(await aClient())).status).toBe('Accepted')
    await bed.gateway.settled()
    expect(await states()).toEqual([{ state: 'charging', count: 3n }])
  })

  test('a free connector beside the one that charges shows nothing', async () => {
    const client = await aClient()
    expect((await say.start(client, 1)).status).toBe('Accepted')
    await say.idle(client, 2)
    await bed.gateway.settled()
    expect((await say.start(await aClient())).status).toBe('ConcurrentTx')
  })
})
