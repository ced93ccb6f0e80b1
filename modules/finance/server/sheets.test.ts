import { execFileSync } from 'node:child_process'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../testing/index.ts'

const DAY = '2026-11-20'
let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 100_000n })
})

/** A sheet as another program reads it, without the places where its lines break. */
async function textOf(
  path: string,
  input: Record<string, unknown>,
  as = world.as,
  of = server.finance,
): Promise<string> {
  const answer = await of.call(path, input, { as, method: 'GET' })
  expect(answer.headers['content-type']).toBe('application/pdf')
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' }).replaceAll(
    /\s+/g,
    '',
  )
}

test('a receipt tells what was charged, at which price and how it was paid, and names no driver', async () => {
  const id = await world.charge(100_000n)
  const { data: order } = await world.server.call('/api/charging/order/get', { id }, { as: world.as })
  const text = await textOf('/api/charging/order/paper', { id, kind: 'receipt' }, world.as, server.charging.server)
  for (const one of ['充电小票', order.orderNo, '已结算', '10.000kWh', `¥${order.total}`, `¥${order.paidPrincipal}`])
    expect(text).toContain(one)
  expect(text).not.toContain(String(order.labels['members.member'][order.member]))
  const running = world.session()
  await world.tell(running.started())
  const open = await world.server.call(
    '/api/charging/order/paper',
    { id: running.id, kind: 'receipt' },
    { as: world.as, method: 'GET' },
  )
  expect(open.code).toBe('charging.billFirst')
})

test.each(['zh', 'en', 'es'])('the heads of a receipt break between words, never inside a unit: %s', async language => {
  const id = await world.charge(100_000n)
  const { charging } = server
  const { bytes: input } = await charging.server.call(
    '/api/charging/order/paper',
    { id, kind: 'receipt' },
    { as: world.as, method: 'GET', headers: { 'accept-language': language } },
  )
  expect(execFileSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' })).toContain('¥/kWh')
})

test('the sheet of all fields of an order tells its charges by period', async () => {
  const id = await world.charge(100_000n)
  const text = await textOf('/api/charging/order/paper', { id, kind: 'record' }, world.as, server.charging.server)
  expect(text).toMatch(/分时计费时段kWh单价.*10:00–10:30峰10\.0001\.614516\.15/)
})

test('a closed day tells its bills with their sum, both sides of the books, and what proves it', async () => {
  await world.charge()
  const [bill] = (await world.ask('/api/finance/dailyBill/list')).data.list
  world.nextDay()
  const { data: closing } = await onceSealed(world, DAY)
  const { data: sealed } = await world.ask('/api/finance/dayClose/get', { id: closing.id })
  const text = await textOf('/api/finance/dayClose/paper', { id: closing.id, kind: 'closedDay' })
  for (const one of ['日结账单', DAY, '借贷相等', bill.total, sealed.debits, sealed.root, sealed.signature])
    expect(text).toContain(one)

  const ofStation = await textOf('/api/finance/dailyBill/paper', { id: bill.id, kind: 'bill' })
  for (const one of ['充电站日账单', DAY, `¥${bill.total}`, `${bill.energy.slice(0, -1)}kWh`, sealed.root])
    expect(ofStation).toContain(one)
})

test('sheets of days have the reach of their bills and closings', async () => {
  await world.charge()
  const [bill] = (await world.ask('/api/finance/dailyBill/list')).data.list
  const ask = (path: string, input: Record<string, unknown>, as = world.as) =>
    server.finance.call(path, input, { as, method: 'GET' })
  const elsewhere = { ...world.as, scope: { operators: [newId()], stations: null, investors: null } }
  expect(await ask('/api/finance/dailyBill/paper', { id: bill.id, kind: 'bill' }, elsewhere)).toMatchObject({
    status: 404,
  })
  expect(
    await ask('/api/finance/dailyBill/paper', { id: bill.id, kind: 'bill' }, callerWith({ tenantId: newId() })),
  ).toMatchObject({ code: 'kernel.notFound' })
  world.nextDay()
  const { data: closing } = await onceSealed(world, DAY)
  expect(await ask('/api/finance/dayClose/paper', { id: closing.id, kind: 'closedDay' }, elsewhere)).toMatchObject({
    status: 403,
  })
  expect(
    await ask('/api/finance/dayClose/paper', { id: closing.id, kind: 'closedDay' }, callerWith({ tenantId: newId() })),
  ).toMatchObject({ status: 404 })
})
