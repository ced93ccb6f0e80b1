import { aPayingMember } from '@wattyard/payments/testing'
import { type Caller, newId, col, REVEAL_PERSONAL } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

// Limits add up: what one person moves alone in many small commands weighs what it comes to.

const DAY_MS = 86_400_000

let charging: ChargingServer
let world: ChargingWorld
let ann: Caller
let bob: Caller
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(async () => {
  vi.useRealTimers()
  await charging.close()
})
beforeEach(async () => {
  vi.useRealTimers()
  world = await charging.world({ principal: 1_000_000n })
  ann = world.as
  bob = callerWith({ tenantId: world.tenantId, displayName: 'Bob' })
})

const call = (path: string, input: Record<string, unknown>, as = ann) =>
  world.server.call(path, input, { as, key: newId() })
const takeOut = (id: string, amount = '199', as = ann) =>
  call('/api/member/member/refundWallet', { id, amount, reason: '退款' }, as)
const give = (id: string, gift: string) =>
  call('/api/member/member/topUp', { id, principal: '0', gift, channel: world.channels.bank })
const payCash = (id: string, more: Record<string, unknown>) =>
  call('/api/member/member/topUp', { id, principal: '5000', gift: '0', channel: world.channels.cash, ...more })
const waits = (answer: { data: { waitsForApproval?: boolean } | null }) => answer.data?.waitsForApproval === true

async function members(count: number): Promise<string[]> {
  return world.server.db.tenant(world.tenantId, async tx => {
    const ids: string[] = []
    for (let i = 0; i < count; i++)
      ids.push((await aPayingMember(tx, world.tenantId, { principal: 100_000n })).memberId)
    return ids
  })
}
/** Fen that left wallets to be paid out. */
async function paidOut(): Promise<bigint> {
  const [row] = await world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      { sum: col.bigint },
      "select coalesce(sum(amount_fen), 0)::bigint as sum from ledger_journal where tenant_id = $1 and kind = 'withdrawal'",
      [world.tenantId],
    ),
  )
  return row?.sum ?? -1n
}
const skirted = async () =>
  world.server.db.platform(tx =>
    tx.query(
      { body: col.json<{ count: number; personId: string }>() },
      "select body from kernel_outbox where tenant_id = $1 and topic = 'platform.limit-skirted' order by id",
      [world.tenantId],
    ),
  )
const becauseOf = async (id: string) => (await call('/api/platform/approval/get', { id }, bob)).data

describe('of one member', () => {
  test('twenty refunds of 199.00 at once pay out one, whoever asks for the others waits', async () => {
    const id = world.member.memberId
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeOut(id)))
    expect(answers.filter(answer => answer.success && !waits(answer))).toHaveLength(1)
    expect(await paidOut()).toBe(19_900n)
    const asked = answers.find(waits)
    expect(await becauseOf(asked?.data.approval)).toMatchObject({ because: 'memberDay', amount: '199.00' })
  })

  test('gifts, refunds of orders and money taken out add up, whoever gives them', async () => {
    const own = world.session()
    await world.tell(own.started())
    wait(world, 30)
    await world.tell(own.stopped(100_000n))
    const id = world.member.memberId
    expect(waits(await give(id, '100'))).toBe(false)
    const refund = await call('/api/charging/order/refund', { id: own.id, amount: '10', reason: '误收' }, bob)
    expect(refund.data).toMatchObject({ refunded: '10.00' })
    expect(waits(await takeOut(id, '90', bob))).toBe(true)
    expect(waits(await takeOut(id, '89.99', bob))).toBe(false)
  })

  test('a day later the day is forgotten, the month is not', async () => {
    const id = world.member.memberId
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    const answers = []
    for (let day = 0; day < 4; day++) {
      answers.push(await takeOut(id))
      vi.setSystemTime(Date.now() + DAY_MS + 1)
    }
    expect(answers.map(waits)).toEqual([false, false, false, true])
    vi.useRealTimers()
    expect(await becauseOf(answers[3]?.data.approval)).toMatchObject({ because: 'memberMonth' })
  })
})

describe('of one person', () => {
  test('refunds of many members at once stop at the cap of a day', async () => {
    const ids = await members(20)
    const answers = await Promise.all(ids.map(id => takeOut(id)))
    expect(answers.filter(answer => answer.success && !waits(answer))).toHaveLength(5)
    expect(await paidOut()).toBe(5n * 19_900n)
    const reasons = await Promise.all(answers.filter(waits).map(answer => becauseOf(answer.data.approval)))
    expect(new Set(reasons.map(({ because }) => because))).toEqual(new Set(['personDay']))
    expect(waits(await takeOut(world.member.memberId, '150', bob))).toBe(false)
  })

  test('two accounts that were in one hand have one cap', async () => {
    await world.server.db.platform(tx =>
      tx.execute(
        `insert into identity_account_hand (tenant_id, user_id, hand_id, at) select $1, u, $3, now() from unnest($2::uuid[]) as u`,
        [world.tenantId, [world.as.userId, bob.userId], newId()],
      ),
    )
    const ids = await members(8)
    for (const id of ids.slice(0, 5)) expect(waits(await takeOut(id))).toBe(false)
    expect(waits(await takeOut(ids[5] ?? '', '150', bob))).toBe(true)
  })

  test('the caps are the tenant’s to set, and what two agreed to does not count', async () => {
    await call('/api/platform/setting/save', {
      key: 'platform.wordCaps',
      value: { memberMonth: null, personDay: 15_000, personMonth: null },
    })
    const [first = '', second = '', third = ''] = await members(3)
    const asked = await takeOut(first, '150')
    expect(waits(asked)).toBe(true)
    expect((await call('/api/platform/approval/approve', { id: asked.data.approval }, bob)).success).toBe(true)
    expect(waits(await takeOut(second, '149.99'))).toBe(false)
    expect(waits(await takeOut(third, '0.01'))).toBe(true)
  })

  test('several just below the limit are told to those who govern it', async () => {
    const ids = await members(4)
    for (const id of ids.slice(0, 2)) await takeOut(id)
    expect(await skirted()).toEqual([])
    await takeOut(ids[2] ?? '')
    expect(await skirted()).toMatchObject([{ body: { count: 3, personId: ann.userId, sum_fen: '59700' } }])
  })
})

describe('cash', () => {
  test('without the number of its receipt waits, with it comes in at once, and no number comes twice', async () => {
    const id = world.member.memberId
    const asked = await payCash(id, {})
    expect(waits(asked)).toBe(true)
    expect(await becauseOf(asked.data.approval)).toMatchObject({ because: 'always', amount: '5000.00' })
    expect(await payCash(id, { principal: '1' })).toMatchObject({ success: false, code: 'platform.approvalWaits' })
    const paid = await payCash(id, { receipt: 'R-2026-0001' })
    expect(paid.data).toMatchObject({ paidDebt: '0.00' })
    expect(await payCash(id, { receipt: ' r-2026-0001' })).toMatchObject({
      success: false,
      data: { fields: { receipt: expect.any(String) } },
    })
    expect(await paidOut()).toBe(0n)
  })

  test('whose entry was reversed frees its receipt, for one right entry', async () => {
    const id = world.member.memberId
    const receipt = 'R-2026-0002'
    const wrong = await payCash(id, { receipt, principal: '50' })
    const asked = await call('/api/ledger/journal/reverse', { id: wrong.data.journalId, reason: 'x' })
    // Until the second person has agreed, the payment stands.
    expect(await payCash(id, { receipt, principal: '500' })).toMatchObject({ code: 'kernel.invalid' })
    expect((await call('/api/platform/approval/approve', { id: asked.data.approval }, bob)).success).toBe(true)
    const right = await Promise.all([1, 2].map(() => payCash(id, { receipt, principal: '500' })))
    expect(right.map(answer => answer.code).toSorted((a, b) => a.localeCompare(b))).toEqual(['0', 'kernel.invalid'])
  })
})

describe('what is written down as paid in', () => {
  const payIn = (id: string, principal: string, as = ann) =>
    call('/api/member/member/topUp', { id, principal, gift: '0', channel: world.channels.bank }, as)

  test('waits from 10,000.00 for one member in a day, whoever pays it in, and adds to no other sum', async () => {
    const id = world.member.memberId
    expect(waits(await payIn(id, '9000'))).toBe(false)
    expect(waits(await payIn(id, '1000', bob))).toBe(false)
    const asked = await payIn(id, '0.01', bob)
    expect(await becauseOf(asked.data.approval)).toMatchObject({ because: 'paidInMember', amount: '0.01' })
    expect(waits(await takeOut(id))).toBe(false)
    expect(await skirted()).toEqual([])
  })

  test('waits from 50,000.00 by one person in a day, at once too', async () => {
    const ids = await members(8)
    const answers = await Promise.all(ids.map(id => payIn(id, '10000')))
    expect(answers.filter(answer => !waits(answer))).toHaveLength(5)
    const asked = answers.find(waits)
    expect(await becauseOf(asked?.data.approval)).toMatchObject({ because: 'paidInPerson' })
  })

  test('a receipt is one number in whatever width, case and with whatever cannot be seen it is written', async () => {
    const id = world.member.memberId
    expect(waits(await payCash(id, { receipt: 'x137' }))).toBe(false)
    for (const receipt of [
      'Ｘ１３７',
      'X-137',
      '#x.137',
      '* x_1/37',
      'X\u200b137',
      ' x 137',
      'x\u00ad137',
      'x137\u3164',
      'x\ufe0f137',
      'x1\u034f37',
      '\u2800x137',
    ])
      expect(await payCash(id, { receipt, principal: '1' })).toMatchObject({ success: false, code: 'kernel.invalid' })
    const unseen = ['\u200b', '\u3164', '\u2800', '\u115f', '---', '.']
    const answers = []
    for (const [i, receipt] of unseen.entries()) answers.push(await payCash(id, { receipt, principal: `${i + 1}` }))
    // The first waits, and the others wait for the first to be decided: none is booked.
    const none = unseen.slice(1).map(() => 'platform.approvalWaits')
    expect(answers.map(answer => answer.code)).toEqual(['0', ...none])
    expect(answers[0] && waits(answers[0])).toBe(true)
  })
})

describe('credit', () => {
  const setCredit = (id: string, creditLimit: string) =>
    call('/api/member/member/setCredit', { id, creditLimit, reason: '车队客户' })

  test('is given alone below the limit, taken back alone, and raised bit by bit it is what it has become', async () => {
    const id = world.member.memberId
    expect((await setCredit(id, '150')).data).toMatchObject({ creditLimit: '150.00' })
    expect(waits(await setCredit(id, '200'))).toBe(true)
    expect((await setCredit(id, '10')).data).toMatchObject({ creditLimit: '10.00' })
    expect(await setCredit(id, '-1')).toMatchObject({ success: false, code: 'kernel.invalid' })
    const { data } = await call('/api/member/member/get', { id })
    expect(data.creditLimit).toBe('10.00')
  })

  test('is shown to who approves with the member’s number, wallet and present limit, and masked as they may see', async () => {
    const id = world.member.memberId
    const phone = '13800138000'
    expect((await call('/api/member/member/changePhone', { id, phone })).success).toBe(true)
    await setCredit(id, '150')
    const { approval } = (await setCredit(id, '500')).data
    const { code } = (await call('/api/member/member/get', { id })).data
    const shownTo = async (as: Caller) => (await call('/api/platform/approval/get', { id: approval }, as)).data
    const seen = await shownTo(bob)
    expect(seen).toMatchObject({
      amount: '350.00',
      input: { code, phone, available: '10000.00', owed: '0.00', creditLimitNow: '150.00', creditLimit: '500.00' },
      asked: { replaces: { creditLimit: 'creditLimitNow' } },
    })
    const may = [
      'platform.approval:read',
      'platform.approval:approve',
      'platform.approval:all',
      'members.member:setCredit',
    ]
    const clerk = callerWith({ tenantId: world.tenantId, permissions: may })
    const veiled = await shownTo(clerk)
    expect(veiled.input).toMatchObject({ code, creditLimitNow: '150.00' })
    expect(JSON.stringify(veiled)).not.toContain(phone)
    expect(veiled.asked.reveals).toBeUndefined()
    const finance = callerWith({
      tenantId: world.tenantId,
      permissions: [...may, 'members.member:read', REVEAL_PERSONAL],
    })
    expect((await shownTo(finance)).asked.reveals).toBe(true)
    expect((await shownTo({ ...finance, readOnly: true })).asked.reveals).toBeUndefined()
    // Once decided the record holds the new value.
    expect((await call('/api/platform/approval/approve', { id: approval }, bob)).success).toBe(true)
    const decided = await shownTo(bob)
    expect(decided.asked.replaces).toBeUndefined()
    expect(Object.keys(decided.asked.fields)).not.toContain('creditLimitNow')
  })

  test('is not part of the record that is saved', async () => {
    const { data } = await call('/api/member/member/get', { id: world.member.memberId })
    const { id, version, name, mix } = data
    await call('/api/member/member/save', { id, version, name, mix, creditLimit: '1000000' })
    expect((await call('/api/member/member/get', { id })).data.creditLimit).toBe('0.00')
  })
})

test('less than nothing is refused at its field, and nothing moves', async () => {
  const id = world.member.memberId
  expect(await takeOut(id, '-1')).toMatchObject({
    code: 'kernel.invalid',
    data: { fields: { amount: expect.any(String) } },
  })
  expect((await give(id, '-1')).code).toBe('kernel.invalid')
  expect((await payCash(id, { principal: '-1' })).data).toEqual({ fields: { principal: expect.any(String) } })
})

test('two people who refund one order under the same key give back two refunds, and the ledger says both', async () => {
  const own = world.session()
  await world.tell(own.started())
  wait(world, 30)
  await world.tell(own.stopped(100_000n))
  const long = 'k'.repeat(180)
  const refund = (key: string, as: Caller) =>
    world.server.call('/api/charging/order/refund', { id: own.id, amount: '1', reason: '误收' }, { as, key })
  for (const [key, as] of [
    ['one-refund', ann],
    ['one-refund', bob],
    [`${long}1`, ann],
    [`${long}2`, ann],
  ] as const)
    expect(await refund(key, as)).toMatchObject({ data: { refunded: '1.00' } })
  const [row] = await world.server.db.tenant(world.tenantId, tx =>
    tx.query(
      { orders: col.bigint, ledger: col.bigint },
      `select (select refunded_fen from charging_order where tenant_id = $1 and id = $2) as orders,
         (select sum(amount_fen)::bigint from ledger_journal where tenant_id = $1 and source_id = $2::text and kind = 'refund') as ledger`,
      [world.tenantId, own.id],
    ),
  )
  expect(row).toEqual({ orders: 400n, ledger: 400n })
})

test('a reversal of money that is gone is refused before anybody waits for it', async () => {
  const [id = ''] = await members(1)
  const paid = await call('/api/member/member/topUp', { id, principal: '50', gift: '0', channel: world.channels.bank })
  const asked = await takeOut(id, '1040')
  expect((await call('/api/platform/approval/approve', { id: asked.data.approval }, bob)).success).toBe(true)
  expect(await call('/api/ledger/journal/reverse', { id: paid.data.journalId, reason: '记错' })).toMatchObject({
    success: false,
    code: 'payments.refundFirst',
  })
  const waiting = await call('/api/platform/approval/list', { filter: { state: 'waiting' } })
  expect(waiting.data.total).toBe(0)
})

describe('what is given up on one person’s word', () => {
  /** A session of so much energy, in two hours; held for a person because nobody is known to pay. */
  let meter = 1_000_000n
  async function held(kwh: bigint) {
    const own = world.session({ tag: null, meterStart: meter })
    meter += kwh * 10_000n
    await world.tell(own.started())
    wait(world, 120)
    await world.tell(own.stopped(kwh * 10_000n))
    const row = await world.row(own.id)
    expect(row.state).toBe('abnormal')
    return own.id
  }
  const waive = (id: string) => call('/api/charging/order/waive', { id, reason: '投诉' })
  const byHand = (id: string, energy: string) =>
    call('/api/charging/order/settleByHand', { id, energy, reason: '核对' })

  test('waiving weighs the bill that is held back, also where no estimate is written down', async () => {
    const small = await held(10n)
    expect(waits(await waive(small))).toBe(false)
    const large = await held(170n)
    await world.server.db.platform(tx =>
      tx.execute('update charging_order set estimate_fen = null where id = $1', [large]),
    )
    const asked = await waive(large)
    expect(waits(asked)).toBe(true)
    const { amount } = await becauseOf(asked.data.approval)
    expect(Number(amount)).toBeGreaterThan(100)
    expect((await world.row(large)).state).toBe('abnormal')
  })

  test('a bill by hand below what is due gives the rest up: it waits like waiving, and adds up with it', async () => {
    const large = await held(170n)
    const asked = await byHand(large, '0')
    expect(await becauseOf(asked.data.approval)).toMatchObject({ because: expect.stringMatching(/^limit$|Day$/) })
    expect((await world.row(large)).state).toBe('abnormal')
    const due = await byHand(large, '170')
    expect(due).toMatchObject({ success: false, code: 'platform.approvalWaits' })
  })

  test('in many small bills of nothing it stops at the cap of a day', async () => {
    const ids = []
    for (let i = 0; i < 12; i++) ids.push(await held(90n))
    const answers = []
    for (const id of ids) answers.push(await byHand(id, '0'))
    const alone = answers.filter(answer => answer.success && !waits(answer)).length
    expect(alone).toBeGreaterThan(0)
    expect(alone).toBeLessThan(12)
    const asked = answers.find(waits)
    expect(await becauseOf(asked?.data.approval)).toMatchObject({ because: 'personDay' })
  })
})

test('what a driver owed and paid by a top-up since can be given back, once', async () => {
  const poor = await charging.world({ principal: 100n })
  const askPoor = (path: string, input: Record<string, unknown>) =>
    poor.server.call(path, input, { as: poor.as, key: newId() })
  const own = poor.session()
  await poor.tell(own.started())
  wait(poor, 30)
  await poor.tell(own.stopped(100_000n))
  const { total_fen, receivable_fen } = await poor.row(own.id)
  expect(receivable_fen).toBe(total_fen - 100n)
  const owed = Number(receivable_fen) / 100
  const id = poor.member.memberId
  const paid = await askPoor('/api/member/member/topUp', {
    id,
    principal: '100',
    gift: '0',
    channel: poor.channels.bank,
  })
  expect(paid.data.paidDebt).toBe(owed.toFixed(2))
  const refund = (amount: string) => askPoor('/api/charging/order/refund', { id: own.id, amount, reason: '误收' })
  const whole = (Number(total_fen) / 100).toFixed(2)
  expect((await refund('1.00')).data).toMatchObject({ refunded: '1.00', waived: '0.00' })
  expect(await refund(whole)).toMatchObject({ success: false, code: 'charging.refundExceedsPaid' })
  const rest = ((Number(total_fen) - 100) / 100).toFixed(2)
  expect(await refund(rest)).toMatchObject({ data: { refunded: rest, left: '0.00' } })
  const { data } = await askPoor('/api/member/member/get', { id })
  expect(data).toMatchObject({ principal: (100 - owed + Number(whole)).toFixed(2), owed: '0.00' })
})
