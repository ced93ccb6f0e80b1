import { businessDay, DAY_MS, dayRange } from '@wattyard/time'
import { wait } from '@wattyard/charging/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BillsAnswer, Figure, RowsLink, Todo } from '../../contract/index.ts'
import { type FinanceServer, financeServer, type FinanceWorld } from '../../testing/index.ts'

/*
 * A figure that is a link opens the rows that it counts: as many as it says, and of the amount that it says.
 */

const DAY = '2026-11-20'
const ZONE = 'Asia/Shanghai'
const LISTS: Readonly<Record<string, string>> = {
  '/cwdata2/orderDeatil': '/api/charging/order',
  '/cwdata2/errOrderDetail': '/api/charging/abnormal',
}

let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 100_000n })
})

/** Filters of a list as its address has them: `f.state` of one value, `f.bookedOn.from` of a range. */
function filterOf({ query }: RowsLink): Record<string, unknown> {
  const filter: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    const [, key = '', end] = name.split('.')
    filter[key] = end ? { ...(filter[key] as object | undefined), [end]: value } : value.split(',')
  }
  return filter
}

const ask = async (path: string, filter: object) => (await world.server.call(path, { filter }, { as: world.as })).data
const countOf = async (link: RowsLink): Promise<number> => (await ask(`${LISTS[link.path]}/list`, filterOf(link))).total
const totalsOf = async (link: RowsLink) => (await ask(`${LISTS[link.path]}/totals`, filterOf(link))).totals
/** Figures of somebody with these permissions: each trade has its own. */
const figures = async (...permissions: string[]): Promise<Record<string, Figure>> => {
  const as = callerWith({ tenantId: world.tenantId, permissions: ['charging.order:read', ...permissions] })
  const { data } = await world.ask('/api/home/figures', {}, { as })
  return Object.fromEntries(data.list.map((figure: Figure) => [figure.key, figure]))
}

/** An order whose pile counted backwards, which a person has to decide about. */
async function anAbnormalOrder(): Promise<void> {
  const session = world.session()
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(-900_000n))
}

test('figures of home: orders and their sums, open cases with their amount, refunds that wait', async () => {
  await world.charge(70_000n)
  await anAbnormalOrder()
  world.clock.advance(DAY_MS)
  await world.charge(100_000n)
  await world.charge(30_000n)
  await anAbnormalOrder()
  const running = [world.session(), world.session({ connector: 2 })]
  for (const session of running) await world.tell(session.started())
  const [first] = running
  await world.server.db.tenant(world.tenantId, async tx => {
    await tx.execute("update charging_order set wish = 'refund' where id = $1", [first?.id])
    await tx.execute(
      `insert into charging_refund (tenant_id, id, order_id, asked_fen, reason, asked_by, state) values ($1, $2, $3, 100, 'r', 'p', 'wished')`,
      [world.tenantId, newId(), first?.id],
    )
  })
  const { orders, energy } = await figures()
  const { openCases, refundsWaiting } = await figures('charging.order:refund', 'charging.abnormal:read')
  const { abnormalAmount, receivable } = await figures(
    'charging.abnormal:read',
    'finance.dailyBill:read',
    'finance.dayClose:read',
    'finance.dayClose:close',
    'ledger.account:read',
  )
  if (!orders || !energy || !openCases || !abnormalAmount || !refundsWaiting) throw new Error('a figure is missing')
  expect(orders.value).toBe(2)
  expect(await countOf(orders.link)).toBe(2)
  expect((await totalsOf(energy.link)).energy).toBe(energy.value)
  expect(openCases.value).toBe(2)
  expect(await countOf(openCases.link)).toBe(2)
  expect((await totalsOf(abnormalAmount.link)).estimate).toBe(abnormalAmount.value)
  expect(refundsWaiting.value).toBe(1)
  expect(await countOf(refundsWaiting.link)).toBe(1)
  // What members owe is no list of orders: it is the members who owe it.
  expect(receivable?.link.path).toBe('/wallet/VipAccount')
})

test('items of home: abnormal orders of one reason and severity', async () => {
  await anAbnormalOrder()
  await anAbnormalOrder()
  const todos: Todo[] = (await world.ask('/api/home/todo')).data.list
  const abnormal = todos.filter(one => one.kind === 'abnormal')
  expect(abnormal.length).toBeGreaterThan(0)
  for (const { link, count } of abnormal) expect(await countOf(link)).toBe(count)
})

test('cells of the daily bill: orders and open abnormal orders of the day alone', async () => {
  await world.charge(70_000n)
  await anAbnormalOrder()
  world.clock.advance(DAY_MS)
  await world.charge(30_000n)
  await anAbnormalOrder()
  await anAbnormalOrder()
  const bills: BillsAnswer = (await world.ask('/api/finance/dailyBill/list')).data
  const counts = new Map(bills.list.map(({ day, orders, abnormalOpen }) => [day, [orders, abnormalOpen]]))
  expect(counts).toEqual(
    new Map([
      ['2026-11-21', [1, 2]],
      [DAY, [1, 1]],
    ]),
  )
  for (const [day, [orders, abnormalOpen]] of counts) {
    const { from, to } = dayRange(businessDay(day), ZONE)
    expect((await ask('/api/charging/order/list', { bookedOn: { from: day, to: day } })).total).toBe(orders)
    const cases = { state: ['open'], severity: ['critical', 'warning'], orderEndedAt: { from, to: to - 1 } }
    expect((await ask('/api/charging/abnormal/list', cases)).total).toBe(abnormalOpen)
  }
})
