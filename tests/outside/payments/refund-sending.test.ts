import { col, newId } from '@wattyard/server-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterEach(() => world.faults({}))
afterAll(() => world.close())

/** A member who has paid by a code. */
async function payer(amount = '50'): Promise<string> {
  const member = await world.member()
  const { code } = await world.openCode(member, amount)
  await world.pay(code)
  await world.wait(2)
  return member
}

const refundsAtChannel = async () =>
  (await world.wechat.show('/refunds')) as { out_refund_no: string; state: string; amount_fen: number }[]

/** Has a part sent once more, as after two answers that nobody knows its number, and refused; returns it. */
async function refusedAgain(id: string) {
  await world.in(async tx => {
    await tx.execute("update payments_refund_part set state = 'waiting' where tenant_id = $1 and id = $2", [
      world.tenantId,
      id,
    ])
    await tx.execute(
      "update payments_refund_sending set task = 'send', ladder = 'again', claim = null, due_at = $3 where tenant_id = $1 and part_id = $2",
      [world.tenantId, id, new Date(world.wechat.clock.now())],
    )
  })
  await world.failures('refund', 'NO_AUTH')
  await world.ask()
  return (await world.call('/api/payments/refundPart/get', { id })).data
}

/** Fen that left through the channel's account by refunds. */
const paidOut = async () => {
  const [row] = await world.in(tx =>
    tx.query(
      { sum: col.bigint },
      `select coalesce(sum(p.amount_fen), 0)::bigint as sum from ledger_posting p
       join ledger_journal j on j.tenant_id = p.tenant_id and j.id = p.journal_id
       where p.tenant_id = $1 and j.kind = 'payout'`,
      [world.tenantId],
    ),
  )
  return row?.sum ?? 0n
}

describe('a part of a refund of a payment by code', () => {
  test('goes back by its channel without anybody, and is paid out once when the channel says so', async () => {
    const before = await paidOut()
    const refund = await world.granted(await payer(), '30')
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'waiting', way: 'wechat' }])
    await world.ask()
    const [part] = await world.partsOf(refund)
    expect(part).toMatchObject({ state: 'accepted', amount: '30.00' })
    await world.end(part.number, 'SUCCESS')
    await world.wait(2)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done', receipt: expect.stringMatching(/^\w+$/) }])
    expect(await world.refundOf(refund)).toMatchObject({ state: 'done', paidOut: '30.00' })
    await world.pass(3_600, 600)
    expect((await paidOut()) - before).toBe(3_000n)
    expect(await world.findings()).toEqual([])
  })

  test('is found by a query when no notification comes', async () => {
    const refund = await world.granted(await payer(), '50')
    await world.ask()
    const [part] = await world.partsOf(refund)
    await world.faults({ notices: { never: 1 } })
    await world.end(part.number, 'SUCCESS')
    await world.pass(60, 10)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done' }])
  })

  test('that was limited, lost or answered wrongly is sent again with its number, and refunded once', async () => {
    for (const fault of [
      'limited',
      'failed',
      'lost',
      'bad-gateway',
      'wrong-signature',
      'failed-after',
      'done-later',
    ] as const) {
      const refund = await world.granted(await payer(), '10')
      await world.faults({ answers: { [fault]: 1 } })
      await world.ask()
      await world.faults({})
      await world.pass(400, 20)
      const [part] = await world.partsOf(refund)
      expect(part, fault).toMatchObject({ state: 'done' })
      const own = (await refundsAtChannel()).filter(one => one.out_refund_no === part.number)
      expect(own, fault).toMatchObject([{ state: 'SUCCESS', amount_fen: 1_000 }])
    }
    expect(await world.findings()).toEqual([])
  })

  test('whose process ended before the answer is asked about, and not sent blindly', async () => {
    const refund = await world.granted(await payer(), '10')
    await world.faults({ answers: { limited: 1 } })
    await world.ask()
    await world.faults({})
    const [part] = await world.partsOf(refund)
    // As a process leaves it that dies while the channel works.
    await world.in(async tx => {
      await tx.execute("update payments_refund_part set state = 'sending' where tenant_id = $1 and id = $2", [
        world.tenantId,
        part.id,
      ])
      await tx.execute(
        "update payments_refund_sending set task = 'send', claim = $3, sent_at = $4, due_at = $4 where tenant_id = $1 and part_id = $2",
        [world.tenantId, part.id, newId(), new Date(world.wechat.clock.now())],
      )
    })
    await world.ask()
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'unclear' }])
    await world.pass(400, 20)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done' }])
  })

  test('that the channel refuses or closes waits for a person, who pays it again under a new number', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.failures('refund', 'USER_ACCOUNT_ABNORMAL')
    await world.ask()
    const [first] = await world.partsOf(refund)
    expect(first).toMatchObject({ state: 'failed', reason: 'USER_ACCOUNT_ABNORMAL' })
    expect(await world.refundOf(refund)).toMatchObject({ state: 'failed' })
    expect((await world.call('/api/payments/refundPart/retry', { id: first.id })).success).toBe(true)
    await world.pass(180, 20)
    const [replaced, second] = await world.partsOf(refund)
    expect(replaced).toMatchObject({ state: 'replaced' })
    expect(second).toMatchObject({ state: 'done' })
    expect(second.number).not.toBe(first.number)

    const other = await payer()
    const closed = await world.granted(other, '20')
    await world.ask()
    const [part] = await world.partsOf(closed)
    await world.end(part.number, 'CLOSED')
    await world.wait(2)
    expect(await world.partsOf(closed)).toMatchObject([{ state: 'failed', reason: null }])
    const back = await world.call('/api/payments/refundPart/giveBack', { id: part.id, reason: '退回余额' })
    expect(back.success).toBe(true)
    expect(await world.principalOf(other)).toBe(5_000n)
    expect(await world.findings()).toEqual([])
  })

  test('that does not fit its payment any more is refused once, and is failed when the channel does not know it', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.failures('refund', 'INVALID_REQUEST')
    await world.ask()
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'unclear' }])
    await world.pass(180)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'failed', reason: 'INVALID_REQUEST' }])
    expect((await refundsAtChannel()).map(one => one.out_refund_no)).not.toContain(
      (await world.partsOf(refund))[0].number,
    )
  })

  test('says why it is not carried out yet, and no more once it is', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.failures('refund', 'NOT_ENOUGH')
    await world.ask()
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'waiting', reason: 'NOT_ENOUGH' }])
    await world.pass(20)
    const [part] = await world.partsOf(refund)
    // The channel has taken it: what it said before is over.
    expect(part).toMatchObject({ state: 'accepted', reason: null })
    await world.end(part.number, 'SUCCESS')
    await world.wait(2)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done', reason: null }])
    expect(await world.findings()).toEqual([])
  })

  test('that the channel could not hand over is abnormal until the channel ends it', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.ask()
    const [part] = await world.partsOf(refund)
    await world.end(part.number, 'ABNORMAL')
    await world.wait(2)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'abnormal', reason: null }])
    const told = await world.in(tx =>
      tx.query(
        { topic: col.text, body: col.json<Record<string, unknown>>() },
        "select topic, body from kernel_outbox where key = any($1::text[]) and topic in ('payments.refund-decided', 'payments.payout-failed') order by id",
        [[refund, part.id]],
      ),
    )
    expect(told).toMatchObject([
      { topic: 'payments.refund-decided', body: { byChannel: true, askerPays: false } },
      { topic: 'payments.payout-failed', body: { state: 'abnormal', reason: null } },
    ])
    for (const what of ['retry', 'callOff', 'giveBack'])
      expect((await world.call(`/api/payments/refundPart/${what}`, { id: part.id, reason: 'x' })).success, what).toBe(
        false,
      )
    await world.end(part.number, 'SUCCESS')
    await world.wait(2)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done' }])
    expect(await world.findings()).toEqual([])
  })

  test('that was called off between two tries is not sent any more', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.faults({ answers: { limited: 1 } })
    await world.ask()
    const [part] = await world.partsOf(refund)
    expect(part).toMatchObject({ state: 'waiting' })
    expect((await world.call('/api/payments/refundPart/callOff', { id: part.id, reason: '改转账' })).success).toBe(true)
    await world.faults({})
    await world.pass(120, 20)
    expect(await world.ask()).toBe(0)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'failed' }])
    expect((await refundsAtChannel()).filter(one => one.out_refund_no === part.number)).toEqual([])
  })

  test('is paid out though somebody has typed the channel’s number as the receipt of another one', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.ask()
    const [part] = await world.partsOf(refund)
    const atChannel = (await world.wechat.show('/refunds')) as { out_refund_no: string; refund_id: string }[]
    const refundNo = atChannel.find(one => one.out_refund_no === part.number)?.refund_id
    const [other] = await world.partsOf(await world.granted(await payer(), '20'))
    await world.in(tx =>
      tx.execute(
        'update payments_refund_part set receipt = $3, receipt_key = $3 where tenant_id = $1 and id = $2 and $3::text is not null',
        [world.tenantId, other.id, refundNo],
      ),
    )
    await world.end(part.number, 'SUCCESS')
    await world.wait(2)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done', receipt: refundNo }])
  })

  test('waits a minute for another part of its payment, though both become due at once', async () => {
    const member = await payer()
    const refunds = [await world.granted(member, '10'), await world.granted(member, '15')]
    await world.ask()
    const states = async () =>
      (await Promise.all(refunds.map(one => world.partsOf(one)))).flat().map(part => part.state)
    expect((await states()).toSorted((one, other) => one.localeCompare(other))).toEqual(['accepted', 'waiting'])
    await world.pass(60, 20)
    expect(await states()).toEqual(['accepted', 'accepted'])
  })

  test('of which the answer does not say whether it was done goes no other way until that is known', async () => {
    const member = await payer()
    const refund = await world.granted(member, '20')
    const before = await world.principalOf(member)
    await world.faults({ answers: { 'failed-after': 1 } })
    await world.ask()
    const [part] = await world.partsOf(refund)
    expect(part).toMatchObject({ state: 'unclear' })
    for (const command of ['callOff', 'giveBack'])
      expect(
        (await world.call(`/api/payments/refundPart/${command}`, { id: part.id, reason: '改转账' })).success,
        command,
      ).toBe(false)
    await world.faults({})
    await world.pass(400, 20)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done' }])
    expect(await world.principalOf(member)).toBe(before)
    expect(await world.findings()).toEqual([])
  })

  test('of which the first answer was lost and the second is a refusal goes no other way until a query tells', async () => {
    const member = await payer()
    const refund = await world.granted(member, '20')
    // Half a minute after the connection broke nobody knows the number, so it is sent again; then the first request arrives.
    await world.faults({ answers: { 'done-later': 1 } })
    await world.ask()
    await world.faults({})
    const [part] = await world.partsOf(refund)
    expect(part).toMatchObject({ state: 'unclear' })
    const resent = await refusedAgain(part.id)
    expect(resent).toMatchObject({ state: 'unclear' })
    expect((await world.call('/api/payments/refundPart/giveBack', { id: part.id, reason: '退回' })).success).toBe(false)
    await world.pass(600, 20)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'done' }])
    expect(await world.findings()).toEqual([])
  })

  test('that is unknown after a lost answer and a refusal has failed, with the word of the refusal', async () => {
    const refund = await world.granted(await payer(), '20')
    await world.failures('refund', 'SYSTEM_ERROR')
    await world.ask()
    const [part] = await world.partsOf(refund)
    expect(part).toMatchObject({ state: 'unclear' })
    await world.failures('refund', 'NO_AUTH')
    // Two questions, the request that is refused, and two questions once more.
    for (let i = 0; i < 30 && (await world.partsOf(refund))[0].state !== 'failed'; i++) await world.pass(20, 20)
    expect(await world.partsOf(refund)).toMatchObject([{ state: 'failed', reason: 'NO_AUTH' }])
    expect((await refundsAtChannel()).filter(one => one.out_refund_no === part.number)).toEqual([])
    expect((await world.call('/api/payments/refundPart/giveBack', { id: part.id, reason: '退回' })).success).toBe(true)
    expect(await world.findings()).toEqual([])
  })

  test('cannot be paid by a person, and is called off only while nobody has sent it', async () => {
    const refund = await world.granted(await payer(), '20')
    const [part] = await world.partsOf(refund)
    const bank = await world.call('/api/payments/channel/save', {
      code: `B${newId().slice(-8)}`,
      name: '银行',
      kind: 'bank',
    })
    await world.call('/api/payments/channel/open', { id: bank.data.id })
    const paid = { id: part.id, channel: bank.data.id, receipt: 'R1' }
    expect((await world.call('/api/payments/refundPart/payOut', paid)).success).toBe(false)
    expect((await world.call('/api/payments/refundPart/callOff', { id: part.id, reason: '改转账' })).success).toBe(true)
    await world.pass(120, 20)
    expect((await refundsAtChannel()).filter(one => one.out_refund_no === part.number)).toEqual([])
    expect((await world.call('/api/payments/refundPart/giveBack', { id: part.id, reason: '退回' })).success).toBe(true)
    expect(await world.findings()).toEqual([])
  })
})

test('a notification of a refund with another amount changes nothing and is told', async () => {
  const refund = await world.granted(await payer(), '20')
  await world.ask()
  const [part] = await world.partsOf(refund)
  await world.faults({ notices: { 'other-amount': 1 } })
  await world.end(part.number, 'SUCCESS')
  await world.wait(2)
  const notices = await world.in(tx =>
    tx.query({ outcome: col.text }, 'select outcome from payments_notice where tenant_id = $1 and number = $2', [
      world.tenantId,
      part.number,
    ]),
  )
  expect(notices.map(one => one.outcome).toSorted()).toEqual(['applied', 'otherwise'])
  expect(await world.partsOf(refund)).toMatchObject([{ state: 'done' }])
  expect(await world.findings()).toEqual([])
})
