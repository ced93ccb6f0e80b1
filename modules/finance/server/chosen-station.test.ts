import { execFileSync } from 'node:child_process'
import { aPile, aStation } from '@wattyard/assets/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure, Todo } from '../contract/index.ts'
import { type FinanceServer, financeServer, type FinanceWorld } from '../testing/index.ts'

const DAY = '2026-11-20'
/** Energy charged at each station, as answers write it. */
const [HERE, THERE, BOTH, NONE] = ['10.0000', '2.0000', '12.0000', '0.0000'] as const

let server: FinanceServer
let world: FinanceWorld
let here: string
let there: string
beforeAll(async () => {
  server = await financeServer()
  world = await server.world({ principal: 100_000n })
  here = world.pile.stationId
  await world.charge(100_000n)
  const pile = await world.server.db.tenant(world.tenantId, async tx =>
    aPile(tx, await aStation(tx, { tenantId: world.tenantId, name: '另一站' })),
  )
  there = pile.stationId
  const session = world.session({ pileId: pile.id })
  await world.tell(session.started())
  world.clock.advance(30 * 60_000)
  await world.tell(session.stopped(20_000n))
  // A day that ended without being closed: work of the whole company.
  world.nextDay()
})
afterAll(() => server.close())

const ask = async (path: string, atStation: string | null, input: Record<string, unknown> = {}, as = world.as) =>
  (await world.ask(path, { ...input, ...(atStation === null ? {} : { atStation }) }, { as })).data

/** Yesterday's energy as each way to it tells it. */
async function told(atStation: string | null, as = world.as) {
  const day = { filter: { day: DAY } }
  const [bills, totals, course, figures] = [
    await ask('/api/finance/dailyBill/list', atStation, day, as),
    await ask('/api/finance/orderTotals', atStation, { filter: { bookedOn: { from: DAY, to: DAY } } }, as),
    await ask('/api/home/course', atStation, {}, as),
    await ask('/api/home/figures', atStation, {}, as),
  ]
  const energy = (figures.list as Figure[]).find(one => one.key === 'energy')
  const perQuarter: string[] = course.yesterday.energy
  const quarters = perQuarter.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n)
  return {
    bills: bills.totals.energy,
    days: bills.days.map((one: { energy: string }) => one.energy).join() || NONE,
    orders: totals.totals.energy,
    count: totals.totals.orders,
    course: `${quarters / 10_000n}.${String(quarters % 10_000n).padStart(4, '0')}`,
    yesterday: energy?.yesterday,
  }
}

test('bills, sums of orders, the chart and the figures of home are those of the chosen station', async () => {
  const all = (energy: string, count: number) => ({
    bills: energy,
    days: energy,
    orders: energy,
    count,
    course: energy,
    yesterday: energy,
  })
  expect(await told(null)).toEqual(all(BOTH, 2))
  expect(await told(here)).toEqual(all(HERE, 1))
  expect(await told(there)).toEqual(all(THERE, 1))
  expect(await told(newId())).toEqual(all(NONE, 0))
})

test('a station beyond reach gives nothing, and the own one no more than before', async () => {
  const { operatorId } = world.pile
  const limited = callerWith({
    tenantId: world.tenantId,
    scope: { operators: [operatorId], stations: [here], investors: null },
  })
  expect((await told(null, limited)).bills).toBe(HERE)
  expect((await told(here, limited)).bills).toBe(HERE)
  expect((await told(there, limited)).bills).toBe(NONE)
})

test('an export of bills has the rows of the station, and a PDF names it', async () => {
  const lines = async (atStation: string | null) => {
    const { text } = await server.finance.call(
      '/api/finance/dailyBill/export',
      { filter: { day: DAY }, columns: 'station,energy', ...(atStation === null ? {} : { atStation }) },
      { as: world.as, method: 'GET' },
    )
    return text.trim().split('\r\n').slice(1)
  }
  expect(await lines(null)).toHaveLength(2)
  expect(await lines(there)).toEqual([`另一站,${THERE}`])
  const paper = await server.finance.call(
    '/api/finance/dailyBill/export',
    { filter: { day: DAY }, columns: 'day,energy', format: 'pdf', atStation: there },
    { as: world.as, method: 'GET', language: 'zh' },
  )
  expect(execFileSync('pdftotext', ['-layout', '-', '-'], { input: paper.bytes, encoding: 'utf8' })).toContain(
    // By its id: this server has no stations to name.
    `充电站：${there}`,
  )
})

test('work of the whole company is listed while no station is chosen', async () => {
  const kinds = async (atStation: string | null) =>
    ((await ask('/api/home/todo', atStation)).list as Todo[]).map(one => one.kind)
  expect(await kinds(null)).toContain('dayClose')
  expect(await kinds(here)).not.toContain('dayClose')
})
