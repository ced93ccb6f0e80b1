import { execFileSync } from 'node:child_process'
import { aPile, aStation } from '@wattyard/assets/testing'
import { addFen, formatFen, parseFen } from '@wattyard/money'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'

const DAY = '2026-11-20'
const NEXT = '2026-11-21'
let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 100_000n })
})

const list = async (input: Record<string, unknown> = {}, as = world.as) =>
  (await world.ask('/api/finance/dailyBill/list', input, { as })).data

/** A second station of another operator, with a settled order. */
async function anotherStation(): Promise<{ id: string; operatorId: string }> {
  const { station, pile } = await world.server.db.tenant(world.tenantId, async tx => {
    const made = await aStation(tx, { tenantId: world.tenantId, name: '另一站' })
    return { station: made, pile: await aPile(tx, made) }
  })
  const session = world.session({ pileId: pile.id })
  await world.tell(session.started())
  world.clock.advance(30 * 60_000)
  await world.tell(session.stopped(20_000n))
  return station
}

test('a bill is the sum of its orders, period by period, live while the day is open', async () => {
  await world.charge(100_000n)
  // 12:00 to 14:00 local is flat; a session from 11:30 on has peak and flat energy.
  world.clock.set(Date.parse('2026-11-20T03:45:00Z'))
  await world.charge(40_000n)
  const { list: bills, totals, days, total, nextDay, firstDay, asOf } = await list()
  expect(bills).toMatchObject([
    {
      id: `${DAY}_${bills[0].station}`,
      day: DAY,
      state: 'open',
      orders: 2,
      energy: '14.0000',
      energyF: '12.0000',
      energyP: '2.0000',
      energyG: '0.0000',
      energyJ: '0.0000',
      energyS: '0.0000',
      discount: '0.00',
      paidGift: '0.00',
      receivable: '0.00',
      refunded: '0.00',
      abnormalOpen: 0,
      closing: null,
    },
  ])
  const [bill] = bills
  expect(formatFen(addFen(parseFen(bill.electricity), parseFen(bill.service)))).toBe(bill.total)
  expect(bill.paidPrincipal).toBe(bill.total)
  expect(totals).toMatchObject({ orders: 2, total: bill.total })
  expect(days).toMatchObject([{ day: DAY, stations: 1, state: 'open', total: bill.total }])
  expect({ total, nextDay, firstDay, asOf }).toEqual({ total: 1, nextDay: DAY, firstDay: DAY, asOf: world.clock.now() })
})

test('days and stations are rows, with totals per day and altogether', async () => {
  await world.charge()
  const other = await anotherStation()
  world.nextDay()
  await world.charge()
  const all = await list()
  expect(all.list.map((bill: { day: string }) => bill.day)).toEqual([NEXT, DAY, DAY])
  expect(all.days).toMatchObject([
    { day: NEXT, orders: 1, stations: 1 },
    { day: DAY, orders: 2, stations: 2 },
  ])
  expect(all.totals.orders).toBe(3)
  expect(all.operators).toMatchObject([
    { orders: 2, energy: '20.0000' },
    { operator: other.operatorId, orders: 1, energy: '2.0000', name: expect.any(String) },
  ])
  expect(Object.values(all.labels['assets.station'])).toContain('另一站')
  const one = await list({ filter: { station: other.id } })
  expect(one.list).toMatchObject([{ station: other.id, orders: 1, energy: '2.0000' }])
  const page = await list({ page: 2, pageSize: 2, sort: '-energy' })
  expect(page.list).toMatchObject([{ station: other.id }])
  expect(page.total).toBe(3)
  const day = await list({ filter: { day: { from: NEXT, to: NEXT } } })
  expect(day.totals.orders).toBe(1)
})

test('a bill leads to its orders, by day and station', async () => {
  const id = await world.charge()
  const { list: bills } = await list()
  const { data } = await world.server.call(
    '/api/charging/order/list',
    { filter: { bookedOn: { from: bills[0].day, to: bills[0].day }, station: bills[0].station } },
    { as: world.as },
  )
  expect(data.list.map((order: { id: string }) => order.id)).toEqual([id])
  const one = await world.ask('/api/finance/dailyBill/get', { id: bills[0].id })
  expect(one.data).toMatchObject({
    orders: 1,
    labels: { 'assets.station': { [bills[0].station]: expect.any(String) } },
  })
})

test('closed and open days stand side by side in one list', async () => {
  await world.charge()
  world.nextDay()
  await onceSealed(world, DAY)
  await world.charge()
  const { list: bills } = await list()
  expect(bills).toMatchObject([
    { day: NEXT, state: 'open' },
    { day: DAY, state: 'closed', orders: 1 },
  ])
  expect((await list({ filter: { state: 'closed' } })).list).toHaveLength(1)
  expect((await list({ filter: { state: 'open' } })).list).toMatchObject([{ day: NEXT }])
  expect((await list()).nextDay).toBe(NEXT)
})

test('an empty tenant has no bills and no day to close', async () => {
  world = await server.world({ principal: 0n })
  expect(await list()).toMatchObject({
    list: [],
    total: 0,
    totals: { orders: 0, total: '0.00', energy: '0.0000' },
    days: [],
    nextDay: null,
    firstDay: null,
  })
})

describe('totals of a list of orders', () => {
  test('are of all that the filter finds, whatever the page shows', async () => {
    await world.charge()
    const other = await anotherStation()
    const ask = async (filter: Record<string, unknown> = {}, as = world.as) =>
      world.ask('/api/finance/orderTotals', { filter }, { as })
    expect((await ask()).data).toMatchObject({ tooMany: false, totals: { orders: 2, energy: '12.0000' } })
    const one = (await ask({ station: other.id, bookedOn: { from: DAY, to: DAY } })).data.totals
    expect(one).toMatchObject({ orders: 1, energy: '2.0000', receivable: '0.00', openDebt: '0.00', refunded: '0.00' })
    expect(one.paid).toBe(one.total)
    expect((await ask({ state: 'abnormal' })).data.totals).toMatchObject({ orders: 0, total: '0.00' })
    const [{ orderNo }] = (await world.server.call('/api/charging/order/list', {}, { as: world.as })).data.list
    const found = await world.ask('/api/finance/orderTotals', { q: orderNo, filter: {} })
    expect(found.data.totals.orders).toBe(1)
    expect((await world.ask('/api/finance/orderTotals', { q: 'zzzz', filter: {} })).data.totals.orders).toBe(0)
    expect(await ask({ nonsense: '1' })).toMatchObject({ success: false, code: 'kernel.invalid' })
    const scope = { operators: null, stations: [other.id], investors: null }
    const local = callerWith({ tenantId: world.tenantId, scope })
    expect((await ask({}, local)).data.totals.orders).toBe(1)
    const stranger = callerWith({ tenantId: world.tenantId, permissions: ['finance.dailyBill:read'] })
    expect((await ask({}, stranger)).status).toBe(403)
  })
})

describe('scope', () => {
  test('callers see and add up their stations and operators only', async () => {
    await world.charge()
    const other = await anotherStation()
    const scopes = [
      { operators: null, stations: [other.id], investors: null },
      { operators: [other.operatorId], stations: null, investors: null },
    ]
    for (const scope of scopes) {
      const as = callerWith({ tenantId: world.tenantId, scope })
      const { list: bills, totals } = await list({}, as)
      expect(bills).toMatchObject([{ station: other.id }])
      expect(totals.orders).toBe(1)
      // Asking for what is not theirs gives nothing rather than more.
      expect((await list({ filter: { station: world.pile.stationId } }, as)).list).toEqual([])
      const foreign = await world.ask('/api/finance/dailyBill/get', { id: `${DAY}_${world.pile.stationId}` }, { as })
      expect(foreign.status).toBe(404)
    }
  })
})

describe('the export', () => {
  const exported = (input: Record<string, unknown>, as = world.as) =>
    server.finance.call('/api/finance/dailyBill/export', input, { as, method: 'GET', language: 'zh' })

  test('equals the list, in the words of the reader', async () => {
    await world.charge()
    await anotherStation()
    const { list: bills } = await list()
    const file = await exported({ sort: '-day' })
    const rows = file.text.replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(rows[0]?.split(',').slice(0, 4)).toEqual(['记账日', '充电站', '状态', '订单数'])
    expect(rows).toHaveLength(bills.length + 1)
    expect(rows[1]).toContain('未日结')
    expect(file.headers['x-total-rows']).toBe(String(bills.length))
    for (const [index, bill] of bills.entries()) expect(rows[index + 1]).toContain(bill.total)
  })

  test('comes as a workbook as well, and by chosen columns', async () => {
    await world.charge()
    const file = await exported({ format: 'xlsx', columns: 'day,total' })
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK')
    for (const columns of ['day,nothing', '__proto__', 'day,toString'])
      expect(Object.keys((await exported({ columns })).data.fields), columns).toEqual(['columns'])
  })

  test('comes as a PDF with the words and amounts of the list', async () => {
    await world.charge()
    await anotherStation()
    const { list: bills, totals } = await list()
    const file = await exported({ format: 'pdf', columns: 'day,station,state,total' })
    expect(file.headers['content-type']).toBe('application/pdf')
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file.bytes, encoding: 'utf8' })
    for (const one of ['日账单', '记账日', '未日结', bills[0].day, bills[0].total]) expect(text).toContain(one)
    expect(text).toMatch(new RegExp(`合计 +${totals.total}`))
  })

  test('takes its own permission', async () => {
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['finance.dailyBill:read'] })
    expect((await exported({}, reader)).status).toBe(403)
    expect((await list({}, reader)).can).toEqual([])
    expect((await list()).can).toEqual(['export'])
  })
})

describe('what is asked wrongly is refused by name', () => {
  const cases: readonly [input: Record<string, unknown>, field: string][] = [
    [{ filter: { day: '2026-02-30' } }, 'filter.day'],
    [{ filter: { station: 'x' } }, 'filter.station'],
    [{ filter: { state: 'shut' } }, 'filter.state'],
    [{ filter: { colour: 'red' } }, 'filter.colour'],
    [{ sort: 'drop table' }, 'sort'],
    // Words that every object answers to.
    [{ sort: 'constructor' }, 'sort'],
    [{ sort: '-__proto__' }, 'sort'],
    [{ page: 0 }, 'page'],
  ]
  test.each(cases)('%j', async (input, field) => {
    const answer = await world.ask('/api/finance/dailyBill/list', input, { language: 'en' })
    expect(answer).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(JSON.stringify(answer.data)).toContain(field.split('.')[0])
  })

  test('more days than a quarter, and ids that are none', async () => {
    const long = await world.ask('/api/finance/dailyBill/list', {
      filter: { day: { from: '2026-01-01', to: '2026-12-31' } },
    })
    expect(long).toMatchObject({ success: false, code: 'finance.rangeTooLong' })
    for (const id of ['', 'x', `${DAY}_x`, `2026-13-01_${newId()}`])
      expect((await world.ask('/api/finance/dailyBill/get', { id })).success).toBe(false)
  })
})
