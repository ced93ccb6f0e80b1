import { walletsOf } from '@wattyard/members/server'
import { trialBalance, verifyLedger } from '@wattyard/ledger/server'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { aPrice } from '@wattyard/pricing/testing'
import { businessDay } from '@wattyard/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  type SessionFacts,
  wait,
  type WorldWishes,
} from '../../testing/charging-world.ts'
import { processRefundRequests } from '../money/process-refund-requests.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

async function begin(wishes: WorldWishes = {}): Promise<SessionFacts> {
  world = await charging.world(wishes)
  return world.session()
}

/** A whole session of 30 minutes and 10 kWh in the peak period: 11.15 of electricity and 5.00 of service. */
async function settled(wishes: WorldWishes = {}): Promise<SessionFacts> {
  const session = await begin(wishes)
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(100_000n))
  return session
}

/** A session whose stop register lies below its start: never billed without a person. */
async function abnormal(wishes: WorldWishes = {}): Promise<SessionFacts> {
  const session = await begin(wishes)
  await world.tell(session.started())
  wait(world, 15)
  await world.tell(session.read(50_000n))
  wait(world, 15)
  await world.tell(session.stopped(-900_000n))
  expect((await world.row(session.id)).state).toBe('abnormal')
  return session
}

const command = (name: string, input: Record<string, unknown>, key = newId(), as = world.as) =>
  world.server.call(`/api/charging/order/${name}`, input, { as, key })
const wallet = async () => {
  const { tenantId, memberId } = world.member
  const found = await world.server.db.tenant(tenantId, tx => walletsOf(tx, [{ tenantId, memberId }]))
  return found.get(memberId)
}
const can = async (id: string): Promise<string[]> =>
  (await world.server.call('/api/charging/order/get', { id }, { as: world.as })).data.can

async function booksAreRight(): Promise<void> {
  const { tenantId } = world
  const report = await world.server.db.platform(tx => verifyLedger(tx, { tenantId, now: world.clock.now() }))
  expect(report.findings).toEqual([])
  const balance = await world.server.db.tenant(tenantId, tx =>
    trialBalance(tx, { tenantId, upTo: businessDay('2026-11-20') }),
  )
  expect(balance.debits_fen).toBe(balance.credits_fen)
}

describe('a file of orders', () => {
  test('has no amount where there is no bill yet', async () => {
    const columns = 'state,electricity,service,total'
    const lines = async (): Promise<string[]> => {
      const ask = { as: world.as, method: 'GET' } as const
      const { text } = await world.server.call('/api/charging/order/export', { columns }, ask)
      return text.trim().split(/\r?\n/).slice(1)
    }
    await settled()
    expect(await lines()).toEqual([expect.stringMatching(/,11\.15,5\.00,16\.15$/)])
    const session = await begin()
    await world.tell(session.started())
    wait(world, 15)
    await world.tell(session.read(50_000n))
    expect(await lines()).toEqual([expect.stringMatching(/,,,$/)])
  })
})

describe('stop', () => {
  test('asks the pile for the order’s own transaction and waits for its confirmation', async () => {
    const session = await begin()
    await world.tell(session.started())
    const answer = await command('stop', { id: session.id })
    expect(answer).toMatchObject({ success: true, data: { state: 'stopping' } })
    expect(answer.data.command).toMatch(/^[0-9a-f-]{36}$/)
    const { transaction_id, state } = await world.row(session.id)
    expect(world.ports.piles.stops).toMatchObject([{ pileId: world.pile.id, transactionId: transaction_id }])
    expect(state).toBe('stopping')
    expect(world.live.at(-1)).toMatchObject({ topic: 'charging.order', data: { id: session.id, state: 'stopping' } })
  })

  test('is not offered and refused once the session has ended', async () => {
    const session = await settled()
    expect(await can(session.id)).not.toContain('stop')
    expect(await command('stop', { id: session.id })).toMatchObject({ success: false, code: 'kernel.notAllowedNow' })
  })

  test('needs a key, and the same key has one effect', async () => {
    const session = await begin()
    await world.tell(session.started())
    expect((await world.server.call('/api/charging/order/stop', { id: session.id }, { as: world.as })).success).toBe(
      false,
    )
    const first = await command('stop', { id: session.id }, 'the-same-key')
    const second = await command('stop', { id: session.id }, 'the-same-key')
    expect(second.data).toEqual(first.data)
    expect(world.ports.piles.stops).toHaveLength(1)
  })

  test('is nobody’s who may only see another station', async () => {
    const session = await begin()
    await world.tell(session.started())
    const scope = { operators: null, stations: [newId()], investors: null }
    const stranger = callerWith({ tenantId: world.tenantId, scope })
    expect(await command('stop', { id: session.id }, newId(), stranger)).toMatchObject({ status: 404 })
  })
})

describe('refund', () => {
  test('reverses the mix that paid: gift money back as gift, the rest as principal', async () => {
    const session = await settled({ principal: 5_000n, gift: 600n })
    expect(await wallet()).toMatchObject({ principal: 3_985n, gift: 0n })
    const part = await command('refund', { id: session.id, amount: '6.15', reason: '枪线过热，提前停止' })
    expect(part.data).toMatchObject({ refunded: '6.15', waived: '0.00', left: '10.00', bookedOn: '2026-11-20' })
    const rest = await command('refund', { id: session.id, amount: '10', reason: '全部退还' })
    expect(rest.data).toMatchObject({ refunded: '10.00', left: '0.00' })
    expect(await wallet()).toMatchObject({ principal: 5_000n, gift: 600n })
    expect(await can(session.id)).not.toContain('refund')
    await booksAreRight()
  })

  test('never gives back more than was paid, whatever is asked', async () => {
    const session = await settled()
    const answer = await command('refund', { id: session.id, amount: '16.16', reason: '误收' })
    expect(answer).toMatchObject({ success: false, code: 'charging.refundExceedsPaid' })
    expect(answer.msg).toContain('16.15')
    expect(await command('refund', { id: session.id, amount: '0', reason: '误收' })).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { amount: '不能小于 0.01' } },
    })
    expect((await world.row(session.id)).refunded_fen).toBe(0n)
  })

  test('waives what is owed before it pays anything out', async () => {
    const session = await settled({ principal: 1_000n })
    expect(await wallet()).toMatchObject({ principal: 0n, owed: 615n })
    const answer = await command('refund', { id: session.id, amount: '7.00', reason: '投诉' })
    expect(answer.data).toMatchObject({ refunded: '7.00', waived: '6.15' })
    expect(await wallet()).toMatchObject({ principal: 85n, owed: 0n })
    await booksAreRight()
  })

  test('is neither offered nor made while the car charges, in words that say why', async () => {
    const session = await begin()
    await world.tell(session.started())
    expect(await can(session.id)).not.toContain('refund')
    const told = await command('refund', { id: session.id, amount: '5', reason: '车主要求' })
    expect(told).toMatchObject({ success: false, code: 'charging.nothingPaid' })
    expect(told.msg).toContain('尚未付款')
    expect([world.ports.piles.stops, (await world.row(session.id)).state]).toEqual([[], 'charging'])
  })

  test('is neither offered nor made where the member still owes the whole order', async () => {
    const session = await settled({ principal: 0n })
    expect(await world.row(session.id)).toMatchObject({
      state: 'settled',
      paid_principal_fen: 0n,
      receivable_fen: 1_615n,
    })
    expect(await can(session.id)).not.toContain('refund')
    expect(await command('refund', { id: session.id, amount: '5', reason: '投诉' })).toMatchObject({
      code: 'charging.nothingPaid',
    })
    expect(await wallet()).toMatchObject({ owed: 1_615n })
  })

  test('of a part that was paid is offered', async () => {
    const partly = await settled({ principal: 1_000n })
    expect(await can(partly.id)).toContain('refund')
  })

  test('that was asked for during the charge by an earlier version is granted with the bill', async () => {
    const session = await begin()
    await world.tell(session.started())
    await world.server.db.tenant(world.tenantId, async tx => {
      await tx.execute(
        `insert into charging_refund (tenant_id, id, order_id, state, asked_fen, reason, asked_by) values ($1, $2, $3, 'wished', 9900, '车主要求', 'Tester')`,
        [world.tenantId, newId(), session.id],
      )
      await tx.execute(`update charging_order set wish = 'refund' where tenant_id = $1 and id = $2`, [
        world.tenantId,
        session.id,
      ])
    })
    expect(await processRefundRequests(world.server.db, world.ports)).toBe(0)
    wait(world, 30)
    await world.tell(session.stopped(100_000n))
    expect(await processRefundRequests(world.server.db, world.ports)).toBe(1)
    // Asked for 99.00, the order cost 16.15.
    expect(await world.row(session.id)).toMatchObject({ state: 'settled', total_fen: 1_615n, refunded_fen: 1_615n })
    expect(await wallet()).toMatchObject({ principal: 20_000n, frozenPrincipal: 0n })
    expect(await processRefundRequests(world.server.db, world.ports)).toBe(0)
    await booksAreRight()
  })
})

describe('abnormal orders', () => {
  test('are settled by the energy a person states, under the order’s own price, with lines and closed cases', async () => {
    const session = await abnormal()
    expect(await can(session.id)).toEqual(expect.arrayContaining(['settleByHand', 'waive']))
    const answer = await command('settleByHand', { id: session.id, energy: '10', reason: '现场抄表' })
    expect(answer.data).toMatchObject({ state: 'settled', energy: '10.0000', total: '16.15', receivable: '0.00' })
    const row = await world.row(session.id)
    expect(row).toMatchObject({
      total_fen: 1_615n,
      paid_principal_fen: 1_615n,
      energy_method: 'by-hand',
      booked_on: '2026-11-20',
    })
    const { list } = (await world.server.call('/api/charging/abnormal/list', {}, { as: world.as })).data
    expect(list.length).toBeGreaterThan(0)
    expect(new Set(list.map((one: { state: string }) => one.state))).toEqual(new Set(['handled']))
    expect(list[0]).toMatchObject({
      note: '现场抄表',
      closedBy: 'Tester',
      orderNo: row.order_no,
      orderState: 'settled',
    })
    expect(await wallet()).toMatchObject({ principal: 18_385n, frozenPrincipal: 0n })
    await booksAreRight()
  })

  test('an energy that the pile cannot deliver in the time is a typing error', async () => {
    const session = await abnormal()
    const answer = await command('settleByHand', { id: session.id, energy: '10000', reason: '现场抄表' })
    expect(answer).toMatchObject({ success: false, code: 'charging.energyImplausible' })
    expect((await world.row(session.id)).state).toBe('abnormal')
  })

  test('a price that came later is the one in force at the start', async () => {
    const session = await abnormal({ priced: false })
    const refused = await command('settleByHand', { id: session.id, energy: '10', reason: '补价' })
    expect(refused).toMatchObject({ code: 'charging.priceMissing' })
    await world.server.db.tenant(world.tenantId, tx => aPrice(tx, { tenantId: world.tenantId }))
    expect((await command('settleByHand', { id: session.id, energy: '10', reason: '补价' })).data).toMatchObject({
      total: '16.15',
    })
    expect((await world.row(session.id)).price_hash).not.toBeNull()
  })

  test('accepting the estimate bills what was shown; a changed one is shown first', async () => {
    // 300 kWh in half an hour from a pile of 120 kW: held back, and what it would cost is known.
    const session = await begin()
    await world.tell(session.started())
    wait(world, 30)
    await world.tell(session.stopped(3_000_000n))
    expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', estimate_fen: 48_435n })
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set estimate_fen = 1 where id = $1', [session.id]),
    )
    const changed = await command('acceptEstimate', { id: session.id, reason: '按估算' })
    expect(changed.data).toMatchObject({ changed: true, state: 'abnormal' })
    const asked = await command('acceptEstimate', { id: session.id, reason: '按估算' })
    // 484.35 is more than one person decides alone.
    expect(asked.data).toMatchObject({ waitsForApproval: true })
    const second = callerWith({ tenantId: world.tenantId })
    const accepted = await world.server.call(
      '/api/platform/approval/approve',
      { id: asked.data.approval },
      { as: second, key: newId() },
    )
    expect(accepted.data.answer).toMatchObject({ changed: false, state: 'settled', total: changed.data.estimate })
    await booksAreRight()
  })

  test('an estimate of measured power says so once it is accepted, and not that it is of the registers', async () => {
    const session = await begin()
    await world.tell(session.started())
    // The meter stands still while the pile delivers 10 kW.
    for (let minute = 0; minute < 30; minute += 5) {
      wait(world, 5)
      await world.tell(session.read(0n, { powerW: 10_000 }))
    }
    await world.tell(session.stopped(0n))
    expect(await world.row(session.id)).toMatchObject({ state: 'abnormal', energy: 0n })
    const { data } = await command('acceptEstimate', { id: session.id, reason: '电表未走' })
    expect(data).toMatchObject({ changed: false, state: 'settled' })
    expect(await world.row(session.id)).toMatchObject({ energy_method: 'by-power' })
    await booksAreRight()
  })

  test('waiving closes without a charge and gives the hold back', async () => {
    const session = await abnormal()
    expect((await wallet())?.frozenPrincipal).toBe(10_000n)
    expect((await command('waive', { id: session.id, reason: '设备故障' })).data.state).toBe('closed')
    expect(await wallet()).toMatchObject({ principal: 20_000n, frozenPrincipal: 0n })
    expect(await world.row(session.id)).toMatchObject({ state: 'closed', total_fen: 0n })
    expect(await can(session.id)).toEqual([])
    await booksAreRight()
  })

  test('of two people who decide at once exactly one wins', async () => {
    const session = await abnormal()
    const answers = await Promise.all([
      command('settleByHand', { id: session.id, energy: '10', reason: '甲' }),
      command('waive', { id: session.id, reason: '乙' }),
      command('settleByHand', { id: session.id, energy: '9', reason: '丙' }),
    ])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(new Set(answers.filter(answer => !answer.success).map(answer => answer.code))).toEqual(
      new Set(['kernel.notAllowedNow']),
    )
    await booksAreRight()
  })

  test('a case that keeps an order from being billed is not ticked off', async () => {
    const session = await abnormal()
    const { list } = (
      await world.server.call('/api/charging/abnormal/list', { filter: { order: session.id } }, { as: world.as })
    ).data
    const blocking = list.find((one: { blocks: boolean }) => one.blocks)
    expect(blocking).toMatchObject({ orderState: 'abnormal', can: ['assign'] })
    expect(blocking.orderCan).toContain('waive')
    const refused = await world.server.call(
      '/api/charging/abnormal/dismiss',
      { ids: [blocking.id], note: '没问题' },
      { as: world.as },
    )
    expect(refused).toMatchObject({ success: false, code: 'charging.orderUndecided' })
    expect(refused.msg).toContain(blocking.orderNo)
  })
})
