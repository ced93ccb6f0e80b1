import { col } from '@wattyard/server-kit'
import type { Fact } from '@wattyard/gateway/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'
import { daySums, undoneOrders } from '../read/read-day-sums.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
})
afterAll(() => charging.close())

const refused = (session: ReturnType<ChargingWorld['session']>, verdict = 'concurrent'): Fact =>
  ({ ...session.started(), verdict }) as Fact // a start with another verdict is a start
const casesOf = async (id: string) =>
  (
    await world.server.db.platform(tx =>
      tx.query({ code: col.text }, "select code from charging_finding where order_id = $1 and state = 'open'", [id]),
    )
  ).map(row => row.code)
const journalsOf = (id: string) =>
  world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      { source: col.text },
      "select source_type || ' ' || kind as source from ledger_journal where source_id = $1",
      [id],
    ),
  )

describe('a start we refused', () => {
  test('is closed at once, keeps nobody and nothing, and its late stop changes only its figures', async () => {
    const session = world.session()
    await world.tell(refused(session))
    expect(await world.row(session.id)).toMatchObject({
      state: 'closed',
      close_reason: 'start-concurrent',
      ended_at: null,
      live_power_w: null,
    })
    wait(world, 60 * 24 * 3)
    await world.tell(session.stopped(0n, 'DeAuthorized'))
    const row = await world.row(session.id)
    expect(row).toMatchObject({ state: 'closed', close_reason: 'start-concurrent', energy: 0n, meter_stop: 1_000_000n })
    expect(row.ended_at).toBe(world.clock.now())
    expect(await casesOf(session.id)).toEqual([])
  })

  test('is closed also while its connector still says that it charges', async () => {
    const session = world.session()
    const { frame, tenantId, pileId, receivedAt } = session.started()
    const charging: Fact = {
      kind: 'connector-status',
      frame: `${frame}0`,
      tenantId,
      pileId,
      receivedAt,
      deviceAt: receivedAt,
      at: receivedAt,
      clock: 'device',
      connector: 1,
      state: 'charging',
      errorCode: null,
      info: null,
      vendorErrorCode: null,
    }
    await world.tell(session.read(0n))
    await world.tell(charging)
    await world.tell(refused(session))
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', close_reason: 'start-concurrent' })
  })

  test('that shows energy is open again and is billed by its stop', async () => {
    const session = world.session()
    await world.tell(refused(session), session.read(0n))
    wait(world, 5)
    await world.tell(session.read(10n))
    expect((await world.row(session.id)).state).toBe('closed')
    wait(world, 5)
    await world.tell(session.read(20_000n))
    expect(await world.row(session.id)).toMatchObject({ state: 'charging', close_reason: null, live_energy: 20_000n })
    wait(world, 20)
    await world.tell(session.stopped(100_000n))
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', energy: 100_000n, close_reason: null })
  })

  test('and that took nothing ends closed, with the reason, without money and without a case', async () => {
    const session = world.session()
    await world.tell(refused(session))
    await world.tell(session.stopped(0n, 'DeAuthorized'))
    expect(await world.row(session.id)).toMatchObject({
      state: 'closed',
      close_reason: 'start-concurrent',
      stop_reason: 'DeAuthorized',
      energy: 0n,
      total_fen: 0n,
      settled_at: null,
      booked_on: null,
      hold_id: null,
    })
    expect(await casesOf(session.id)).toEqual([])
    expect(await journalsOf(session.id)).toEqual([])
    const { list } = (
      await world.server.call('/api/charging/order/list', { filter: { state: ['closed'] } }, { as: world.as })
    ).data
    expect(list).toMatchObject([{ id: session.id }])
    const { data } = await world.server.call('/api/charging/order/get', { id: session.id }, { as: world.as })
    expect(data).toMatchObject({ closeReason: 'start-concurrent', state: 'closed' })
  })

  test('is in no daily bill and keeps no day open', async () => {
    const session = world.session()
    await world.tell(refused(session), session.stopped(0n, 'DeAuthorized'))
    const { tenantId } = world
    const range = { tenantId, from: '2026-11-01', to: '2026-12-31', stations: null, operators: null }
    await world.server.db.tenant(tenantId, async tx => {
      expect(await daySums(tx, range as Parameters<typeof daySums>[1])).toEqual([]) // plain text for days
      expect(await undoneOrders(tx, tenantId, world.clock.now() + 86_400_000)).toEqual({ unsettled: 0, abnormal: 0 })
    })
  })

  test('may show one step of the register, because both ends were cut to whole steps', async () => {
    const session = world.session()
    await world.tell(refused(session))
    world.clock.set(world.clock.now() + 18)
    await world.tell(session.stopped(10n, 'DeAuthorized'))
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', energy: 10n, total_fen: 0n })
    expect(await casesOf(session.id)).toEqual([])
  })

  test('with an unknown card and at a place without a price is closed all the same', async () => {
    world = await charging.world({ priced: false })
    const session = world.session({ tag: 'NOBODY' })
    await world.tell(refused(session, 'invalid'), session.stopped(0n, 'DeAuthorized'))
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', close_reason: 'start-invalid' })
    expect(await casesOf(session.id)).toEqual([])
  })

  test('that charged in spite of it is an order like any other', async () => {
    const session = world.session()
    await world.tell(refused(session))
    wait(world, 30)
    await world.tell(session.stopped(100_000n))
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', close_reason: null, energy: 100_000n })
  })

  test('that is closed and then turns out to have charged is opened again for a person', async () => {
    const session = world.session()
    await world.tell(refused(session))
    wait(world, 10)
    await world.tell(session.stopped(0n, 'DeAuthorized'))
    expect((await world.row(session.id)).state).toBe('closed')
    await world.tell(session.read(0n))
    expect((await world.row(session.id)).state).toBe('closed')
    await world.tell(session.stopped(50_000n, 'Local'))
    expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', close_reason: null, total_fen: 0n })
    expect(await casesOf(session.id)).toEqual(expect.arrayContaining(['energy-on-closed-order', 'versions-conflict']))
  })
})
