import { payFromWallets, walletsOf } from '@wattyard/members/server'
import { aPayment } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { callerWith } from '@wattyard/testing'
import { col, newId } from '@wattyard/server-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

const HALF_HOUR_S = 1_800
const DAY_S = 86_400

let world: PaymentWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterEach(() => world.faults({}))
afterAll(() => world.close())

/** A part that its channel refused, of a member who has paid 50.00 by a code. */
async function failedPart(amount = '30') {
  const member = await world.member()
  const code = await world.openCode(member, '50')
  await world.pay(code.code)
  await world.wait(2)
  const refund = await world.granted(member, amount)
  await world.failures('refund', 'USER_ACCOUNT_ABNORMAL')
  await world.ask()
  const [part] = await world.partsOf(refund)
  expect(part).toMatchObject({ state: 'failed' })
  return { member, refund, part, payment: code.number, amount }
}
type FailedPart = Awaited<ReturnType<typeof failedPart>>

/** The channel carries the part out all the same, under its own number. */
async function succeeds({ part, payment, amount }: FailedPart): Promise<void> {
  const opened = await world.in(tx => world.doors.open(tx, world.tenantId, world.channel))
  await opened?.door.refund({
    number: part.number,
    paymentNumber: payment,
    paid: fen(5_000n),
    amount: fen(BigInt(amount) * 100n),
    notifyUrl: `https://pay.example.com/chg/pubapi/payments/notice/${world.tenantId}/${world.channel}`,
  })
  await world.end(part.number, 'SUCCESS')
  await world.wait(2)
}

const walletOf = async (memberId: string) => {
  const { tenantId } = world
  return (await world.in(tx => walletsOf(tx, [{ tenantId, memberId }]))).get(memberId)
}

/** What was told about a part, by topic. */
const toldOf = (key: string) =>
  world.in(tx =>
    tx.query(
      { topic: col.text, body: col.json<Record<string, unknown>>() },
      "select topic, body from kernel_outbox where key = $1 and topic in ('payments.paid-late', 'payments.payout-troubled') order by id",
      [key],
    ),
  )

const toldUnknown = () =>
  world.in(tx => tx.query({ key: col.text }, "select key from kernel_outbox where topic = 'payments.notice-unknown'"))

/** An open bank account of the company, by which people pay out. */
async function bank(): Promise<string> {
  const made = await world.call('/api/payments/channel/save', {
    code: `B${newId().slice(-8)}`,
    name: '银行',
    kind: 'bank',
  })
  await world.call('/api/payments/channel/open', { id: made.data.id })
  return made.data.id
}

/** Sends a part another way, with the second person that it takes; returns the part that takes its place. */
async function reroutedTo(channel: string, { refund, part }: FailedPart) {
  const other = { channel, payee: '李四', account: '6222000011112222', reason: '会员要求' }
  const asked = await world.call('/api/payments/refundPart/reroute', { id: part.id, ...other })
  const second = callerWith({ tenantId: world.tenantId, displayName: 'Bob' })
  await world.call('/api/platform/approval/approve', { id: asked.data.approval }, newId(), second)
  const heir = (await world.partsOf(refund)).find((one: { replaces: string | null }) => one.replaces === part.id)
  if (!heir) throw new Error(`not rerouted: ${asked.msg}`)
  return heir
}

const journalsOf = async (id: string) =>
  (await world.server.call('/api/payments/refundPart/journals', { id }, { as: world.as, method: 'GET' })).data.journals

describe('a part that its channel carries out after all', () => {
  test('while its money waits for a person is paid out of it, once, and those who pay out are told', async () => {
    const failed = await failedPart()
    await succeeds(failed)
    expect(await world.partsOf(failed.refund)).toMatchObject([
      { state: 'done', late: 'waited', taken: '0.00', owedAfter: '0.00' },
    ])
    expect(await world.refundOf(failed.refund)).toMatchObject({ state: 'done', paidOut: '30.00' })
    expect(await walletOf(failed.member)).toMatchObject({ principal: 2_000n, owed: 0n })
    expect(await toldOf(failed.part.id)).toMatchObject([{ topic: 'payments.paid-late', body: { before: 'waited' } }])
    expect(await world.findings()).toEqual([])
  })

  test('before another part was sent makes that one needless', async () => {
    const failed = await failedPart()
    expect((await world.call('/api/payments/refundPart/retry', { id: failed.part.id })).success).toBe(true)
    await succeeds(failed)
    const [own, heir] = await world.partsOf(failed.refund)
    expect(own).toMatchObject({ state: 'done', late: 'heirDropped' })
    expect(heir).toMatchObject({ state: 'dropped' })
    await world.pass(300, 30)
    const sent = (await world.wechat.show('/refunds')) as { out_refund_no: string }[]
    expect(sent.some(one => one.out_refund_no === heir.number)).toBe(false)
    expect(await world.refundOf(failed.refund)).toMatchObject({ state: 'done', paidOut: '30.00' })
    expect(await walletOf(failed.member)).toMatchObject({ principal: 2_000n, owed: 0n })
    expect(await toldOf(failed.part.id)).toMatchObject([{ body: { before: 'heirDropped', taken_fen: '0' } }])
    expect(await world.findings()).toEqual([])
  })

  test('after it was paid another way is taken out of the wallet', async () => {
    const failed = await failedPart('15')
    const account = await bank()
    const heir = await reroutedTo(account, failed)
    const paid = { id: heir.id, channel: account, receipt: newId() }
    expect((await world.call('/api/payments/refundPart/payOut', paid)).success).toBe(true)
    await succeeds(failed)
    expect(await world.partsOf(failed.refund)).toMatchObject([
      { state: 'done', late: 'heirPaid', taken: '15.00', owedAfter: '0.00' },
      { state: 'done' },
    ])
    expect(await world.refundOf(failed.refund)).toMatchObject({ state: 'done', paidOut: '30.00' })
    expect(await walletOf(failed.member)).toMatchObject({ principal: 2_000n, owed: 0n })
    expect(await toldOf(failed.part.id)).toMatchObject([
      { body: { before: 'heirPaid', taken_fen: '1500', owed_fen: '0' } },
    ])
    // The lot gave it: what is left of the top-up can be refunded, and no fen of it was used.
    const [topUp] = (await world.topUps()).filter((one: { member: string }) => one.member === failed.member)
    expect(topUp).toMatchObject({ refunded: '30.00', rest: '20.00' })
    const again = await world.granted(failed.member, '20')
    await world.pass(480, 60)
    expect(await world.partsOf(again)).toMatchObject([{ way: 'wechat', amount: '20.00', state: 'done' }])
    expect(await world.findings()).toEqual([])
  })

  test('while another part of it is on its way is taken out of the wallet, and that one goes on', async () => {
    const failed = await failedPart('15')
    expect((await world.call('/api/payments/refundPart/retry', { id: failed.part.id })).success).toBe(true)
    await world.pass(60, 20)
    expect((await world.partsOf(failed.refund))[1]).toMatchObject({ state: 'accepted' })
    await succeeds(failed)
    expect((await world.partsOf(failed.refund))[0]).toMatchObject({ state: 'done', late: 'heirPaid' })
    await world.pass(400, 20)
    expect(await world.partsOf(failed.refund)).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect(await walletOf(failed.member)).toMatchObject({ principal: 2_000n, owed: 0n })
    expect(await world.findings()).toEqual([])
  })

  test('after its money was in the wallet again is taken out of it, and owed as far as it was used', async () => {
    const failed = await failedPart()
    const { tenantId } = world
    const given = await world.call('/api/payments/refundPart/giveBack', { id: failed.part.id, reason: '退回余额' })
    expect(given.success).toBe(true)
    expect(await walletOf(failed.member)).toMatchObject({ principal: 5_000n })
    const order = aPayment(
      { tenantId, memberId: failed.member },
      { electricity: fen(3_500n), fromAvailable: { principal: fen(3_500n), gift: fen(0n) } },
    )
    await world.in(tx => payFromWallets(tx, [order]))
    await succeeds(failed)
    expect(await world.partsOf(failed.refund)).toMatchObject([
      { state: 'done', late: 'givenBack', taken: '15.00', owedAfter: '15.00', receipt: expect.stringMatching(/^\w+$/) },
    ])
    expect(await world.refundOf(failed.refund)).toMatchObject({ state: 'done', paidOut: '30.00' })
    expect(await walletOf(failed.member)).toMatchObject({ principal: 0n, owed: 1_500n })
    expect(await toldOf(failed.part.id)).toMatchObject([
      { body: { before: 'givenBack', taken_fen: '1500', owed_fen: '1500' } },
    ])
    expect(await journalsOf(failed.part.id)).toHaveLength(2)
    expect(await world.findings()).toEqual([])
    // The next top-up pays the debt first.
    const code = await world.openCode(failed.member, '20')
    await world.pay(code.code)
    await world.wait(2)
    expect(await walletOf(failed.member)).toMatchObject({ principal: 500n, owed: 0n })
    expect(await world.findings()).toEqual([])
  })

  test('is found half an hour after its end, or a day after it, when no notification comes', async () => {
    const [soon, later] = [await failedPart(), await failedPart()]
    await world.call('/api/payments/refundPart/giveBack', { id: soon.part.id, reason: '退回余额' })
    await world.call('/api/payments/refundPart/giveBack', { id: later.part.id, reason: '退回余额' })
    await world.faults({ notices: { never: 1 } })
    await succeeds(soon)
    expect(await world.partsOf(soon.refund)).toMatchObject([{ state: 'givenBack' }])
    await world.pass(HALF_HOUR_S + 60, 300)
    expect(await world.partsOf(soon.refund)).toMatchObject([{ state: 'done', late: 'givenBack' }])
    expect(await world.partsOf(later.refund)).toMatchObject([{ state: 'givenBack' }])
    await succeeds(later)
    await world.pass(DAY_S + 600, HALF_HOUR_S)
    expect(await world.partsOf(later.refund)).toMatchObject([{ state: 'done', taken: '30.00' }])
    expect(await world.findings()).toEqual([])
  })

  test('is booked once, however often and by whatever way it is told', async () => {
    const failed = await failedPart()
    await world.call('/api/payments/refundPart/giveBack', { id: failed.part.id, reason: '退回余额' })
    await world.faults({ notices: { twice: 1 } })
    await succeeds(failed)
    await world.pass(HALF_HOUR_S + 60, 300)
    expect(await walletOf(failed.member)).toMatchObject({ principal: 2_000n, owed: 0n })
    expect(await toldOf(failed.part.id)).toHaveLength(1)
    expect(await world.findings()).toEqual([])
  })
})

test('a refund that does not fit the part it names is told to those who pay out, and no number of ours is unknown', async () => {
  const failed = await failedPart()
  await world.faults({ notices: { 'other-amount': 1 } })
  await succeeds(failed)
  expect((await toldOf(failed.part.id)).map(one => one.topic).toSorted()).toEqual([
    'payments.paid-late',
    'payments.payout-troubled',
  ])
  expect(await toldUnknown()).toEqual([])
  expect(await world.findings()).toEqual([])
})
