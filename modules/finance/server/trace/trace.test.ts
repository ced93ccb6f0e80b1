import { wait } from '@wattyard/charging/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProofCheck } from '../../contract/index.ts'
import { type FinanceServer, financeServer, type FinanceWorld } from '../../testing/index.ts'

let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 5_000n, gift: 600n })
})

const trace = async (order: string, as = world.as) => world.ask('/api/finance/trace', { order }, { as })
const results = (proof: readonly ProofCheck[]) => Object.fromEntries(proof.map(one => [one.check, one.result]))
const command = (name: string, input: Record<string, unknown>) =>
  world.server.call(`/api/charging/order/${name}`, input, { as: world.as, key: newId() })

describe('a settled order', () => {
  test('is told from its facts to its postings, and every step is proved', async () => {
    const id = await world.charge()
    const { data } = await trace(id)
    expect(data).toMatchObject({
      order: id,
      state: 'settled',
      proved: true,
      session: { method: 'registers-and-samples', confidence: 'exact', energy: '10.0000', billable: true },
      hold: { state: 'posted' },
      refunds: [],
    })
    expect(data.facts.map((fact: { kind: string }) => fact.kind)).toEqual([
      'session-started',
      'meter-read',
      'session-stopped',
    ])
    expect(data.facts[0]).toMatchObject({ meterStart: '100.0000', frame: expect.stringMatching(/^1:\d+$/) })
    expect(data.session.curve).toMatchObject([{ power: 60_000, register: '105.0000' }])
    expect(data.session.flags[0]).toMatchObject({ rule: 'E-01', effect: 'basis' })
    expect(data.price).toMatchObject({ zone: 'Asia/Shanghai', policy: { rounding: 'row_sum', energyDecimals: 4 } })
    expect(data.lines).toMatchObject([
      {
        period: 'F',
        energy: '10.0000',
        electricityPrice: '1.11450',
        electricityExact: '11.1450000000',
        electricity: '11.15',
        servicePrice: '0.50000',
        service: '5.00',
      },
    ])
    expect(data.journals.map((journal: { kind: string }) => journal.kind)).toEqual(['hold', 'settle'])
    const sums = data.journals[1].postings.filter((posting: { credit: { code: string } }) =>
      posting.credit.code.endsWith('_revenue'),
    )
    expect(sums.map((posting: { amount: string }) => posting.amount).toSorted()).toEqual(
      ['10.15', '5.00', '1.00'].toSorted(),
    )
    expect(results(data.proof)).toEqual({
      // Facts of a test come without stored frames.
      framesKept: 'none',
      factsGiveEnergy: 'ok',
      snapshotIsTheOrders: 'ok',
      factsGiveLines: 'ok',
      linesAreExact: 'ok',
      linesGiveOrder: 'ok',
      orderIsPaid: 'ok',
      postingsGiveRevenue: 'ok',
      postingsGivePayment: 'ok',
      postingsGiveRefunds: 'none',
      holdIsUsedUp: 'ok',
    })
    const lines = data.proof.find((one: ProofCheck) => one.check === 'factsGiveLines')
    expect(lines).toMatchObject({ left: '16.15', right: '16.15', unit: 'yuan' })
  })

  test('shows its refunds, whose postings give what the order says', async () => {
    const id = await world.charge()
    expect((await command('refund', { id, amount: '6.15', reason: '枪线过热' })).success).toBe(true)
    const { data } = await trace(id)
    expect(data.refunds).toMatchObject([{ kind: 'refund', amount: '6.15', memo: '枪线过热' }])
    expect(results(data.proof)).toMatchObject({
      postingsGiveRefunds: 'ok',
      postingsGivePayment: 'ok',
      postingsGiveRevenue: 'ok',
    })
    expect(data.proved).toBe(true)
  })

  test('hides numbers of people in memos', async () => {
    const id = await world.charge()
    await command('refund', { id, amount: '1.00', reason: '车主 13966655544' })
    const { data } = await trace(id, { ...world.as, readsMasked: true })
    expect(data.refunds).toMatchObject([{ memo: '车主 139****5544' }])
    expect((await trace(id)).data.refunds).toMatchObject([{ memo: '车主 13966655544' }])
  })

  test('keeps the stored frames of its session with their answers', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 30)
    const stop = session.stopped(60_000n)
    await world.tell(stop)
    const frame = { stream: 1, seq: stop.frame.split(':')[1] }
    await world.server.db.platform(tx =>
      tx.execute(
        `insert into gateway_frame (tenant_id, stream, seq, pile_id, received_at, direction, protocol, action, message_id, session_id, frame, answer)
         values ($1, $2, $3, $4, $5, 'in', 'ocpp1.6', 'StopTransaction', 'm1', $6, '[2,"m1","StopTransaction",{}]', '[3,"m1",{}]')`,
        [world.tenantId, frame.stream, frame.seq, world.pile.id, new Date(), session.id],
      ),
    )
    const { data } = await trace(session.id)
    expect(data.frames).toMatchObject([{ frame: stop.frame, action: 'StopTransaction', answer: '[3,"m1",{}]' }])
    // One of two frames is there: the other one is missed by name.
    const kept = data.proof.find((one: ProofCheck) => one.check === 'framesKept')
    expect(kept).toMatchObject({ result: 'wrong', left: '2', right: '1', differences: [expect.stringMatching(/^1:/)] })
  })
})

describe('what does not add up is found', () => {
  const crimes: readonly [what: string, sql: string, checks: readonly string[]][] = [
    [
      'a line’s amount',
      `update charging_order_line set electricity_fen = electricity_fen + 1 where order_id = $1`,
      ['factsGiveLines', 'linesGiveOrder'],
    ],
    [
      'a line’s price',
      `update charging_order_line set service_price = service_price + 1 where order_id = $1`,
      ['factsGiveLines', 'linesAreExact'],
    ],
    [
      'a fact’s register',
      `update charging_fact set body = replace(body::text, '"meterStop":"1100000"', '"meterStop":"1100010"')::json where session_id = $1`,
      ['factsGiveEnergy', 'factsGiveLines'],
    ],
    [
      'the order’s sums',
      `update charging_order set electricity_fen = electricity_fen + 1, total_fen = total_fen + 1, receivable_fen = receivable_fen + 1 where id = $1`,
      ['linesGiveOrder', 'postingsGiveRevenue', 'postingsGivePayment'],
    ],
    [
      'who paid how much',
      `update charging_order set paid_principal_fen = paid_principal_fen - 1, paid_gift_fen = paid_gift_fen + 1 where id = $1`,
      ['postingsGivePayment'],
    ],
    [
      'the price’s fingerprint',
      `update charging_order set price_hash = reverse(price_hash) where id = $1`,
      ['snapshotIsTheOrders'],
    ],
    ['what was refunded', `update charging_order set refunded_fen = 1 where id = $1`, ['postingsGiveRefunds']],
    [
      'a posting',
      `update ledger_posting set amount_fen = amount_fen + 1 where journal_id in (select id from ledger_journal where source_id = $1::text and kind = 'settle') and line = 1`,
      ['postingsGivePayment'],
    ],
  ]

  test('each in its step, with both numbers', async () => {
    const id = await world.charge()
    for (const [what, sql, checks] of crimes) {
      await tampered(sql, id, async () => {
        const { data } = await trace(id)
        const wrong = data.proof.filter((one: ProofCheck) => one.result === 'wrong')
        expect([what, data.proved, wrong.map((one: ProofCheck) => one.check)]).toEqual([
          what,
          false,
          expect.arrayContaining([...checks]),
        ])
        for (const one of wrong) expect(one.left !== one.right || one.differences.length > 0).toBe(true)
      })
    }
    expect((await trace(id)).data.proved).toBe(true)
  })
})

/** Changes a row as its owner, looks, and puts the row back as it was. */
async function tampered(sql: string, id: string, look: () => Promise<void>): Promise<void> {
  const tables = ['charging_order_line', 'charging_fact', 'charging_order', 'ledger_posting']
  const asOwner = (run: (execute: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>) =>
    world.server.db.platform(async tx => {
      await tx.execute('reset role')
      await tx.execute('set local session_replication_role = replica')
      await run((text, values) => tx.execute(text, values))
    })
  await asOwner(async execute => {
    for (const table of tables) {
      await execute(`drop table if exists kept_${table}`)
      await execute(`create table kept_${table} as select * from ${table}`)
    }
    await execute(sql, [id])
  })
  await look()
  await asOwner(async execute => {
    for (const table of tables) {
      await execute(`delete from ${table}`)
      await execute(`insert into ${table} select * from kept_${table}`)
      await execute(`drop table kept_${table}`)
    }
  })
}

describe('an order that is not settled', () => {
  test('has nothing to prove about money, and says why', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 5)
    await world.tell(session.read(10_000n))
    const { data } = await trace(session.id)
    expect(data).toMatchObject({ state: 'charging', lines: [], proved: true })
    expect(data.proof.find((one: ProofCheck) => one.check === 'postingsGiveRevenue')).toMatchObject({
      result: 'none',
      why: 'notSettled',
    })
  })

  test('shows the findings with their evidence when it is abnormal', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 15)
    await world.tell(session.read(50_000n))
    wait(world, 15)
    await world.tell(session.stopped(-900_000n))
    const { data } = await trace(session.id)
    expect(data.state).toBe('abnormal')
    const blocking = data.session.flags.filter((flag: { effect: string }) => flag.effect === 'block')
    expect(blocking.length).toBeGreaterThan(0)
    expect(Object.keys(blocking[0].evidence).length).toBeGreaterThan(0)
    expect(data.lines).toEqual([])
  })

  test('is proved from its lines on when a person stated the energy', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 15)
    await world.tell(session.read(50_000n))
    wait(world, 15)
    await world.tell(session.stopped(-900_000n))
    const done = await command('settleByHand', { id: session.id, energy: '9.5', reason: '按电表抄数' })
    expect(done.success).toBe(true)
    const { data } = await trace(session.id)
    expect(data.proved).toBe(true)
    expect(results(data.proof)).toMatchObject({
      factsGiveEnergy: 'none',
      factsGiveLines: 'none',
      linesAreExact: 'ok',
      linesGiveOrder: 'ok',
      postingsGiveRevenue: 'ok',
      postingsGivePayment: 'ok',
    })
  })
})

describe('rights', () => {
  test('an order of another tenant or station does not exist', async () => {
    const id = await world.charge()
    expect((await trace(id, callerWith({ tenantId: newId() }))).status).toBe(404)
    const scope = { operators: null, stations: [newId()], investors: null }
    expect((await trace(id, callerWith({ tenantId: world.tenantId, scope }))).status).toBe(404)
    expect(
      (await trace(id, callerWith({ tenantId: world.tenantId, permissions: ['charging.order:read'] }))).status,
    ).toBe(403)
    expect((await trace(newId())).status).toBe(404)
    expect(await trace('x')).toMatchObject({ success: false, code: 'kernel.invalid' })
  })
})
