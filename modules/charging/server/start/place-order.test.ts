import { type PileClient, testGateway, type TestGateway, type TestPile } from '@wattyard/gateway/testing'
import { requestNumber } from '@wattyard/gateway/server'
import { aMember } from '@wattyard/members/testing'
import { createLiveBus, type LiveEvent, col } from '@wattyard/server-kit'
import { type SettableClock, settableClock, systemClock } from '@wattyard/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { createStartDecider } from './decide-starts.ts'
import { Directory } from './directory.ts'
import { gatewayPiles } from './gateway-piles.ts'
import { createFactHandler } from '../facts/handle-facts.ts'
import { StartBook } from './start-book.ts'
import { superviseOrders } from '../supervise/supervise-orders.ts'

// The real gateway with a pile on a real socket, and the real orders behind it.

let charging: ChargingServer
let world: ChargingWorld
let bed: TestGateway
let pile: TestPile
let live: LiveEvent[]
let clock: SettableClock

/** A pile here answers at once, so only who waits for no answer needs a short wait. */
const open = async (commandTimeout_ms = 20_000): Promise<TestGateway> => {
  const starts = new StartBook()
  const bus = createLiveBus()
  bus.subscribe(event => live.push(event))
  return testGateway({
    db: charging.server.db,
    tenantId: world.tenantId,
    decider: createStartDecider(systemClock, starts, bus),
    consumer: createFactHandler({ clock: systemClock, live: bus, starts }),
    settings: { commandTimeout_ms },
  })
}

beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  live = []
  world = await charging.world()
  bed = await open()
  pile = await bed.addPile({ tenantId: world.tenantId, connectorCount: 2 })
  clock = settableClock(Date.now())
})
afterEach(() => bed.stop())
afterAll(() => charging.close())

const order = (connector: number | null = 1, tag = world.member.tag) =>
  world.server.db.tenant(world.tenantId, async tx => {
    const { tenantId, pileId, stationId } = pile
    const command = { kind: 'remote-start' as const, tag, connector, remoteStartId: requestNumber() }
    const [row] = await bed.gateway.queueCommand(tx, { tenantId, piles: [{ pileId, stationId }], command, by: '客服' })
    if (!row?.sessionId) throw new Error('a start has a session')
    return { orderId: row.sessionId, commandId: row.id, remoteStartId: command.remoteStartId }
  })
const supervise = async () => {
  await bed.gateway.settled()
  const ports = { piles: gatewayPiles(bed.gateway), live: createLiveBus(), clock }
  return world.server.db.platform(tx => superviseOrders(tx, ports, new Directory()))
}
const answer = async (client: PileClient, status: string) => client.answer((await client.asked()).id, { status })
const start16 = (connectorId = 1, idTag = world.member.tag) => ({
  connectorId,
  idTag,
  meterStart: 100_000,
  timestamp: new Date().toISOString(),
})
const ordersOf = () =>
  world.server.db.platform(tx =>
    tx.query(
      { id: col.uuid, state: col.text },
      'select id, state from charging_order where tenant_id = $1 order by id',
      [world.tenantId],
    ),
  )
const casesOf = (id: string) =>
  world.server.db.platform(tx =>
    tx.query({ code: col.text }, "select code from charging_finding where order_id = $1 and state = 'open'", [id]),
  )
/** A stop half an hour later by the pile's own clock would lie in the future; a moment later is enough. */
const stop16 = (answered: unknown[], idTag = world.member.tag) => ({
  transactionId: (answered[2] as { transactionId: number }).transactionId, // what the gateway answers to a start
  meterStop: 100_000,
  timestamp: new Date().toISOString(),
  idTag,
})

describe('a start that is ordered from afar', () => {
  test('is an order at once, and the 1.6 pile’s start is that order', async () => {
    const client = await bed.connect(pile)
    const { orderId } = await order()
    expect(await world.row(orderId)).toMatchObject({
      state: 'starting',
      start_method: 'remote',
      connector_number: 1,
      member_id: world.member.memberId,
      transaction_id: null,
      hold_id: null,
    })
    expect(live).toContainEqual(
      expect.objectContaining({ topic: 'charging.order', data: { id: orderId, state: 'starting' } }),
    )
    await answer(client, 'Accepted')
    await supervise()
    expect((await world.row(orderId)).state).toBe('starting')
    const started = await client.call('StartTransaction', start16())
    expect(started[2]).toMatchObject({ idTagInfo: { status: 'Accepted' } })
    await bed.gateway.settled()
    const row = await world.row(orderId)
    expect(row).toMatchObject({
      state: 'charging',
      start_method: 'remote',
      meter_start: 1_000_000n,
      rated_power_w: 120_000,
    })
    expect(row.member_id).toBe(world.member.memberId)
    expect(row.hold_id).not.toBeNull()
    expect(row.price_hash).not.toBeNull()
    await client.call('StopTransaction', stop16(started))
    await bed.gateway.settled()
    expect((await world.row(orderId)).state).toBe('settled')
    expect(await ordersOf()).toHaveLength(1)
  })

  test('is found by its number where the protocol repeats it, on the connector that the pile chose', async () => {
    const client = await bed.connect(pile, 'ocpp2.0.1')
    const { orderId, remoteStartId } = await order(null)
    await answer(client, 'Accepted')
    const event = (number: number | undefined, transactionId: string, evse: number) => ({
      eventType: 'Started',
      seqNo: 0,
      timestamp: new Date().toISOString(),
      triggerReason: 'RemoteStart',
      transactionInfo: { transactionId, ...(number === undefined ? {} : { remoteStartId: number }) },
      evse: { id: evse, connectorId: 1 },
      idToken: { idToken: world.member.tag, type: 'Central' },
    })
    // The same card at the other plug, with the number of another start.
    await client.call('TransactionEvent', event(remoteStartId === 1 ? 2 : 1, 'other', 1))
    await client.call('TransactionEvent', event(remoteStartId, 'ours', 2))
    await bed.gateway.settled()
    expect(await world.row(orderId)).toMatchObject({ state: 'charging', transaction_id: 'ours', connector_number: 2 })
    expect(await ordersOf()).toHaveLength(2)
  })

  test('is its member’s also where the pile repeats our number and no card; a number we never gave is refused', async () => {
    const client = await bed.connect(pile, 'ocpp2.0.1')
    const { orderId, remoteStartId } = await order()
    await answer(client, 'Accepted')
    const begin = (transactionId: string, number: number, evse: number) =>
      client.call('TransactionEvent', {
        eventType: 'Started',
        seqNo: 0,
        timestamp: new Date().toISOString(),
        triggerReason: 'RemoteStart',
        transactionInfo: { transactionId, remoteStartId: number },
        evse: { id: evse, connectorId: 1 },
      })
    await begin('ours', remoteStartId, 1)
    await begin('strange', remoteStartId === 424_242 ? 1 : 424_242, 2)
    await bed.gateway.settled()
    const row = await world.row(orderId)
    expect(row).toMatchObject({ state: 'charging', member_id: world.member.memberId, transaction_id: 'ours' })
    expect(row.hold_id).not.toBeNull()
    expect((await ordersOf()).map(one => one.state).toSorted()).toEqual(['charging', 'closed'])
  })

  test('names who charges by a cable that was plugged in before: one order, from that cable on', async () => {
    const client = await bed.connect(pile, 'ocpp2.0.1')
    let seqNo = 0
    const tell = async (eventType: string, triggerReason: string, more: { info?: object; [key: string]: unknown }) => {
      const { info, ...rest } = more
      const timestamp = new Date().toISOString()
      await client.call('TransactionEvent', {
        eventType,
        seqNo: seqNo++,
        timestamp,
        triggerReason,
        transactionInfo: { transactionId: 'cable', ...info },
        evse: { id: 1, connectorId: 1 },
        ...rest,
      })
      await bed.gateway.settled()
    }
    const registerOf = (value: number, context: string) => ({
      meterValue: [{ timestamp: new Date().toISOString(), sampledValue: [{ value, context }] }],
    })
    await tell('Started', 'CablePluggedIn', registerOf(1_000, 'Transaction.Begin'))
    const { orderId, remoteStartId } = await order()
    await answer(client, 'Accepted')
    const idToken = { idToken: world.member.tag, type: 'Central' }
    await tell('Updated', 'RemoteStart', { idToken, info: { remoteStartId } })
    expect(await world.row(orderId)).toMatchObject({
      state: 'charging',
      transaction_id: 'cable',
      start_method: 'remote',
      meter_start: 10_000n,
      member_id: world.member.memberId,
    })
    await tell('Ended', 'EVDeparted', registerOf(1_002, 'Transaction.End'))
    expect(await world.row(orderId)).toMatchObject({ state: 'settled', energy: 20n })
    // The cable's own order ended without anybody.
    expect((await ordersOf()).map(one => one.state).toSorted()).toEqual(['closed', 'settled'])
  })

  test.each([
    ['Rejected', 'command-refused'],
    ['', 'command-unanswered'],
  ])('answered with "%s" is closed as %s', async (status, reason) => {
    if (status === '') {
      await bed.stop()
      bed = await open(300)
    }
    const client = await bed.connect(pile)
    const { orderId, commandId } = await order()
    if (status === '') await client.asked()
    else await answer(client, status)
    await bed.gateway.commandEnded(commandId)
    await supervise()
    expect(await world.row(orderId)).toMatchObject({ state: 'closed', close_reason: reason, total_fen: 0n })
    expect(await casesOf(orderId)).toEqual([])
    // Nobody is kept busy by it.
    expect((await client.call('StartTransaction', start16()))[2]).toMatchObject({ idTagInfo: { status: 'Accepted' } })
    await bed.gateway.settled()
    expect((await ordersOf()).map(one => one.state)).toEqual(['closed', 'charging'])
  })

  test('to a pile that is away is closed and says so', async () => {
    const { orderId, commandId } = await order()
    await bed.gateway.commandEnded(commandId)
    await supervise()
    expect(await world.row(orderId)).toMatchObject({ state: 'closed', close_reason: 'command-offline' })
  })

  test('that the pile accepts and never begins is closed; when it begins after all, a person is told and it is billed', async () => {
    const client = await bed.connect(pile)
    const { orderId } = await order()
    await answer(client, 'Accepted')
    clock.set(Date.now() + 95_000)
    await supervise()
    expect(await world.row(orderId)).toMatchObject({ state: 'closed', close_reason: 'never-started' })
    const started = await client.call('StartTransaction', start16())
    await bed.gateway.settled()
    expect(await world.row(orderId)).toMatchObject({ state: 'abnormal', close_reason: null })
    expect((await casesOf(orderId)).map(one => one.code)).toEqual(['energy-on-closed-order'])
    await client.call('StopTransaction', stop16(started))
    await bed.gateway.settled()
    expect((await world.row(orderId)).state).toBe('settled')
    expect(await casesOf(orderId)).toEqual([])
  })

  describe.each(['refuses', 'answers with an error', 'leaves the line', 'never answers', 'is away'])(
    'whose pile %s',
    how => {
      test('keeps neither driver nor connector from the moment that is known', async () => {
        if (how === 'never answers') {
          await bed.stop()
          bed = await open(300)
        }
        const client = how === 'is away' ? null : await bed.connect(pile)
        const { orderId, commandId } = await order()
        const asked = await client?.asked()
        if (how === 'leaves the line') await client?.close()
        if (how === 'refuses') client?.answer(asked?.id ?? '', { status: 'Rejected' })
        if (how === 'answers with an error') client?.send(JSON.stringify([4, asked?.id, 'InternalError', '', {}]))
        await bed.gateway.commandEnded(commandId)
        // The supervisor has not looked yet.
        expect((await world.row(orderId)).state).toBe('starting')
        const elsewhere = await bed.connect(await bed.addPile({ tenantId: world.tenantId }))
        expect((await elsewhere.call('Authorize', { idTag: world.member.tag }))[2]).toMatchObject({
          idTagInfo: { status: 'Accepted' },
        })
        const started = await elsewhere.call('StartTransaction', start16())
        expect(started[2]).toMatchObject({ idTagInfo: { status: 'Accepted' } })
        await elsewhere.call('StopTransaction', stop16(started))
        await bed.gateway.settled()
        await order()
        expect((await ordersOf()).map(one => one.state)).toEqual(['starting', 'settled', 'starting'])
        await elsewhere.close()
      })
    },
  )

  test('that its pile began without an answer keeps its driver, before the order knows of it', async () => {
    const client = await bed.connect(pile, 'ocpp2.0.1')
    const { orderId, commandId, remoteStartId } = await order()
    await client.asked()
    await client.call('TransactionEvent', {
      eventType: 'Started',
      seqNo: 0,
      timestamp: new Date().toISOString(),
      triggerReason: 'RemoteStart',
      transactionInfo: { transactionId: 'early', remoteStartId },
      evse: { id: 1, connectorId: 1 },
      idToken: { idToken: world.member.tag, type: 'Central' },
    })
    // The line is cut before it answers, so the command has failed.
    await client.close()
    await bed.gateway.commandEnded(commandId)
    await bed.gateway.settled()
    expect(await world.row(orderId)).toMatchObject({ state: 'charging', transaction_id: 'early' })
    // As it is between the start and the facts' turn.
    await world.server.db.platform(tx =>
      tx.execute("update charging_order set state = 'starting', transaction_id = null where id = $1", [orderId]),
    )
    const elsewhere = await bed.connect(await bed.addPile({ tenantId: world.tenantId }))
    const second = await elsewhere.call('StartTransaction', start16())
    expect(second[2]).toMatchObject({ idTagInfo: { status: 'ConcurrentTx' } })
    await elsewhere.close()
  })

  test('that is under way or accepted keeps its driver', async () => {
    const client = await bed.connect(pile)
    const elsewhere = await bed.connect(await bed.addPile({ tenantId: world.tenantId }))
    const refused = { idTagInfo: { status: 'ConcurrentTx' } }
    const { commandId } = await order()
    const { id } = await client.asked()
    expect((await elsewhere.call('StartTransaction', start16()))[2]).toMatchObject(refused)
    client.answer(id, { status: 'Accepted' })
    await bed.gateway.commandEnded(commandId)
    expect((await elsewhere.call('StartTransaction', start16()))[2]).toMatchObject(refused)
    await expect(order(2)).rejects.toMatchObject({ code: 'charging.memberBusy' })
    await elsewhere.close()
  })

  test('keeps its connector until its command has ended, though the pile says that it is free', async () => {
    const client = await bed.connect(pile)
    await order()
    for (const connectorId of [1, 2])
      await client.call('StatusNotification', {
        connectorId,
        errorCode: 'NoError',
        status: 'Available',
        timestamp: new Date(Date.now() + 1_000).toISOString(),
      })
    await bed.gateway.settled()
    await expect(order(1, 'SOMEBODY')).rejects.toMatchObject({ code: 'charging.connectorBusy' })
    await expect(order(2)).rejects.toMatchObject({ code: 'charging.memberBusy' })
    expect(await ordersOf()).toHaveLength(1)
    const elsewhere = await bed.connect(await bed.addPile({ tenantId: world.tenantId }))
    const concurrent = { idTagInfo: { status: 'ConcurrentTx' } }
    expect((await elsewhere.call('StartTransaction', start16()))[2]).toMatchObject(concurrent)
    await elsewhere.close()
  })

  test('is refused where a connector or a member is busy, and then no command is written', async () => {
    await bed.connect(pile)
    await order(1)
    await expect(order(1, 'SOMEBODY')).rejects.toMatchObject({ code: 'charging.connectorBusy' })
    // The same answer for the card of who charges there: it would confirm a guess.
    await expect(order(1)).rejects.toMatchObject({ code: 'charging.connectorBusy' })
    await expect(order(2)).rejects.toMatchObject({ code: 'charging.memberBusy' })
    const [commands] = await world.server.db.platform(tx =>
      tx.query({ count: col.bigint }, 'select count(*) as count from gateway_command where pile_id = $1', [
        pile.pileId,
      ]),
    )
    expect(commands?.count).toBe(1n)
    expect(await ordersOf()).toHaveLength(1)
  })

  test('two at one moment for one member make one order', async () => {
    await bed.connect(pile)
    const both = await Promise.allSettled([order(1), order(2)])
    expect(both.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await ordersOf()).toHaveLength(1)
  })

  test('survives the end of the process that ordered it', async () => {
    const client = await bed.connect(pile)
    const { orderId, commandId } = await order()
    await answer(client, 'Accepted')
    await bed.gateway.commandEnded(commandId)
    await bed.stop()
    bed = await open()
    const again = await bed.connect(pile)
    await again.call('StartTransaction', start16())
    await bed.gateway.settled()
    expect((await world.row(orderId)).state).toBe('charging')
    expect(await ordersOf()).toHaveLength(1)
  })

  test('with a card nobody has is decided at the pile: refused, and closed with the reason', async () => {
    const client = await bed.connect(pile)
    const { orderId } = await order(1, 'NOBODY')
    await answer(client, 'Accepted')
    const started = await client.call('StartTransaction', start16(1, 'NOBODY'))
    expect(started[2]).toMatchObject({ idTagInfo: { status: 'Invalid' } })
    await client.call('StopTransaction', stop16(started, 'NOBODY'))
    await bed.gateway.settled()
    expect(await world.row(orderId)).toMatchObject({ state: 'closed', close_reason: 'start-invalid' })
  })
})

test('no command is sent for a card that may not charge, whoever sends it', async () => {
  const gone = await world.server.db.platform(tx => aMember(tx, world.tenantId, { status: 'blocked' }))
  await expect(order(1, gone.tag.toLowerCase())).rejects.toMatchObject({
    fields: { tag: { key: 'charging.field.memberBlocked' } },
  })
  expect(await ordersOf()).toEqual([])
})
