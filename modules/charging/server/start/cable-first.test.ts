import { connectPile, testGateway, type TestGateway } from '@wattyard/gateway/testing'
import { aPayingMember } from '@wattyard/payments/testing'
import { createLiveBus, col } from '@wattyard/server-kit'
import { systemClock } from '@wattyard/time'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { createStartDecider } from './decide-starts.ts'
import { createFactHandler } from '../facts/handle-facts.ts'
import { StartBook } from './start-book.ts'

// OCPP 2.0.1 E03: the cable opens the transaction, and who charges is said later. That later word is a start like any other.

type Client = Awaited<ReturnType<typeof connectPile>>

let charging: ChargingServer
let world: ChargingWorld
let bed: TestGateway
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())
beforeEach(async () => {
  at = Date.now() - 90_000
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

/** Device times that never repeat; each test begins a minute and a half ago. */
let at = 0
const stamp = () => new Date((at += 15_000)).toISOString()
const aPileOnline = async (): Promise<Client> => bed.connect(await bed.addPile({ connectorCount: 2 }), 'ocpp2.0.1')

/** A transaction that its cable has opened. */
async function plugIn(client: Client, evse = 1) {
  const id = `cable-${at}`
  let seqNo = 0
  const tell = async (
    eventType: string,
    triggerReason: string,
    { tag, register, info }: { tag?: string; register?: number; info?: object } = {},
  ) => {
    const timestamp = stamp()
    const context =
      eventType === 'Started' ? 'Transaction.Begin' : eventType === 'Ended' ? 'Transaction.End' : undefined
    const [, , payload] = await client.call('TransactionEvent', {
      eventType,
      seqNo: seqNo++,
      timestamp,
      triggerReason,
      transactionInfo: { transactionId: id, ...info },
      evse: { id: evse, connectorId: 1 },
      ...(tag === undefined ? {} : { idToken: { idToken: tag, type: 'ISO14443' } }),
      ...(register === undefined ? {} : { meterValue: [{ timestamp, sampledValue: [{ value: register, context }] }] }),
    })
    await bed.gateway.settled()
    return (payload as { idTokenInfo?: { status: string } }).idTokenInfo?.status // of an event, with or without a token
  }
  await tell('Started', 'CablePluggedIn', { register: 1_000 })
  return {
    show: (tag: string) => tell('Updated', 'Authorized', { tag }),
    read: (register: number) => tell('Updated', 'MeterValuePeriodic', { register }),
    end: (register: number) => tell('Ended', 'EVDeparted', { register }),
    stopBy: (tag: string) => tell('Updated', 'StopAuthorized', { tag }),
    tell,
  }
}

const ROW = {
  state: col.text,
  member_id: col.uuid.orNull,
  close_reason: col.text.orNull,
  total_fen: col.bigint,
  hold_fen: col.bigint,
}

const orders = () =>
  world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      ROW,
      `select state, member_id, close_reason, total_fen, hold_principal_fen + hold_gift_fen as hold_fen
       from charging_order where tenant_id = $1 order by started_at, created_at`,
      [world.tenantId],
    ),
  )
const anotherMember = (principal: bigint) =>
  world.server.db.tenant(world.tenantId, tx => aPayingMember(tx, world.tenantId, { principal }))

test('plugged in is nobody’s charge; the tag that is accepted begins it, with money set aside, and pays', async () => {
  const { memberId, tag } = world.member
  const car = await plugIn(await aPileOnline())
  expect(await orders()).toMatchObject([{ state: 'closed', close_reason: 'start-unauthorised', member_id: null }])
  expect(await car.show(tag)).toBe('Accepted')
  const [begun] = await orders()
  expect(begun).toMatchObject({ state: 'charging', member_id: memberId, close_reason: null })
  expect(begun?.hold_fen).toBeGreaterThan(0n)
  await car.read(1_020)
  expect(await car.stopBy(tag)).toBe('Accepted')
  await car.end(1_040)
  const [settled] = await orders()
  expect(settled).toMatchObject({ state: 'settled', member_id: memberId })
  expect(settled?.total_fen).toBeGreaterThan(0n)
})

test('a member without money is refused, however often, and nothing is set aside', async () => {
  const poor = await anotherMember(0n)
  const car = await plugIn(await aPileOnline())
  expect(await car.show(poor.tag)).toBe('NoCredit')
  expect(await car.show(poor.tag)).toBe('NoCredit')
  expect(await orders()).toMatchObject([{ state: 'closed', hold_fen: 0n }])
  expect(await car.show(world.member.tag)).toBe('Accepted')
  expect(await orders()).toMatchObject([{ state: 'charging', member_id: world.member.memberId }])
})

test('one tag begins one of four cables', async () => {
  const [here, there] = await Promise.all([aPileOnline(), aPileOnline()])
  const cars = []
  for (const [client, evse] of [
    [here, 1],
    [here, 2],
    [there, 1],
    [there, 2],
  ] as const)
    cars.push(await plugIn(client, evse))
  const said = []
  for (const car of cars) said.push(await car.show(world.member.tag))
  expect(said).toEqual(['Accepted', 'ConcurrentTx', 'ConcurrentTx', 'ConcurrentTx'])
  const states = (await orders()).map(order => order.state)
  expect(states.toSorted()).toEqual(['charging', 'closed', 'closed', 'closed'])
  await cars[0]?.end(1_000)
  expect(await cars[1]?.show(world.member.tag)).toBe('Accepted')
})

test('the answer is the same when the pile asks again, also once the money is gone', async () => {
  const car = await plugIn(await aPileOnline())
  expect(await car.show(world.member.tag)).toBe('Accepted')
  expect(await car.show(world.member.tag)).toBe('Accepted')
  const other = await anotherMember(50_000n)
  await car.show(other.tag)
  expect(await orders()).toMatchObject([{ state: 'charging', member_id: world.member.memberId }])
})

test('an unplugged cable that nobody used is closed, and asks nothing of anybody', async () => {
  const car = await plugIn(await aPileOnline())
  await car.end(1_000)
  expect(await orders()).toMatchObject([{ state: 'closed', close_reason: 'start-unauthorised', total_fen: 0n }])
})
