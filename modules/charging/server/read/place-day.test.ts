import { aPile, aStation } from '@wattyard/assets/testing'
import { fen, formatFen } from '@wattyard/money'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlaceDay } from '../../contract/calls/place-day.ts'
import { type ChargingServer, chargingServer, type ChargingWorld, START, wait } from '../../testing/charging-world.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())
beforeEach(async () => {
  // START is 10:00 in Shanghai.
  world = await charging.world({ principal: 1_000_000n })
})

const HOUR = 60
const ask = (kind: 'station' | 'pile', id: string, as = world.as) =>
  world.server.call('/api/charging/place/today', { kind, id }, { as })
const dayOf = async (kind: 'station' | 'pile', id: string): Promise<PlaceDay> => (await ask(kind, id)).data

/** One session of the world's pile: `minutes` long, of so many kWh. */
async function charge(minutes: number, kwh: bigint, given: Parameters<ChargingWorld['session']>[0] = {}) {
  const session = world.session(given)
  await world.tell(session.started())
  wait(world, minutes)
  await world.tell(session.stopped(kwh * 10_000n))
  return session
}

test('a day so far: billed sessions, their energy and income, and the time that connectors were taken', async () => {
  const { id: billed } = await charge(60, 10n)
  const running = world.session({ connector: 2, meterStart: 5_000_000n })
  await world.tell(running.started())
  wait(world, 60)
  const { id, stationId } = world.pile
  const day = await dayOf('pile', id)
  expect(day).toMatchObject({
    day: '2026-11-20',
    zone: 'Asia/Shanghai',
    today: { orders: 1, energy: '10.0000' },
    before: { orders: 0, energy: '0.0000', income: '0.00' },
    running: 1,
    connectors: 2,
    // One hour each; noon is 12 hours of two connectors.
    charging_s: 7_200,
    utilisation: '8.3000',
    asOf: world.clock.now(),
  })
  const { total_fen } = await world.row(billed)
  expect(day.today.income).toBe(formatFen(fen(total_fen)))
  expect(total_fen).toBeGreaterThan(0n)
  expect(await dayOf('station', stationId)).toEqual(day)
})

test('the day turns at midnight of the station, and the day before is counted until the same time', async () => {
  const { stationId } = world.pile
  const midnight = START + 14 * HOUR * 60_000
  world.clock.set(midnight - 30 * 60_000)
  await charge(20, 5n)
  // Over midnight: it counts on the day of its stop, and half of its time is today's.
  await charge(20, 3n, { meterStart: 2_000_000n })
  expect(await dayOf('station', stationId)).toMatchObject({
    day: '2026-11-21',
    today: { orders: 1, energy: '3.0000' },
    before: { orders: 0 },
    charging_s: 600,
  })
  world.clock.set(midnight + 24 * HOUR * 60_000 - 60_000)
  expect(await dayOf('station', stationId)).toMatchObject({
    today: { orders: 1 },
    before: { orders: 1, energy: '5.0000' },
  })
  world.clock.set(midnight + 24 * HOUR * 60_000 + 5 * 60_000)
  expect(await dayOf('station', stationId)).toMatchObject({ today: { orders: 0 }, before: { orders: 0 } })
})

test('a station in another zone has its own midnight', async () => {
  const { tenantId } = world
  const pile = await world.server.db.tenant(tenantId, async tx =>
    aPile(tx, await aStation(tx, { tenantId, zone: 'America/Mexico_City' })),
  )
  // 10:00 in Shanghai is 20:00 of the day before in Mexico City.
  await charge(30, 4n, { pileId: pile.id })
  expect(await dayOf('pile', pile.id)).toMatchObject({ day: '2026-11-19', today: { orders: 1, energy: '4.0000' } })
  wait(world, 4 * HOUR)
  expect(await dayOf('pile', pile.id)).toMatchObject({ day: '2026-11-20', today: { orders: 0 } })
})

test('other places and other people’s places say nothing', async () => {
  await charge(30, 4n)
  const { tenantId } = world
  const other = await world.server.db.tenant(tenantId, async tx => aPile(tx, await aStation(tx, { tenantId })))
  expect(await dayOf('pile', other.id)).toMatchObject({
    today: { orders: 0 },
    running: 0,
    charging_s: 0,
    utilisation: '0.0000',
  })
  const ofOther = callerWith({ tenantId, scope: { operators: null, stations: [other.stationId], investors: null } })
  expect(await ask('pile', world.pile.id, ofOther)).toMatchObject({ status: 404 })
  expect(await ask('station', world.pile.stationId, ofOther)).toMatchObject({ status: 404 })
  expect(await ask('pile', other.id, ofOther)).toMatchObject({ status: 200 })
  const withoutOrders = callerWith({ tenantId, permissions: ['assets.pile:read', 'assets.station:read'] })
  expect((await ask('pile', world.pile.id, withoutOrders)).success).toBe(false)
})
