import { type PileClient, testGateway, type TestGateway, type TestPile } from '@wattyard/gateway/testing'
import { requestNumber } from '@wattyard/gateway/server'
import { createLiveBus, col } from '@wattyard/server-kit'
import { systemClock } from '@wattyard/time'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { createStartDecider } from './decide-starts.ts'
import { Directory } from './directory.ts'
import { gatewayPiles } from './gateway-piles.ts'
import { createFactHandler } from '../facts/handle-facts.ts'
import { StartBook } from './start-book.ts'
import { superviseOrders } from '../supervise/supervise-orders.ts'

// A pile of two EVSEs with two connectors each (numbers 1 to 4 of the pile), on a real socket, and the orders behind it.

let charging: ChargingServer
let world: ChargingWorld
let bed: TestGateway
let pile: TestPile
let client: PileClient

beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world({ principal: 100_000n })
  const starts = new StartBook()
  bed = await testGateway({
    db: charging.server.db,
    tenantId: world.tenantId,
    decider: createStartDecider(systemClock, starts),
    consumer: createFactHandler({ clock: systemClock, live: createLiveBus(), starts }),
  })
  pile = await bed.addPile({ connectorCount: 4, connectorsPerEvse: 2 })
  client = await bed.connect(pile, 'ocpp2.0.1')
})
afterEach(() => bed.stop())
afterAll(() => charging.close())

/** Device times of whole seconds that never repeat, in the last minutes. */
let at = Date.now() - 100_000
const stamp = () => new Date((at += 1_000)).toISOString()

async function start(id: number, connectorId: number, tag = world.member.tag) {
  const transactionId = `tx-${at}`
  const timestamp = stamp()
  const [, , payload] = await client.call('TransactionEvent', {
    eventType: 'Started',
    seqNo: 0,
    timestamp,
    triggerReason: 'Authorized',
    transactionInfo: { transactionId, chargingState: 'Charging' },
    evse: { id, connectorId },
    idToken: { idToken: tag, type: 'ISO14443' },
    meterValue: [{ timestamp, sampledValue: [{ value: 1_000, context: 'Transaction.Begin' }] }],
  })
  await bed.gateway.settled()
  const { idTokenInfo } = payload as { idTokenInfo: { status: string } } // of an event with a token
  return { transactionId, status: idTokenInfo.status }
}

const order = (connector: number, tag: string) =>
  world.server.db.tenant(world.tenantId, async tx => {
    const { tenantId, pileId, stationId } = pile
    const command = { kind: 'remote-start' as const, tag, connector, remoteStartId: requestNumber() }
    const [row] = await bed.gateway.queueCommand(tx, { tenantId, piles: [{ pileId, stationId }], command, by: '客服' })
    return row?.sessionId
  })
const orders = () =>
  world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      { id: col.uuid, connector: col.integer, state: col.text, reason: col.text.orNull },
      'select id, connector_number as connector, state, close_reason as reason from charging_order order by started_at',
    ),
  )

test('a transaction on EVSE 2 connector 1 is an order of connector 3', async () => {
  expect((await start(2, 1)).status).toBe('Accepted')
  expect(await orders()).toMatchObject([{ connector: 3, state: 'charging' }])
})

test('an EVSE whose other connector charges refuses a start, and says which it is', async () => {
  await start(1, 2)
  await expect(order(1, 'SOMEBODY')).rejects.toMatchObject({ code: 'charging.evseBusy', params: { connector: '1-2' } })
  await expect(order(2, 'SOMEBODY')).rejects.toMatchObject({ code: 'charging.connectorBusy' })
  expect(await order(3, 'SOMEBODY')).toBeTruthy()
  // The second EVSE is awaited now, at either of its cables.
  await expect(order(4, 'ANOTHER')).rejects.toMatchObject({ code: 'charging.evseBusy', params: { connector: '2-1' } })
})

test('of two starts at one EVSE that are ordered at one moment one is written', async () => {
  const tried = await Promise.allSettled([order(1, 'ONE'), order(2, 'TWO')])
  expect(tried.map(one => one.status).toSorted((a, b) => a.localeCompare(b))).toEqual(['fulfilled', 'rejected'])
})

test('a transaction on the other connector of an EVSE shows that the former is over', async () => {
  await start(1, 1)
  const [former] = await orders()
  await start(1, 2)
  const later = { ...systemClock, now: () => Date.now() + 600_000 }
  const ports = { piles: gatewayPiles(bed.gateway), live: createLiveBus(), clock: later }
  await world.server.db.platform(tx => superviseOrders(tx, ports, new Directory()))
  expect(await orders()).toMatchObject([
    { id: former?.id, connector: 1, state: 'closed', reason: 'pile-began-another' },
    { connector: 2, state: 'charging' },
  ])
})

test('a driver who takes the other cable of the EVSE may charge; at another EVSE it is a second charge', async () => {
  expect((await start(1, 1)).status).toBe('Accepted')
  expect((await start(2, 1)).status).toBe('ConcurrentTx')
  expect((await start(1, 2)).status).toBe('Accepted')
})

test('screens call a connector by its EVSE, and by the connector of it where it has several', async () => {
  await start(2, 1)
  const read = async (path: string, input: Record<string, unknown> = {}) =>
    (await world.server.call(path, input, { as: world.as })).data
  const ask = { filter: { pile: pile.pileId } }
  const [listed] = (await read('/api/charging/order/list', ask)).list
  expect(listed).toMatchObject({ connectorNumber: 3, connectorName: '2-1' })
  expect(await read('/api/charging/order/get', { id: listed.id })).toMatchObject({ connectorName: '2-1' })
  expect((await read('/api/charging/monitor')).list).toMatchObject([{ connector: 3, connectorName: '2-1' }])
  const wall = await read('/api/charging/wall')
  const shown = wall.piles.find((one: { id: string }) => one.id === pile.pileId).connectors
  expect(shown.map((one: { name: string }) => one.name)).toEqual(['1-1', '1-2', '2-1', '2-2'])
  expect(shown[2].order).toMatchObject({ id: listed.id })
  const records = (await read('/api/device/connector/list', ask)).list
  expect(records.map((one: { name: string }) => one.name)).toEqual(['1-1', '1-2', '2-1', '2-2'])
})

test('an export calls the connector as the screen does, and a number stays one', async () => {
  await start(2, 1)
  const single = await bed.addPile({ connectorCount: 2 })
  const other = await bed.connect(single)
  await other.call('StartTransaction', { connectorId: 2, idTag: 'NOBODY', meterStart: 0, timestamp: stamp() })
  await bed.gateway.settled()
  const cellsOf = async ({ pileId }: TestPile) => {
    const ask = { filter: { pile: pileId }, columns: 'connectorNumber,state' }
    const file = await world.server.call('/api/charging/order/export', ask, { as: world.as, method: 'GET' })
    return file.text.trim().split('\r\n').at(1)
  }
  expect(await cellsOf(pile)).toMatch(/^2-1,/)
  expect(await cellsOf(single)).toMatch(/^2,/)
})

test('a reading that comes before its start names the EVSE alone; the start says which cable, and what that says is heard', async () => {
  const place = (more: object) => ({ evse: { id: 1, ...more } })
  const event = (eventType: string, seqNo: number, timestamp: string, more: object) => ({
    eventType,
    seqNo,
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    transactionInfo: { transactionId: 'overtaken' },
    meterValue: [{ timestamp, sampledValue: [{ value: 1_000 + seqNo }] }],
    ...more,
  })
  const [began, read] = [stamp(), stamp()]
  await client.call('TransactionEvent', event('Updated', 1, read, place({})))
  await bed.gateway.settled()
  expect(await orders()).toMatchObject([{ connector: 1 }])
  const idToken = { idToken: world.member.tag, type: 'ISO14443' }
  await client.call('TransactionEvent', event('Started', 0, began, { ...place({ connectorId: 2 }), idToken }))
  await bed.gateway.settled()
  expect(await orders()).toMatchObject([{ connector: 2, state: 'charging' }])
  // The driver is here: another charge at the second EVSE is not theirs, and the other cable of the first is taken.
  await expect(order(2, 'SOMEBODY')).rejects.toMatchObject({ code: 'charging.connectorBusy' })
})
