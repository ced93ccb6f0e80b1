import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fen } from '@wattyard/money'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wattyard/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook } from './book.ts'
import { createPacedClock } from './paced-clock.ts'
import { START } from './testing/test-merchant.ts'
import { aRefund, failureOf, openWorld } from './testing/world.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wechat-pay-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const MCHID = '1900009191'

test('with a file, orders, refunds, bills and notifications on their way outlive a restart', async () => {
  const file = join(folder, 'book.jsonl')
  const first = await openWorld({ file })
  await first.paid('T-KEPT-0001')
  await first.clock.advance(1_000)
  const code = await first.order('T-KEPT-0002', { description: '12n {"fen":"1"}' })
  first.receiver.judge = () => 'down'
  await first.paid('T-KEPT-0003')
  await first.clock.advance(20_000)
  await first.merchant.call('refund', aRefund('T-KEPT-0001', 'R1', 700n))
  const at = first.clock.now()
  const before = JSON.stringify(await first.show('/orders'))
  await first.stop()

  const second = await openWorld({ file, clock: createPacedClock({ stoppedAt: at }) })
  expect(JSON.stringify(await second.show('/orders'))).toBe(before)
  expect((await second.tell('/payer', { code, does: 'pays' })).status).toBe(200)
  await second.clock.advance(5 * MINUTE_MS)
  expect(
    second.receiver.accepted
      .map(one => ('transaction' in one ? one.transaction.out_trade_no : one.refund.out_refund_no))
      .toSorted(),
  ).toEqual(['R1', 'T-KEPT-0002', 'T-KEPT-0003'])
  expect(await second.merchant.call('queryRefund', { out_refund_no: 'R1' })).toMatchObject({ status: 'SUCCESS' })
  const numbers = [...second.standIn.book.orders()].map(one => one.payment?.transaction_id)
  expect(new Set(numbers).size).toBe(3)
  await second.clock.advance(DAY_MS)
  expect(await failureOf(second.merchant.call('fundFlowBill', { bill_date: '2026-11-26' }))).toBe('done')
  await second.stop()
})

test('without a file a restart begins anew', async () => {
  const first = await openWorld()
  await first.paid('T-GONE-0001')
  await first.stop()
  const second = await openWorld()
  expect(
    await failureOf(second.merchant.call('queryByOutTradeNo', { out_trade_no: 'T-GONE-0001', mchid: MCHID })),
  ).toBe('404 ORDER_NOT_EXIST')
  await second.stop()
})

test('a line that a killed process had not finished is cut off', () => {
  const file = join(folder, 'book.jsonl')
  const flow = {
    mchid: MCHID,
    at: START,
    flow_no: 'F1',
    channel_no: 'C1',
    business: 'x',
    kind: 'x',
    remark: '',
    voucher: '',
  }
  openBook(file).save('flow', { ...flow, amount_fen: fen(1n), balance_fen: fen(1n) })
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, `${whole}{"serial":9,"chan`)
  const book = openBook(file)
  expect(book.flows(MCHID)).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe(whole)
  writeFileSync(file, '{"serial":1,"changes":[{"kind":"toString","record":{}}]}\n')
  expect(() => openBook(file)).toThrow('no book')
  writeFileSync(file, 'x\n')
  expect(() => openBook(file)).toThrow('JSON')
})

test('a clock runs what is due in its order, also what falls due on the way', async () => {
  const clock = createPacedClock({ stoppedAt: START })
  const ran: string[] = []
  const note = (name: string) => async () => {
    ran.push(`${name} ${clock.now() - START}`)
    return Promise.resolve()
  }
  clock.after(HOUR_MS, note('hour'))
  clock.after(1_000, async () => {
    await note('second')()
    clock.after(1_000, note('then'))
  })
  const callOff = clock.after(5_000, note('never'))
  callOff()
  await clock.advance(HOUR_MS - 1)
  expect(ran).toEqual(['second 1000', 'then 2000'])
  await clock.advance(1)
  expect(ran.at(-1)).toBe(`hour ${HOUR_MS}`)
  expect(clock.now()).toBe(START + HOUR_MS)
  const paced = createPacedClock({ pace: 60_000 })
  const at = paced.now()
  await new Promise<void>(resolve => paced.after(HOUR_MS, async () => Promise.resolve(resolve())))
  expect(paced.now() - at).toBeLessThan(10_000)
  await paced.stop()
  paced.after(1, note('never'))
  await paced.advance(1_000)
  expect(ran.some(one => one.startsWith('never'))).toBe(false)
})
