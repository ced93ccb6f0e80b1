import { businessDay } from '@wattyard/time'
import { closeBooks } from '@wattyard/ledger/server'
import { newId, col } from '@wattyard/server-kit'
import type { Fact } from '@wattyard/gateway/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
})
afterAll(() => charging.close())

/** Half an hour that ends on the 20th ten minutes before midnight in Shanghai, told an hour later, on the 21st. */
async function toldAfterMidnight(meterStop = 100_000n): Promise<string> {
  world.clock.set(Date.parse('2026-11-20T15:20:00Z'))
  const session = world.session()
  const start = session.started()
  wait(world, 30)
  const stop = session.stopped(meterStop)
  wait(world, 60)
  const receivedAt = world.clock.now()
  await world.tell(...[start, stop].map(fact => ({ ...fact, receivedAt, offline: true }) as Fact)) // told later, and nothing else
  return session.id
}
const close = (day: string) =>
  world.server.db.tenant(world.tenantId, tx => closeBooks(tx, { tenantId: world.tenantId, until: businessDay(day) }))
const journalDay = async (id: string) => {
  const rows = await world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      { day: col.text },
      "select booked_on::text as day from ledger_journal where source_id = $1 and idem_key like 'charging.settle:%'",
      [id],
    ),
  )
  return rows.map(row => row.day)
}

test('an order is booked on the day of its stop while that day is open, however late it is told', async () => {
  const id = await toldAfterMidnight()
  expect(await world.row(id)).toMatchObject({ state: 'settled', booked_on: '2026-11-20' })
  expect(await journalDay(id)).toEqual(['2026-11-20'])
})

test('when the day of its stop is closed, it is booked on the open day', async () => {
  await close('2026-11-20')
  const id = await toldAfterMidnight()
  expect(await world.row(id)).toMatchObject({ state: 'settled', booked_on: '2026-11-21' })
  expect(await journalDay(id)).toEqual(['2026-11-21'])
})

test('what a person settles days later follows the same rule', async () => {
  const id = await toldAfterMidnight(-1_000n)
  wait(world, 3 * 24 * 60)
  const settle = (order: string) =>
    world.server.call(
      '/api/charging/order/settleByHand',
      { id: order, energy: '10', reason: '按电表' },
      { as: world.as, key: newId() },
    )
  expect((await settle(id)).success).toBe(true)
  expect(await world.row(id)).toMatchObject({ booked_on: '2026-11-20' })
})
