import { newId } from '@wattyard/server-kit'
import { walletsOf } from '@wattyard/members/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'
import { Directory } from '../start/directory.ts'
import { superviseOrders } from '../supervise/supervise-orders.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

const command = (name: string, input: Record<string, unknown>) =>
  world.server.call(`/api/charging/order/${name}`, input, { as: world.as, key: newId() })

/** The gateway hands a batch over again when the order it knew has changed meanwhile. */
async function tell(...facts: Parameters<ChargingWorld['tell']>): Promise<void> {
  await world.tell(...facts).catch(() => world.tell(...facts))
}

describe('what people and the supervisor decided stands against later facts', () => {
  test('a stop that was asked for is not forgotten by the next reading', async () => {
    world = await charging.world()
    const session = world.session()
    await tell(session.started())
    await command('stop', { id: session.id })
    wait(world, 1)
    await tell(session.read(10_000n))
    expect((await world.row(session.id)).state).toBe('stopping')
    wait(world, 1)
    await tell(session.stopped(12_000n, 'Remote'))
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', stop_reason: 'Remote' })
  })

  test('an order that was settled by hand is not billed again when its pile comes back', async () => {
    world = await charging.world()
    const session = world.session()
    await tell(session.started())
    wait(world, 30)
    await tell(session.read(100_000n))
    world.ports.piles.cut(world.pile.id, world.clock.now())
    wait(world, 25 * 60)
    const supervise = () => world.server.db.platform(tx => superviseOrders(tx, world.ports, new Directory()))
    await supervise()
    await supervise()
    expect((await world.row(session.id)).state).toBe('abnormal')
    expect((await command('settleByHand', { id: session.id, energy: '10', reason: '桩已失联' })).data).toMatchObject({
      total: '16.15',
    })
    await tell(session.stopped(150_000n))
    const row = await world.row(session.id)
    expect(row).toMatchObject({ state: 'settled', total_fen: 1_615n, paid_principal_fen: 1_615n })
    const { tenantId, memberId } = world.member
    const wallets = await world.server.db.tenant(tenantId, tx => walletsOf(tx, [{ tenantId, memberId }]))
    expect(wallets.get(memberId)).toMatchObject({ principal: 18_385n, owed: 0n })
  })

  test('energy on a closed order is a case, never free and never billed by itself', async () => {
    world = await charging.world()
    const session = world.session()
    await tell(session.started())
    wait(world, 30)
    await tell(session.stopped(1_000_000n))
    await command('waive', { id: session.id, reason: '测试' })
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', close_reason: 'waived' })
    wait(world, 1)
    await tell(session.read(1_100_000n))
    expect(await world.row(session.id)).toMatchObject({ total_fen: 0n, close_reason: null })
    expect((await world.row(session.id)).state).not.toBe('settled')
  })
})
