import { fen } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import { NOTIFY_URL } from '@wattyard/app-simulator/wechat-pay/testing/merchant'
import { createChannelDoors, type OpenedDoor } from '@wattyard/payments/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MCHID, PaymentWorld } from './channel-world.ts'

let world: PaymentWorld
let door: OpenedDoor['door']
let payment: { id: string; number: string; code: string }
beforeAll(async () => {
  world = await PaymentWorld.open()
  payment = await world.openCode(await world.member(), '50')
  await world.pay(payment.code)
  await world.wait(2)
  const opened = await world.in(tx => world.doors.open(tx, world.tenantId, world.channel))
  if (!opened) throw new Error('the channel has no door')
  door = opened.door
})
afterAll(() => world.close())

const refund = (number: string, amount = 100n) =>
  door.refund({
    number,
    paymentNumber: payment.number,
    paid: fen(5_000n),
    amount: fen(amount),
    notifyUrl: NOTIFY_URL,
  })

describe('the door of WeChat Pay', () => {
  test('refunds a part, and tells what became of it', async () => {
    expect(await refund('R-DOOR-1')).toMatchObject({
      event: 'is-pending',
      fact: { number: 'R-DOOR-1', amount: 100n, merchantNo: MCHID },
    })
    expect(await door.queryRefund('R-DOOR-1')).toMatchObject({ event: 'is-pending', doneAt: null })
    await world.wechat.tell('/refund', { mchid: MCHID, out_refund_no: 'R-DOOR-1', ends: 'SUCCESS' })
    expect(await door.queryRefund('R-DOOR-1')).toMatchObject({ event: 'is-done', doneAt: world.wechat.clock.now() })
    expect(await door.queryRefund('R-NOBODY')).toMatchObject({ event: 'number-unknown' })
  })

  test('says whether a refund may be sent again, was perhaps done, or is refused', async () => {
    for (const [fault, event] of [
      ['limited', 'said-later'],
      ['lost', 'said-unclear'],
      ['bad-gateway', 'said-unclear'],
      ['wrong-signature', 'said-unclear'],
    ] as const) {
      await world.faults({ answers: { [fault]: 1 } })
      expect(await refund(`R-DOOR-${fault}`), fault).toMatchObject({ event })
    }
    await world.faults({})
    await world.failures('refund', 'NO_AUTH')
    expect(await refund('R-DOOR-refused')).toEqual({ event: 'said-refused', reason: 'NO_AUTH' })
    await world.failures('queryRefund', 'SIGN_ERROR')
    expect(await door.queryRefund('R-DOOR-1')).toMatchObject({ event: 'query-refused' })
  })

  test('brings the bill of a day whole, or says that it is not there yet', async () => {
    const today = businessDay('2026-11-26')
    expect(await door.downloadBill(today, 'trade')).toMatchObject({ event: 'refused' })
    await world.wait(24 * 3_600)
    const trade = await door.downloadBill(today, 'trade')
    if (trade.event !== 'done' || trade.file === null) throw new Error(`no bill: ${trade.event}`)
    expect(Buffer.from(trade.file).toString('utf8')).toContain(payment.number)
    expect(await door.downloadBill(today, 'fundFlow')).toMatchObject({ event: 'done' })
    // A day on which nothing happened has no file.
    expect(await door.downloadBill(businessDay('2026-11-25'), 'trade')).toEqual({ event: 'done', file: null })
    await world.failures('tradeBill', 'STATEMENT_CREATING')
    expect(await door.downloadBill(today, 'trade')).toMatchObject({ event: 'later' })
  })

  test('says that nothing was sent when nobody is there', async () => {
    const { server, channels } = world
    const nowhere = createChannelDoors({
      ...channels,
      places: { ...channels.places, wechatPay: 'http://127.0.0.1:1' },
    })
    const opened = await server.db.tenant(world.tenantId, tx => nowhere.open(tx, world.tenantId, world.channel))
    // The address is not one that the installation has named.
    expect(await opened?.door.query(payment.number)).toEqual({ event: 'no-answer', reason: null })
    expect(await opened?.door.close(payment.number)).toEqual({ event: 'close-later', reason: null })
  })
})
