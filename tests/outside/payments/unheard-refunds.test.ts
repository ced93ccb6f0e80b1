import { openPayouts } from '@wattyard/payments/server'
import { col } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

let world: PaymentWorld
let part: { id: string; number: string }
let refund: string
beforeAll(async () => {
  world = await PaymentWorld.open()
})
afterAll(() => world.close())

beforeEach(async () => {
  const member = await world.member()
  const { code } = await world.openCode(member, '50')
  await world.pay(code)
  await world.wait(2)
  refund = await world.granted(member, '20')
})

const partNow = async () => (await world.call('/api/payments/refundPart/get', { id: part.id })).data
const told = () =>
  world.in(async tx => {
    const rows = await tx.query(
      { topic: col.text, body: col.json<Record<string, unknown>>() },
      "select topic, body from kernel_outbox where key = $1 and topic like 'payments.payout-%heard' order by id",
      [part.id],
    )
    return rows.map(({ topic, body }) => [topic, body.reason ?? null])
  })
const onHome = async () => (await world.in(tx => openPayouts(tx, world.tenantId))).unheard

describe('a part of which its channel refuses to tell', () => {
  test('is told once to those who pay out, is on home, says why, and is heard of again', async () => {
    await world.failures('refund', 'SYSTEM_ERROR')
    await world.failures('queryRefund', 'NO_AUTH', 'NO_AUTH', 'NO_AUTH')
    await world.ask()
    ;[part] = await world.partsOf(refund)
    expect(await partNow()).toMatchObject({ state: 'unclear', unheard: null })
    expect((await onHome()).count).toBe(0)
    await world.pass(100, 10)
    expect(await partNow()).toMatchObject({ state: 'unclear', unheard: 'NO_AUTH' })
    expect(await told()).toEqual([['payments.payout-unheard', 'NO_AUTH']])
    expect(await onHome()).toMatchObject({ count: 1, amount: 2_000n })
    expect((await onHome()).oldest).toBeLessThanOrEqual(world.wechat.clock.now())

    await world.failures('queryRefund')
    await world.pass(7_200, 60)
    expect((await partNow()).unheard).toBeNull()
    expect(await told()).toEqual([
      ['payments.payout-unheard', 'NO_AUTH'],
      ['payments.payout-heard', null],
    ])
    expect((await onHome()).count).toBe(0)
    expect(await world.findings()).toEqual([])
  })

  test('while the channel works on it, is told as well, and no more once the channel tells of its end', async () => {
    await world.ask()
    ;[part] = await world.partsOf(refund)
    expect(await partNow()).toMatchObject({ state: 'accepted' })
    await world.failures('queryRefund', ...Array.from({ length: 20 }, () => 'NO_AUTH'))
    await world.pass(30, 10)
    expect(await partNow()).toMatchObject({ state: 'accepted', unheard: 'NO_AUTH' })
    await world.failures('queryRefund')
    await world.end(part.number, 'SUCCESS')
    await world.wait(2)
    expect(await partNow()).toMatchObject({ state: 'done', unheard: null })
    expect(await told()).toHaveLength(2)
    expect((await onHome()).count).toBe(0)
  })

  test('after it could not be handed over, is told as well', async () => {
    await world.ask()
    ;[part] = await world.partsOf(refund)
    await world.end(part.number, 'ABNORMAL')
    await world.wait(2)
    await world.failures('queryRefund', 'NO_AUTH')
    await world.pass(2 * 86_400, 3_600)
    // Refused one day, answered the next.
    expect(await told()).toEqual([
      ['payments.payout-unheard', 'NO_AUTH'],
      ['payments.payout-heard', null],
    ])
    expect(await partNow()).toMatchObject({ state: 'abnormal', unheard: null })
  })
})
