import { col } from '@wattyard/server-kit'
import { decodeSnapshot, encodeSnapshot, hashSnapshot } from '@wattyard/pricing/contract'
import { wholeOrders } from '@wattyard/charging/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'
import { writeOrder } from '../close/day-leaves.ts'
import { proveOrders, verifyBooks } from '../index.ts'

// Books from before prices had six decimals keep their numbers, verify as they did, and go on.

let server: FinanceServer
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())

/** Makes what is stored look as it did then: prices of five decimals in lines and in the first encoding of snapshots. */
async function setBack(world: FinanceWorld): Promise<void> {
  await world.server.db.platform(async tx => {
    await tx.execute('reset role')
    await tx.execute('set local session_replication_role = replica')
    const versions = await tx.query(
      { id: col.uuid, snapshot: col.text, hash: col.text },
      'select id, snapshot, hash from pricing_version where tenant_id = $1',
      [world.tenantId],
    )
    for (const { id, snapshot, hash } of versions) {
      const first = { ...decodeSnapshot(snapshot), encoding: 1 as const }
      const changed = [world.tenantId, id, encodeSnapshot(first), hashSnapshot(first)]
      await tx.execute('update pricing_version set snapshot = $3, hash = $4 where tenant_id = $1 and id = $2', changed)
      await tx.execute('update charging_order set price_hash = $3 where tenant_id = $1 and price_hash = $2', [
        world.tenantId,
        hash,
        hashSnapshot(first),
      ])
    }
    await tx.execute(
      `update charging_order_line set electricity_price = electricity_price / 10, service_price = service_price / 10,
         electricity_nano = electricity_nano / 10, service_nano = service_nano / 10, price_scale = 5 where tenant_id = $1`,
      [world.tenantId],
    )
  })
}

test('a day of five decimals is sealed, verified and proved, beside orders of six', async () => {
  const world = await server.world({ principal: 500_000n })
  const { db } = world.server
  const old = await world.charge()
  await setBack(world)
  const orders = await db.tenant(world.tenantId, tx => wholeOrders(tx, world.tenantId, [old]))
  const leaf = writeOrder(orders.get(old)!) // it was charged above
  expect(leaf).not.toContain('priceScale')
  expect(leaf).toMatch(/"electricityPrice":"\d{5,6}"/)
  world.nextDay()
  await world.verifyLedgerNow()
  expect((await onceSealed(world, '2026-11-20')).success).toBe(true)
  const young = await world.charge()
  const { data } = await world.ask('/api/finance/trace', { order: old })
  const { data: after } = await world.ask('/api/finance/trace', { order: young })
  expect(data.lines.map((one: { electricityPrice: string }) => one.electricityPrice)).toEqual(
    after.lines.map((one: { electricityPrice: string }) => one.electricityPrice),
  )
  expect(await proveOrders(db, world.tenantId, { most: 10, now: world.clock.now() })).toEqual({
    ok: true,
    orders: 2,
    findings: [],
  })
  const report = await verifyBooks(db, world.tenantId, { signer: world.signer, now: 0 })
  expect(report).toMatchObject({ ok: true, days: { counted: { sealed: 1, orders: 1 } }, orders: { orders: 2 } })
})
