import { assetsModule } from '@wattyard/assets/server'
import { aPile, aStation, quietPorts } from '@wattyard/assets/testing'
import { parsePrice } from '@wattyard/money'
import { platformModule as platform } from '@wattyard/platform/server'
import { newId } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { HOUR_MS, settableClock } from '@wattyard/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DayPrices } from '../../contract/index.ts'
import { aPlan, aPrice } from '../../testing/index.ts'
import { pricingModule } from '../module.ts'

/** Midnight in Shanghai. */
const MIDNIGHT = Date.parse('2026-11-19T16:00:00Z')
const clock = settableClock(MIDNIGHT + 10 * HOUR_MS)
let server: TestServer
beforeAll(async () => {
  const pastSessions = async () => ({ list: [], total: 0 })
  server = await testServer({ modules: [platform, assetsModule(quietPorts()), pricingModule({ pastSessions, clock })] })
})
afterAll(() => server.close())

const flat = (electricity: string) => ({
  days: [
    aPlan({
      slots: 'P'.repeat(48),
      prices: { P: { electricity: parsePrice(electricity), service: parsePrice('0.5') } },
    }),
  ],
})

async function aWorld() {
  const as = callerWith({ tenantId: newId() })
  const { tenantId } = as
  const station = await server.db.tenant(tenantId, tx => aStation(tx, { tenantId }))
  const [dc, ac] = await server.db.tenant(tenantId, async tx => [
    await aPile(tx, station),
    await aPile(tx, station, { currentType: 'ac' }),
  ])
  const ask = async (level: 'station' | 'pile', id: string): Promise<DayPrices> => {
    const { data, msg } = await server.call('/api/pricing/place/day', { level, id }, { as })
    expect(msg).toBe('')
    return data
  }
  return { as, tenantId, station, dc, ac, ask }
}

const hoursOf = ({ list }: DayPrices, at = 0) =>
  list[at]?.stretches.map(({ from, to, price: paid }) => [
    (from - MIDNIGHT) / HOUR_MS,
    (to - MIDNIGHT) / HOUR_MS,
    paid && `${paid.period} ${paid.electricity}`,
  ])

test('the day is cut where its periods change, and where a new assignment or version begins', async () => {
  const { tenantId, station, dc, ask } = await aWorld()
  await server.db.tenant(tenantId, tx => aPrice(tx, { tenantId }))
  await server.db.tenant(tenantId, tx =>
    aPrice(tx, { tenantId, stationId: station.id, from: MIDNIGHT + 13 * HOUR_MS, ...flat('0.9') }),
  )
  const day = await ask('station', station.id)
  expect(day).toMatchObject({ day: '2026-11-20', zone: 'Asia/Shanghai', from: MIDNIGHT, to: MIDNIGHT + 24 * HOUR_MS })
  expect(day.list.map(one => one.variant)).toEqual(['all'])
  expect(hoursOf(day)).toEqual([
    [0, 8, 'G 0.42570'],
    [8, 10, 'P 0.77010'],
    [10, 12, 'F 1.11450'],
    [12, 13, 'P 0.77010'],
    [13, 24, 'P 0.90000'],
  ])
  expect(hoursOf(await ask('pile', dc.id))).toEqual(hoursOf(day))
})

test('fast and slow piles of a station are named where they have other prices', async () => {
  const { tenantId, station, dc, ac, ask } = await aWorld()
  await server.db.tenant(tenantId, async tx => {
    await aPrice(tx, { tenantId, ...flat('0.7') })
    const elsewhere = await aStation(tx, { tenantId })
    const { policyId } = await aPrice(tx, { tenantId, stationId: elsewhere.id, ...flat('0.3') })
    await tx.execute(
      `insert into pricing_assignment (tenant_id, id, level, variant, policy_id, station_id, effective_from_at, assigned_by)
       values ($1, $2, 'station', 'slow', $3, $4, $5, 'test')`,
      [tenantId, newId(), policyId, station.id, new Date(MIDNIGHT)],
    )
  })
  const day = await ask('station', station.id)
  expect(day.list.map(one => one.variant)).toEqual(['all', 'slow'])
  expect(hoursOf(day)).toEqual([[0, 24, 'P 0.70000']])
  expect(hoursOf(day, 1)).toEqual([[0, 24, 'P 0.30000']])
  expect(hoursOf(await ask('pile', dc.id))).toEqual([[0, 24, 'P 0.70000']])
  expect(hoursOf(await ask('pile', ac.id))).toEqual([[0, 24, 'P 0.30000']])
})

test('a place without a price says so, and one of others is not found', async () => {
  const { as, station, ask } = await aWorld()
  expect(hoursOf(await ask('station', station.id))).toEqual([[0, 24, null]])
  const narrow = { ...as, scope: { operators: null, stations: [newId()], investors: null } }
  const asked = { level: 'station', id: station.id }
  expect(await server.call('/api/pricing/place/day', asked, { as: narrow })).toMatchObject({ status: 404 })
})
