import { fen } from '@wattyard/money'
import type { AccountCode } from '@wattyard/ledger/contract'
import { accountTitles, openAccounts, postJournals, turnover } from '@wattyard/ledger/server'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { businessDay } from '@wattyard/time'
import { aRole, aUser } from '@wattyard/identity/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'
import { daySigner, newSigningKey } from '../index.ts'
import { verifyMonths } from './verify-months.ts'
import { voucherLines } from './vouchers.ts'

const MONTH = '2026-11'
const NEXT_MONTH = Date.parse('2026-12-01T04:00:00Z')
let server: FinanceServer
let world: FinanceWorld

beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())

/** November with orders on its 20th, all its days closed and sealed, verified in December. */
async function monthIsOver(): Promise<FinanceWorld> {
  world = await server.world({ principal: 50_000n, gift: 500n })
  await world.charge()
  await world.charge()
  world.clock.set(NEXT_MONTH)
  const closed = await onceSealed(world, '2026-11-30', ['previous', 'differences', 'channelFiles'])
  expect(closed).toMatchObject({ success: true })
  return world
}

const close = (input: Record<string, unknown> = {}, options = {}) =>
  world.ask('/api/finance/monthClose/close', { month: MONTH, ...input }, options)
const months = async () => (await world.ask('/api/finance/monthClose/list')).data.list
const verify = () =>
  world.server.db.tenant(world.tenantId, tx => verifyMonths(tx, { tenantId: world.tenantId, signer: world.signer }), {
    readOnly: true,
  })

/** Books an amount between two accounts of the tenant on a day. */
async function book(debit: AccountCode, credit: AccountCode, amount: bigint, day = '2026-11-25'): Promise<void> {
  const { tenantId } = world
  await world.server.db.tenant(tenantId, async tx => {
    const [from, to] = await openAccounts(tx, [
      { tenantId, code: debit },
      { tenantId, code: credit },
    ])
    await postJournals(tx, [
      {
        tenantId,
        idemKey: newId(),
        source: { type: 'test.thing', id: newId() },
        effectiveAt: world.clock.now(),
        bookedOn: businessDay(day),
        actor: 'test',
        kind: 'adjustment',
        postings: [{ debit: from!, credit: to!, amount_fen: fen(amount) }], // opened in this order
      },
    ])
  })
}

describe('closing a month', () => {
  test('freezes its balances, signs them with the closing of its last day, and keeps its days closed', async () => {
    await monthIsOver()
    const gate = await world.ask('/api/finance/monthClose/gate')
    expect(gate.data).toMatchObject({ month: MONTH, nextMonth: MONTH, fourEyes: false })
    expect(gate.data.gate.every((item: { state: string }) => item.state === 'ok')).toBe(true)
    expect(await close()).toMatchObject({ success: true, data: { month: MONTH, state: 'closed' } })
    const [record] = await months()
    expect(record).toMatchObject({ month: MONTH, state: 'closed', closedBy: 'Tester', can: [] })
    expect(record.debits).toBe(record.credits)
    expect(Number(record.debits)).toBeGreaterThan(0)
    const wallet = record.trialBalance.find((row: { code: string }) => row.code === 'wallet_principal')
    // What was paid in less what the orders took.
    expect(wallet.opening).toBe('0.00')
    expect(Number(wallet.credits) - Number(wallet.debits)).toBeCloseTo(500 - (32.3 - 5), 5)
    expect(await verify()).toEqual({ ok: true, counted: { months: 1, unproved: 0 }, findings: [] })
    const [day] = (await world.ask('/api/finance/dayClose/list', { filter: { day: '2026-11-30' } })).data.list
    const reopened = await world.ask('/api/finance/dayClose/reopen', { id: day.id, reason: '更正' })
    expect(reopened).toMatchObject({
      success: false,
      code: 'finance.monthClosed',
      msg: '2026-11 已月结，当月及之前不能再反日结；更正请记入之后的日期',
    })
    expect((await close()).code).toBe('finance.monthGateShut')
  })

  test('waits for the end of the month, for all its days, for the months before and for the verifier', async () => {
    world = await server.world({ principal: 50_000n })
    const states = async (month?: string) => {
      const { data } = await world.ask('/api/finance/monthClose/gate', month === undefined ? {} : { month })
      return Object.fromEntries(
        data.gate.map((item: { check: string; state: string; why?: string }) => [item.check, item.why ?? item.state]),
      )
    }
    world.clock.set(Date.parse('2026-11-20T06:00:00Z'))
    await world.charge()
    expect(await states()).toMatchObject({ monthOver: 'blocked', monthDays: 'noDayClosed', verifier: 'never' })
    world.clock.set(NEXT_MONTH)
    await onceSealed(world, '2026-11-29', ['previous', 'differences', 'channelFiles'])
    expect(await states()).toMatchObject({ monthOver: 'ok', monthDays: 'daysClosedUntil', verifier: 'ok' })
    expect(await states('2026-12')).toMatchObject({ monthOrder: 'earlierMonthOpen' })
    expect(await states('2026-10')).toMatchObject({ monthOrder: 'monthClosedAlready' })
    expect(await close()).toMatchObject({ success: false, code: 'finance.monthGateShut' })
    expect(await months()).toEqual([])
    await world.verifyLedgerNow()
    await world.ask('/api/finance/dayClose/close', { day: '2026-11-30', carry: ['differences', 'channelFiles'] })
    expect(await states()).toMatchObject({ monthDays: 'ok', monthSeals: 'blocked' })
    await world.seal()
    expect(await close()).toMatchObject({ success: true })
    expect((await world.ask('/api/finance/monthClose/gate')).data.month).toBe('2026-12')
  })

  test('asks for a word about what rests on accounts that should be empty', async () => {
    world = await server.world({ principal: 50_000n })
    await world.charge()
    await book('bank', 'unmatched', 12_345n)
    world.clock.set(NEXT_MONTH)
    await onceSealed(world, '2026-11-30', ['previous', 'differences', 'channelFiles'])
    const { data } = await world.ask('/api/finance/monthClose/gate')
    expect(data.gate.at(-1)).toMatchObject({ check: 'monthRests', state: 'carry', detail: { unmatched: '123.45' } })
    expect((await close()).code).toBe('finance.monthGateShut')
    expect((await close({ carry: ['monthRests'] })).data.fields).toEqual({ note: '带着遗留事项月结，请写明原因' })
    expect(await close({ carry: ['monthRests'], note: '下月认领' })).toMatchObject({ success: true })
    expect((await months())[0]).toMatchObject({ carried: ['monthRests'], note: '下月认领' })
  })

  test('takes a second person where closing days does', async () => {
    await monthIsOver()
    const { tenantId } = world
    await world.ask('/api/platform/setting/save', { key: 'finance.dayCloseFourEyes', value: true })
    const role = await aRole(world.server.db, tenantId, { permissions: ['finance.monthClose:close'] })
    const asker = await aUser(world.server.db, tenantId, { roleIds: [role] })
    const as = callerWith({ tenantId, userId: asker.id, displayName: '王会计' })
    const proposed = await close({}, { as })
    expect(proposed).toMatchObject({ data: { state: 'proposed' } })
    const { id } = proposed.data
    expect((await close({}, { as })).code).toBe('finance.proposedAlready')
    expect((await world.ask('/api/finance/monthClose/approve', { id }, { as })).code).toBe('finance.needsSecondPerson')
    expect(await world.ask('/api/finance/monthClose/approve', { id })).toMatchObject({ success: true })
    expect((await months())[0]).toMatchObject({ state: 'closed', proposedBy: '王会计', closedBy: 'Tester' })
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('is refused to readers without the right and for months that are none', async () => {
    await monthIsOver()
    const as = callerWith({ tenantId: world.tenantId, permissions: ['finance.monthClose:read'] })
    expect((await close({}, { as })).status).toBe(403)
    for (const month of ['2026-13', '2026-1', 'november', '0000-01'])
      expect((await close({ month })).data.fields).toHaveProperty('month')
    const stranger = callerWith({ tenantId: newId() })
    expect((await world.ask('/api/finance/monthClose/list', {}, { as: stranger })).data.list).toEqual([])
  })
})

describe('home', () => {
  test('tells of a month whose days are all closed, until it is closed', async () => {
    const told = async (as = world.as) =>
      (await world.ask('/api/home/todo', {}, { as })).data.list.filter(
        (one: { kind: string }) => one.kind === 'monthClose',
      )
    world = await server.world({ principal: 50_000n })
    await world.charge()
    world.clock.set(NEXT_MONTH)
    expect(await told()).toEqual([])
    await onceSealed(world, '2026-11-30', ['previous', 'differences', 'channelFiles'])
    expect(await told()).toMatchObject([
      { count: 1, subject: MONTH, link: { path: '/cwdata4/dailyBill', query: { do: 'months' } } },
    ])
    const clerk = callerWith({ tenantId: world.tenantId, permissions: ['finance.dayClose:read'] })
    expect(await told(clerk)).toEqual([])
    await close()
    expect(await told()).toEqual([])
  })
})

describe('a closed month', () => {
  test('cannot be changed, and its verifier finds changed books', async () => {
    await monthIsOver()
    await close()
    const { db } = world.server
    const change = (sql: string) => db.tenant(world.tenantId, tx => tx.execute(sql, [world.tenantId]))
    await expect(change(`update finance_month_close set trial_balance = '[]' where tenant_id = $1`)).rejects.toThrow(
      'a closed month cannot be changed',
    )
    await expect(change('delete from finance_month_close where tenant_id = $1')).rejects.toThrow('permission denied')
    await change(
      `update ledger_code_day set debits_fen = debits_fen + 1 where tenant_id = $1 and code = 'wallet_principal'`,
    )
    const report = await verify()
    expect(report.ok).toBe(false)
    expect(report.findings).toMatchObject([{ check: 'month', month: '2026-11' }])
  })

  test('is vouched for by our keys alone, and is missed where the data folder knows it', async () => {
    await monthIsOver()
    await close()
    const { tenantId, signer } = world
    const read = (options: Partial<Parameters<typeof verifyMonths>[1]>) =>
      world.server.db.tenant(tenantId, tx => verifyMonths(tx, { tenantId, signer, ...options }), { readOnly: true })
    const strange = await read({ signer: daySigner(newSigningKey()) })
    expect(strange.findings).toMatchObject([{ check: 'month', detail: expect.stringContaining('is unknown') }])
    const root = 'f'.repeat(64)
    const missed = await read({ outside: { seq: 202_612, root } })
    expect(missed.findings).toMatchObject([{ check: 'outside', id: '', month: '2026-12' }])
    const [row] = await months()
    expect((await read({ outside: { seq: 202_611, root: row.root } })).ok).toBe(true)
    expect((await read({ outside: { seq: 202_611, root } })).findings).toMatchObject([{ check: 'outside', id: row.id }])
  })
})

describe('vouchers', () => {
  const exported = (input: Record<string, unknown>, options = {}) =>
    server.finance.call(
      '/api/finance/voucher/export',
      { format: 'csv', ...input },
      { as: world.as, method: 'GET', ...options },
    )

  test('are a day each, balanced, with the amounts that the days sealed', async () => {
    await monthIsOver()
    const { tenantId } = world
    const [moves, titles] = await world.server.db.tenant(tenantId, async tx => [
      await turnover(tx, { tenantId, from: businessDay('2026-11-01'), to: businessDay('2026-11-30') }),
      await accountTitles(tx, tenantId),
    ])
    for (const sides of ['both', 'net'] as const) {
      const lines = voucherLines(moves, titles, sides)
      const sum = (key: 'debit_fen' | 'credit_fen') => lines.reduce((total, line) => total + line[key], 0n)
      expect(sum('debit_fen')).toBe(sum('credit_fen'))
      expect(lines.every(line => (line.debit_fen === 0n) !== (line.credit_fen === 0n))).toBe(true)
      // One line per account and day, on each side.
      expect(new Set(lines.map(line => `${line.day} ${line.number} ${line.debit_fen > 0n}`)).size).toBe(lines.length)
    }
    const both = voucherLines(moves, titles, 'both')
    const sealed = (await world.ask('/api/finance/dayClose/list', { filter: { day: '2026-11-30' } })).data.list[0]
    expect(both.reduce((total, line) => total + line.debit_fen, 0n)).toBe(BigInt(sealed.debits.replace('.', '')))
    // Money on hold stays under the member's number, so what only moved there is gone in net vouchers.
    const net = voucherLines(moves, titles, 'net')
    expect(net.filter(line => line.number === '2203.01')).toHaveLength(1)
  })

  test('are a file in the reader’s words, with numbers that the company chose', async () => {
    await monthIsOver()
    await world.server.db.tenant(world.tenantId, tx =>
      tx.execute(
        `insert into ledger_account_title (tenant_id, code, number, name) values ($1, 'electricity_revenue', '6001-11', '充电电费')`,
        [world.tenantId],
      ),
    )
    const file = await exported({ from: '2026-11-01', to: '2026-11-30' })
    const text = file.text
    expect(text).toContain('日期,凭证字,凭证号,附单据数,摘要,科目代码,科目名称,借方金额,贷方金额,币别')
    expect(text).toMatch(/2026-11-20,记,20,\d+,2026-11-20 充电业务日汇总,6001-11,充电电费,,\d+\.\d\d,CNY/)
  })

  test('are refused for days that are open, and when the books are not as sealed', async () => {
    await monthIsOver()
    expect(await exported({ from: '2026-11-01', to: '2026-12-01' })).toMatchObject({
      code: 'finance.voucherDayOpen',
      msg: '2026-12-01 尚未日结封账，封账后才能导出凭证',
    })
    expect((await exported({ from: '2026-11-30', to: '2026-11-01' })).data.fields).toHaveProperty('to')
    expect((await exported({ from: '2025-01-01', to: '2026-11-30' })).data.fields).toHaveProperty('to')
    await world.server.db.tenant(world.tenantId, tx =>
      tx.execute(
        'update ledger_balance_day set debits_fen = debits_fen + 100 where tenant_id = $1 and debits_fen > 0',
        [world.tenantId],
      ),
    )
    expect((await exported({ from: '2026-11-01', to: '2026-11-30' })).code).toBe('finance.voucherDiffers')
    const as = callerWith({ tenantId: world.tenantId, permissions: ['finance.dayClose:read'] })
    expect((await exported({ from: '2026-11-01', to: '2026-11-30' }, { as })).status).toBe(403)
  })
})
