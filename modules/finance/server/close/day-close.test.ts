import { trialBalance } from '@wattyard/ledger/server'
import { formatFen } from '@wattyard/money'
import { newId } from '@wattyard/server-kit'
import { aRole, aUser } from '@wattyard/identity/testing'
import { callerWith } from '@wattyard/testing'
import { wait } from '@wattyard/charging/testing'
import { businessDay } from '@wattyard/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'
import { verifyBooks, verifyDayClose } from '../index.ts'

const DAY = '2026-11-20'
const NEXT = '2026-11-21'
let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())

/** A day with orders that is over, and a ledger that was verified since. */
async function dayIsOver(orders = 3): Promise<FinanceWorld> {
  world = await server.world({ principal: 50_000n, gift: 500n })
  for (let i = 0; i < orders; i++) await world.charge()
  world.nextDay()
  await world.verifyLedgerNow()
  return world
}

const close = (input: Record<string, unknown> = {}, options = {}) =>
  world.ask('/api/finance/dayClose/close', { day: DAY, ...input }, options)
const verify = () =>
  world.server.db.tenant(world.tenantId, tx => verifyDayClose(tx, { tenantId: world.tenantId, signer: world.signer }), {
    readOnly: true,
  })
const record = async (id: string) => (await world.ask('/api/finance/dayClose/get', { id })).data

describe('closing a day', () => {
  test('shuts the books, freezes bills, keeps a balanced trial balance, a root and a signature', async () => {
    await dayIsOver()
    const answer = await close({ note: '例行' })
    expect(answer).toMatchObject({ success: true, data: { day: DAY, state: 'sealing' } })
    expect(await world.seal()).toBe(1)
    const closing = await record(answer.data.id)
    expect(closing).toMatchObject({
      day: DAY,
      kind: 'close',
      state: 'sealed',
      seq: 1,
      orders: 3,
      stations: 1,
      total: '48.45',
      note: '例行',
      closedBy: 'Tester',
      can: ['reopen'],
    })
    expect(closing.debits).toBe(closing.credits)
    expect(closing.root).toMatch(/^[0-9a-f]{64}$/)
    expect(closing.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(closing.journals).toBeGreaterThanOrEqual(3)
    expect(await verify()).toMatchObject({ ok: true, counted: { records: 1, orders: 3, bills: 1 } })
    const { data } = await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })
    expect(data.list).toMatchObject([{ state: 'closed', orders: 3, total: '48.45', closing: answer.data.id }])
  })

  test('leaves a day that does not change: what comes late is booked to the next open day with its own instant', async () => {
    await dayIsOver()
    const closed = await onceSealed(world, DAY)
    expect(closed.success).toBe(true)
    const before = (await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })).data.list
    world.clock.set(Date.parse('2026-11-20T09:00:00Z'))
    const late = await world.charge()
    const row = await world.row(late)
    expect(row.booked_on).toBe(NEXT)
    const { data } = await world.ask('/api/finance/trace', { order: late })
    expect(data.journals.at(-1)).toMatchObject({ kind: 'settle', bookedOn: NEXT, effectiveAt: row.ended_at })
    expect((await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })).data.list).toMatchObject(before)
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('counts money given back on the day it is given back', async () => {
    await dayIsOver(1)
    const id = (await world.server.call('/api/charging/order/list', {}, { as: world.as })).data.list[0].id
    await onceSealed(world, DAY)
    const refund = await world.server.call(
      '/api/charging/order/refund',
      { id, amount: '4.00', reason: '故障' },
      { as: world.as, key: newId() },
    )
    expect(refund.success).toBe(true)
    const { data } = await world.ask('/api/finance/dailyBill/list', { filter: { day: { from: DAY, to: NEXT } } })
    expect(data.list).toMatchObject([
      { day: NEXT, orders: 0, total: '0.00', refunded: '4.00', state: 'open' },
      { day: DAY, orders: 1, total: '16.15', refunded: '0.00', state: 'closed' },
    ])
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
  })

  test('happens once, however often and by however many it is asked', async () => {
    await dayIsOver(1)
    const answers = await Promise.all(Array.from({ length: 4 }, () => close()))
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    for (const answer of answers.filter(one => !one.success))
      expect(['finance.gateShut', 'ledger.closedAlready', 'kernel.busy']).toContain(answer.code)
    await world.seal()
    const { data } = await world.ask('/api/finance/dayClose/list')
    expect(data.total).toBe(1)
  })

  test('repeats its answer for the same key', async () => {
    await dayIsOver(1)
    const key = newId()
    const first = await close({}, { key })
    const second = await close({}, { key })
    expect(second.data).toEqual(first.data)
  })

  test('says that the proof is not made yet while bills are live', async () => {
    await dayIsOver(1)
    const { data } = await close()
    const bills = await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })
    expect(bills.data.list).toMatchObject([{ state: 'closing', closing: data.id }])
    await world.seal()
    expect((await record(data.id)).state).toBe('sealed')
  })

  test('is sealed once when two runs are at it together', async () => {
    await dayIsOver(1)
    await close()
    const sealed = await Promise.all([world.seal(), world.seal()])
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await verify()).toMatchObject({ ok: true })
  })
})

describe('closing several days', () => {
  test('takes the open days before along when that is said, each with a record and a proof of its own', async () => {
    await dayIsOver(2)
    world.nextDay()
    world.nextDay()
    await world.charge()
    world.nextDay()
    await world.verifyLedgerNow()
    const last = '2026-11-23'
    const shut = await close({ day: last }, { language: 'en' })
    expect(shut.data.gate[1]).toMatchObject({ check: 'previous', state: 'carry', count: 3, detail: { day: DAY } })
    const closed = await close({ day: last, carry: ['previous'] })
    expect(closed).toMatchObject({ success: true, data: { day: last, days: 4 } })
    expect(await world.seal()).toBe(4)
    const { data } = await world.ask('/api/finance/dayClose/list', { sort: 'day' })
    expect(data.list).toMatchObject([
      { day: DAY, seq: 1, orders: 2, previousRoot: null },
      { day: NEXT, seq: 2, orders: 0, journals: 0, stations: 0 },
      { day: '2026-11-22', seq: 3, orders: 0 },
      { day: last, seq: 4, orders: 1, carried: ['previous'], id: closed.data.id },
    ])
    for (const [i, one] of data.list.entries()) expect(one.previousRoot).toBe(data.list[i - 1]?.root ?? null)
    expect(await verify()).toMatchObject({ ok: true, counted: { sealed: 4, orders: 3 } })
    const bills = await world.ask('/api/finance/dailyBill/list')
    expect(bills.data).toMatchObject({ nextDay: '2026-11-24', totals: { orders: 3 } })
    expect(bills.data.list.map((bill: { day: string; state: string }) => [bill.day, bill.state])).toEqual([
      [last, 'closed'],
      [DAY, 'closed'],
    ])
  })

  test('stops at a quarter', async () => {
    await dayIsOver(1)
    world.clock.set(Date.parse('2027-03-01T02:00:00Z'))
    await world.verifyLedgerNow()
    const answer = await close({ day: '2027-02-28', carry: ['previous'] })
    expect(answer).toMatchObject({ success: false, code: 'finance.gateShut' })
    expect(answer.data.gate[1]).toMatchObject({ state: 'blocked', why: 'earlierOpen' })
  })
})

describe('the gate', () => {
  test('keeps a day open that is not over, one out of turn, and one the verifier has not seen', async () => {
    world = await server.world()
    await world.charge()
    const early = await close({}, { language: 'en' })
    expect(early).toMatchObject({ success: false, code: 'finance.gateShut' })
    expect(early.msg).toContain('Day has ended')
    const states = (answer: typeof early) =>
      Object.fromEntries(answer.data.gate.map((item: { check: string; state: string }) => [item.check, item.state]))
    expect(states(early)).toMatchObject({ dayOver: 'blocked', verifier: 'blocked', previous: 'ok' })
    world.nextDay()
    const unseen = await close()
    expect(states(unseen)).toMatchObject({ dayOver: 'ok', verifier: 'blocked' })
    await world.verifyLedgerNow()
    world.nextDay()
    const outOfTurn = await close({ day: NEXT })
    expect(states(outOfTurn)).toMatchObject({ previous: 'carry' })
    const gate = await world.ask('/api/finance/dayClose/gate')
    expect(gate.data).toMatchObject({
      day: DAY,
      nextDay: DAY,
      closedUntil: null,
      fourEyes: false,
      totals: { orders: 1 },
    })
  })

  test('lists abnormal orders, which a person has to carry by name', async () => {
    world = await server.world()
    await world.charge()
    const session = world.session()
    await world.tell(session.started())
    wait(world, 15)
    await world.tell(session.read(50_000n))
    wait(world, 15)
    await world.tell(session.stopped(-900_000n))
    world.nextDay()
    await world.verifyLedgerNow()
    const shut = await close()
    expect(shut).toMatchObject({ success: false, code: 'finance.gateShut' })
    expect(shut.data.gate.find((item: { check: string }) => item.check === 'abnormal')).toMatchObject({
      state: 'carry',
      count: 1,
    })
    const closed = await close({ carry: ['abnormal', 'frames'] })
    expect(closed.success).toBe(true)
    await world.seal()
    const closing = await record(closed.data.id)
    // Only what there was is written down as carried.
    expect(closing.carried).toEqual(['abnormal'])
    const bills = await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })
    expect(bills.data.list).toMatchObject([{ abnormalOpen: 1, abnormalSealed: 1, orders: 1 }])
    // Somebody settles it after the closing: the bill says what is open now, and what the closing carried on.
    await tamper(`update charging_abnormal set state = 'handled', closed_at = now(), closed_by = 'x'`)
    const later = await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })
    expect(later.data.list).toMatchObject([{ abnormalOpen: 0, abnormalSealed: 1 }])
    expect(later.data.totals).toMatchObject({ abnormalOpen: 0, abnormalSealed: 1 })
  })

  test('finds bills that differ from the ledger', async () => {
    await dayIsOver(1)
    await tamper(
      `update charging_order set electricity_fen = electricity_fen + 1, total_fen = total_fen + 1, paid_principal_fen = paid_principal_fen + 1`,
    )
    const answer = await close()
    expect(answer).toMatchObject({ success: false, code: 'finance.gateShut' })
    const item = answer.data.gate.find((one: { check: string }) => one.check === 'bills')
    expect(item).toMatchObject({ state: 'blocked', detail: { electricity: expect.stringContaining('/') } })
  })
})

/** Writes as nobody may: the engine's owner, triggers off. */
async function tamper(sql: string): Promise<void> {
  await world.server.db.platform(async tx => {
    await tx.execute('reset role')
    await tx.execute('set local session_replication_role = replica')
    await tx.execute(sql)
  })
}

describe('verification', () => {
  /** One changed byte each, and what finds it. */
  const crimes: readonly [what: string, sql: string, check: string][] = [
    ['a posting’s amount', `update ledger_posting set amount_fen = amount_fen + 1 where line = 1`, 'journals'],
    ['a journal’s memo', `update ledger_journal set memo = 'x' where kind = 'settle'`, 'journals'],
    [
      'a journal’s effective instant by a microsecond',
      `update ledger_journal set effective_at = effective_at + interval '1 microsecond' where kind = 'settle'`,
      'journals',
    ],
    [
      'a journal that is gone',
      `with j as (delete from ledger_journal where kind = 'settle' returning id) delete from ledger_posting where journal_id in (select id from j)`,
      'journals',
    ],
    ['a line’s price', `update charging_order_line set electricity_price = electricity_price + 1`, 'orders'],
    ['an order’s number', `update charging_order set order_no = order_no || 'x'`, 'orders'],
    ['a bill', `update finance_daily_bill set energy_p = energy_p + 1`, 'bills'],
    [
      'the frozen trial balance',
      `update finance_day_close set trial_balance = jsonb_set(trial_balance, '{0,debits}', '"1"')`,
      'trialBalance',
    ],
    ['who closed the day', `update finance_day_close set closed_by = closed_by || 'x'`, 'root'],
    ['what was carried', `update finance_day_close set carried = '{abnormal}'`, 'root'],
    ['the root', `update finance_day_close set root = translate(root, '0123456789abcdef', '123456789abcdef0')`, 'root'],
    [
      'the signature',
      `update finance_day_close set signature = translate(signature, '0123456789abcdef', '123456789abcdef0')`,
      'signature',
    ],
    ['the predecessor', `update finance_day_close set previous_root = repeat('0', 64)`, 'chain'],
    [
      'how far the books are closed',
      `update ledger_closed_until set closed_until = closed_until - 1, rolled_until = closed_until - 1`,
      'books',
    ],
  ]

  test('no change gets in where the guards are up, not even as the owner of the tables', async () => {
    await dayIsOver(1)
    await onceSealed(world, DAY)
    const written = [
      /^update (finance_day_close|finance_daily_bill|ledger_posting|ledger_journal) /,
      /^with j as \(delete/,
    ]
    const guarded = crimes.filter(([, sql]) => written.some(table => table.test(sql)))
    expect(guarded.length).toBeGreaterThanOrEqual(11)
    const removals = ['finance_day_close', 'finance_daily_bill'].flatMap(table => [
      [`${table} deleted`, `delete from ${table}`],
      [`${table} emptied`, `truncate ${table} cascade`],
    ])
    for (const [what, sql] of [...guarded, ...removals]) {
      const attempt = world.server.db.platform(async tx => {
        await tx.execute('reset role')
        await tx.execute(sql ?? '')
      })
      await expect(attempt, what).rejects.toMatchObject({ code: '23001' })
    }
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('finds every single change, and says where', async () => {
    await dayIsOver(2)
    await onceSealed(world, DAY)
    expect(await verify()).toMatchObject({ ok: true })
    for (const [what, sql, check] of crimes) {
      const found = await world.server.db
        .platform(async tx => {
          await tx.execute('reset role')
          await tx.execute('set local session_replication_role = replica')
          await tx.execute(sql)
          const report = await verifyDayClose(tx, { tenantId: world.tenantId, signer: world.signer })
          throw new Verified(report.findings.map(finding => finding.check))
        })
        .catch((error: unknown) => {
          if (error instanceof Verified) return error.checks
          throw error
        })
      expect([what, found]).toEqual([what, expect.arrayContaining([check])])
    }
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('does not believe a root signed by a key it does not know', async () => {
    await dayIsOver(1)
    await onceSealed(world, DAY)
    const { daySigner, newSigningKey } = await import('./signer.ts')
    const report = await world.server.db.tenant(world.tenantId, tx =>
      verifyDayClose(tx, { tenantId: world.tenantId, signer: daySigner(newSigningKey()) }),
    )
    expect(report.findings).toMatchObject([{ check: 'unknownKey' }])
  })

  test('a trial balance computed later is the one that was frozen (I-39)', async () => {
    await dayIsOver(2)
    const { data } = await onceSealed(world, DAY)
    const closing = await record(data.id)
    world.nextDay()
    await world.charge()
    const now = await world.server.db.tenant(world.tenantId, tx =>
      trialBalance(tx, { tenantId: world.tenantId, upTo: businessDay(DAY) }),
    )
    expect(now.debits_fen.toString()).toBe(closing.debits.replace('.', ''))
    expect(now.rows.map(row => [row.code, formatFen(row.balance_fen)])).toEqual(
      closing.trialBalance.map((row: { code: string; balance: string }) => [row.code, row.balance]),
    )
  })

  test('combines ledger and closed days for the command line', async () => {
    await dayIsOver(1)
    await onceSealed(world, DAY)
    const report = await verifyBooks(world.server.db, world.tenantId, { signer: world.signer, now: world.clock.now() })
    expect(report).toMatchObject({ ok: true, ledger: { ok: true }, days: { ok: true, counted: { sealed: 1 } } })
    await tamper(`update ledger_posting set amount_fen = amount_fen + 1`)
    const wrong = await verifyBooks(world.server.db, world.tenantId, { signer: world.signer, now: world.clock.now() })
    expect(wrong).toMatchObject({ ok: false, ledger: { ok: false }, days: { ok: false } })
    const asked = await world.ask('/api/finance/books/verify')
    expect(asked.data).toMatchObject({ ok: false })
  })
})

class Verified extends Error {
  readonly checks: string[]
  constructor(checks: string[]) {
    super('rolled back on purpose')
    this.checks = checks
  }
}

describe('opening a day again', () => {
  test('is a record of its own that references the old one; the day can be closed anew', async () => {
    await dayIsOver(1)
    const first = (await onceSealed(world, DAY)).data
    const reopened = await world.ask('/api/finance/dayClose/reopen', { id: first.id, reason: '补录线下收款' })
    expect(reopened).toMatchObject({ success: true, data: { day: DAY } })
    await world.seal()
    world.clock.set(Date.parse('2026-11-20T09:00:00Z'))
    const late = await world.charge()
    expect((await world.row(late)).booked_on).toBe(DAY)
    world.clock.set(Date.parse('2026-11-21T02:00:00Z'))
    const second = (await onceSealed(world, DAY)).data
    const { data } = await world.ask('/api/finance/dayClose/list', { filter: { day: DAY } })
    const bySeq = data.list.toSorted((a: { seq: number }, b: { seq: number }) => a.seq - b.seq)
    expect(bySeq).toMatchObject([
      { seq: 1, kind: 'close', state: 'reopened', orders: 1, previousRoot: null, can: [] },
      { seq: 2, kind: 'reopen', state: 'sealed', replaces: first.id, note: '补录线下收款' },
      { seq: 3, kind: 'close', state: 'sealed', orders: 2, replaces: first.id },
    ])
    expect(bySeq[1].previousRoot).toBe(bySeq[0].root)
    expect(bySeq[2].previousRoot).toBe(bySeq[1].root)
    expect(second.id).toBe(bySeq[2].id)
    expect(await verify()).toMatchObject({ ok: true, findings: [] })
    const bills = await world.ask('/api/finance/dailyBill/list', { filter: { day: DAY } })
    expect(bills.data.list).toMatchObject([{ orders: 2, closing: second.id }])
  })

  test('goes backwards day by day', async () => {
    await dayIsOver(1)
    const first = (await onceSealed(world, DAY)).data
    world.nextDay()
    await onceSealed(world, NEXT)
    const refused = await world.ask('/api/finance/dayClose/reopen', { id: first.id, reason: 'x' }, { language: 'en' })
    expect(refused).toMatchObject({ success: false, code: 'finance.laterDayClosed', msg: `Reopen ${NEXT} first` })
  })
})

describe('four eyes', () => {
  test('what somebody proposed is not closed once they are disabled or without the right', async () => {
    await dayIsOver(1)
    const { db } = world.server
    await world.ask('/api/platform/setting/save', { key: 'finance.dayCloseFourEyes', value: true })
    const roleId = await aRole(db, world.tenantId, { permissions: ['finance.dayClose:close'] })
    const { id: userId } = await aUser(db, world.tenantId, { roleIds: [roleId] })
    const clerk = callerWith({ tenantId: world.tenantId, userId })
    const proposed = await world.ask('/api/finance/dayClose/close', { day: DAY }, { as: clerk })
    expect(proposed.success, proposed.msg).toBe(true)
    const approve = () => world.ask('/api/finance/dayClose/approve', { id: proposed.data.id })
    const set = (text: string, id: string) => db.platform(tx => tx.execute(text, [id]))
    await set("update identity_user set status = 'disabled' where id = $1", userId)
    expect(await approve()).toMatchObject({ success: false, code: 'identity.askerGone' })
    await set("update identity_user set status = 'active' where id = $1", userId)
    await set("update identity_role set row_scope = 'assigned' where id = $1", roleId)
    expect(await approve()).toMatchObject({ success: false, code: 'identity.askerGone' })
    await set("update identity_role set row_scope = 'tenant' where id = $1", roleId)
    expect(await approve()).toMatchObject({ success: true })
  })

  test('one proposes, another approves; nobody approves their own', async () => {
    await dayIsOver(1)
    await world.ask('/api/platform/setting/save', { key: 'finance.dayCloseFourEyes', value: true })
    const proposed = await close({ note: '请复核' })
    expect(proposed).toMatchObject({ success: true, data: { state: 'proposed' } })
    expect(await close()).toMatchObject({ success: false, code: 'finance.proposedAlready' })
    const own = await world.ask('/api/finance/dayClose/approve', { id: proposed.data.id })
    expect(own).toMatchObject({ success: false, code: 'finance.needsSecondPerson' })
    const boss = callerWith({ tenantId: world.tenantId, displayName: 'Boss' })
    const approved = await world.ask('/api/finance/dayClose/approve', { id: proposed.data.id }, { as: boss })
    expect(approved).toMatchObject({ success: true, data: { state: 'sealing' } })
    await world.seal()
    expect(await record(proposed.data.id)).toMatchObject({
      state: 'sealed',
      proposedBy: 'Tester',
      closedBy: 'Boss',
      note: '请复核',
    })
    const reopened = await world.ask(
      '/api/finance/dayClose/reopen',
      { id: proposed.data.id, reason: 'x' },
      { as: boss },
    )
    expect(reopened).toMatchObject({ success: false, code: 'finance.needsSecondPerson' })
    expect((await world.ask('/api/finance/dayClose/reopen', { id: proposed.data.id, reason: 'x' })).success).toBe(true)
  })

  test('a rejected proposal stays as it was and stands in nobody’s way', async () => {
    await dayIsOver(1)
    await world.ask('/api/platform/setting/save', { key: 'finance.dayCloseFourEyes', value: true })
    const first = await close()
    expect((await world.ask('/api/finance/dayClose/reject', { id: first.data.id, reason: '再核对' })).success).toBe(
      true,
    )
    expect(await record(first.data.id)).toMatchObject({ state: 'rejected', note: '再核对', can: [] })
    expect((await close()).data).toMatchObject({ state: 'proposed' })
  })
})

describe('rights', () => {
  test('another tenant sees and closes nothing of ours', async () => {
    await dayIsOver(1)
    const { data } = await onceSealed(world, DAY)
    const stranger = callerWith({ tenantId: newId() })
    expect((await world.ask('/api/finance/dayClose/list', {}, { as: stranger })).data.list).toEqual([])
    expect(
      (await world.ask('/api/finance/dayClose/reopen', { id: data.id, reason: 'x' }, { as: stranger })).status,
    ).toBe(404)
    expect((await world.ask('/api/finance/dailyBill/list', {}, { as: stranger })).success).toBe(false)
  })

  test('closing takes its permission and the whole tenant in view', async () => {
    await dayIsOver(1)
    const clerk = callerWith({
      tenantId: world.tenantId,
      permissions: ['finance.dayClose:read', 'finance.dailyBill:read'],
    })
    expect((await close({}, { as: clerk })).status).toBe(403)
    const scope = { operators: null, stations: [newId()], investors: null }
    const local = callerWith({ tenantId: world.tenantId, scope })
    expect(await close({}, { as: local })).toMatchObject({ success: false, code: 'kernel.wholeTenantOnly' })
    expect((await world.ask('/api/finance/dailyBill/list', {}, { as: local })).data.list).toEqual([])
  })
})

test('orders that settle while the day is closed are in the closing or booked later, never lost', async () => {
  await dayIsOver(1)
  const sessions = Array.from({ length: 6 }, (_, i) => world.session({ connector: i + 2 }))
  world.clock.set(Date.parse('2026-11-20T09:00:00Z'))
  for (const session of sessions) await world.tell(session.started())
  wait(world, 30)
  const stops = sessions.map(session => session.stopped(60_000n))
  world.clock.set(Date.parse('2026-11-21T02:00:00Z'))
  await world.verifyLedgerNow()
  const [, closed] = await Promise.all([world.tell(...stops), close()])
  expect(closed).toMatchObject({ success: true })
  await world.seal()
  expect(await verify()).toMatchObject({ ok: true, findings: [] })
  const { data } = await world.ask('/api/finance/dailyBill/list', { filter: { day: { from: DAY, to: NEXT } } })
  expect(data.totals.orders).toBe(7)
})
