import { ppm, sumFen } from '@wattyard/money'
import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { balanceOf } from './flows.ts'
import { aMerchant } from './testing/test-merchant.ts'
import { aRefund, openWorld } from './testing/world.ts'

const MCHID = '1900009191'

test('the fee comes back with the parts of a refund: never less than none, and all of it with the last', async () => {
  // A high rate and small amounts: every part is rounded.
  const world = await openWorld({ merchants: [{ ...aMerchant(), rate: ppm(330_000n) }] })
  const random = createRandom(5)
  const { book } = world.standIn
  for (let i = 0; i < 40; i++) {
    const number = `T-FEE-${1_000 + i}`
    const total = BigInt(random.integer(1, 25))
    const before = balanceOf(book, MCHID)
    await world.paid(number, total)
    let rest = total
    for (let part = 1; rest > 0n; part++) {
      const amount = BigInt(random.integer(1, Number(rest)))
      await world.merchant.call('refund', aRefund(number, `${number}@${part}`, amount, total))
      rest -= amount
      // Closed ones among them come back to the account, and their money is given back by another part.
      const open = [...book.refunds(MCHID)].filter(one => one.out_trade_no === number && one.state === 'PROCESSING')
      const chosen = open[random.integer(0, open.length - 1)]
      if (!random.chance(0.3) || chosen === undefined) continue
      await world.tell('/refund', { mchid: MCHID, out_refund_no: chosen.out_refund_no, ends: 'CLOSED' })
      rest += chosen.amount_fen
    }
    const parts = [...book.refunds(MCHID)].filter(one => one.out_trade_no === number)
    expect(parts.every(one => one.fee_fen >= 0n)).toBe(true)
    const given = sumFen(parts.filter(one => one.state !== 'CLOSED').map(one => one.fee_fen))
    expect(given).toBe(book.order(MCHID, number)?.payment?.fee_fen)
    expect(balanceOf(book, MCHID)).toBe(before)
  }
  await world.stop()
})

test('a part never takes a fee back when an earlier one was closed', async () => {
  const world = await openWorld({ merchants: [{ ...aMerchant(), rate: ppm(100_000n) }] })
  const { book } = world.standIn
  await world.paid('T-FEE-0001', 10n)
  const refund = (part: string, amount: bigint) =>
    world.merchant.call('refund', aRefund('T-FEE-0001', part, amount, 10n))
  await refund('A', 4n)
  await refund('B', 1n)
  await world.tell('/refund', { mchid: MCHID, out_refund_no: 'A', ends: 'CLOSED' })
  await refund('C', 1n)
  await refund('D', 8n)
  expect(['A', 'B', 'C', 'D'].map(part => book.refund(MCHID, part)?.fee_fen)).toEqual([0n, 1n, 0n, 0n])
  await world.stop()
})
