import { col } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { finishSession, foldSession } from '../../contract/index.ts'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'
import { foldOrders } from './order-session.ts'
import { orderEvidence } from '../read/read-order-evidence.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
})
afterAll(() => charging.close())

const rate = (power_w: number) =>
  world.server.db.platform(tx =>
    tx.execute('update assets_pile set power_w = $2 where id = $1', [world.pile.id, power_w]),
  )
const evidenceOf = async (id: string) => {
  const evidence = await world.server.db.tenant(world.tenantId, tx =>
    orderEvidence(tx, world.tenantId, id, world.clock.now()),
  )
  if (!evidence) throw new Error(`no order ${id}`)
  return evidence
}

/** A session of 30 minutes and 50 kWh, told and settled. */
async function settled(meterStart: bigint): Promise<string> {
  const session = world.session({ meterStart })
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(500_000n))
  wait(world, 5)
  expect((await world.row(session.id)).state).toBe('settled')
  return session.id
}

describe('what an order was judged by', () => {
  test('stays with it when its pile is rated anew: the proof finds the same bill', async () => {
    const id = await settled(1_000_000n)
    expect(await world.row(id)).toMatchObject({ rated_power_w: 120_000, register_before: null })
    // 50 kWh in half an hour are impossible on a pile of 20 kW.
    await rate(20_000)
    const { row, facts, limits } = await evidenceOf(id)
    expect(limits).toMatchObject({ ratedPowerW: 120_000, lastRegister: null })
    const [order] = await world.server.db.tenant(world.tenantId, tx => foldOrders(tx, [row]))
    if (!order?.snapshot) throw new Error('the order has its price')
    expect(order.ratedPower_w).toBe(120_000)
    const again = finishSession(foldSession(facts), limits, order.snapshot)
    expect(again.bill).toMatchObject({ energy: row.energy, totalFen: row.total_fen })
    expect(finishSession(foldSession(facts), { ...limits, ratedPowerW: 20_000 }, order.snapshot).bill).toBeNull()
  })

  test('is the rating at its start, not the one at its end', async () => {
    const session = world.session()
    await world.tell(session.started())
    await rate(20_000)
    wait(world, 30)
    await world.tell(session.stopped(500_000n))
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', rated_power_w: 120_000 })
  })

  test('holds the register that the meter had reached before, whatever is learnt later', async () => {
    const first = await settled(1_000_000n)
    const second = await settled(1_600_000n)
    expect(await world.row(second)).toMatchObject({ register_before: 1_500_000n })
    expect((await evidenceOf(second)).limits.lastRegister).toBe(1_500_000n)
    // The session before is found to have ended elsewhere: nothing of this one changes.
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set meter_stop = 9000000 where id = $1', [first]),
    )
    expect((await evidenceOf(second)).limits.lastRegister).toBe(1_500_000n)
  })

  test('is looked up for orders that are older than its columns', async () => {
    await settled(1_000_000n)
    const id = await settled(1_600_000n)
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set rated_power_w = null, register_before = null where id = $1', [id]),
    )
    expect((await evidenceOf(id)).limits).toMatchObject({ ratedPowerW: 120_000, lastRegister: 1_500_000n })
  })
})

describe('a settled order that is contradicted', () => {
  test('is told as what it is, and not as an order without a bill', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 30)
    await world.tell(session.stopped(500_000n))
    wait(world, 5)
    await world.tell(session.stopped(400_000n, 'PowerLoss'))
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', energy: 500_000n })
    const cases = await world.server.db.platform(tx =>
      tx.query({ code: col.text }, 'select code from charging_finding where order_id = $1 order by code', [session.id]),
    )
    expect(cases.map(one => one.code)).toEqual(['bill-contradicted', 'versions-conflict'])
  })
})
