import { wait } from '@wattyard/charging/testing'
import { aPrice } from '@wattyard/pricing/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { financeServer, type FinanceServer } from '../../testing/index.ts'
import { proveOrders } from '../index.ts'

// A proof that is wrong on a healthy system hides what is wrong on a sick one: like is compared with like under every policy.

let server: FinanceServer
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())

const POLICIES = (['row_sum', 'exact_total'] as const).flatMap(rounding =>
  ([2, 4] as const).map(energyDecimals => ({ rounding, energyDecimals })),
)

describe.each(POLICIES)('orders under $rounding and $energyDecimals decimals of energy', policy => {
  test('are proved whether they are billed, wait for a person, were estimated anew or waived', async () => {
    const world = await server.world({ priced: false })
    const { db } = world.server
    await db.tenant(world.tenantId, tx => aPrice(tx, { tenantId: world.tenantId, policy }))
    /** Half an hour and so much energy, 1e-4 kWh, nearly all in its second half: of 50 kWh nobody believes that. */
    const session = async (energy: bigint, at: bigint): Promise<string> => {
      const own = world.session({ meterStart: at })
      await world.tell(own.started())
      wait(world, 15)
      await world.tell(own.read(energy / 25n))
      wait(world, 15)
      await world.tell(own.stopped(energy))
      return own.id
    }
    const billed = await session(100_037n, 1_000_000n)
    const waiting = await session(500_053n, 2_000_000n)
    const estimated = await session(500_071n, 4_000_000n)
    expect(await world.row(billed)).toMatchObject({ state: 'settled' })
    expect(await world.row(waiting)).toMatchObject({ state: 'abnormal', energy: 20_002n })
    await db.tenant(world.tenantId, tx =>
      tx.execute('update charging_order set estimate_fen = 1 where id = $1', [estimated]),
    )
    const answer = await world.server.call(
      '/api/charging/order/acceptEstimate',
      { id: estimated, reason: '确认' },
      { as: world.as, key: estimated },
    )
    expect(answer.data).toMatchObject({ changed: true })
    expect((await world.row(estimated)).energy).toBe(20_002n)
    const report = await proveOrders(db, world.tenantId, { most: 100, now: world.clock.now() })
    expect(report).toEqual({ ok: true, orders: 3, findings: [] })
  })
})
