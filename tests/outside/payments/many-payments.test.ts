import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PaymentWorld } from './channel-world.ts'

const PAYMENTS = 24
const ANSWERS = {
  limited: 0.08,
  failed: 0.05,
  'failed-after': 0.05,
  lost: 0.08,
  'bad-gateway': 0.04,
  'wrong-signature': 0.05,
}
const NOTICES = {
  late: 0.1,
  twice: 0.15,
  overtaken: 0.08,
  'wrong-signature': 0.1,
  probe: 0.05,
  'other-amount': 0.08,
  'other-merchant': 0.05,
  never: 0.1,
}

/** A number of 0 to 99 that follows from a text. */
const drawn = (text: string) => (createHash('sha256').update(text).digest()[0] ?? 0) % 100

interface OrderAtChannel {
  out_trade_no: string
  state: string
  total_fen: number
}

test.each([1, 2, 3])(
  'whatever is lost, doubled, late or wrong: what payers paid is credited once (seed %i)',
  async seed => {
    const world = await PaymentWorld.open()
    try {
      const member = await world.member()
      await world.faults({ answers: ANSWERS, notices: NOTICES }, seed)
      const ids: string[] = []
      for (let i = 0; i < PAYMENTS; i++) {
        const { data } = await world.collect(member, `${i + 1}.${String(i).padStart(2, '0')}`)
        ids.push(data.id)
        await world.pass(5)
      }
      // Payers come while codes are made, repeated, cancelled and closed.
      for (let round = 0; round < 12; round++) {
        for (const [i, id] of ids.entries()) {
          const luck = drawn(`${seed} ${round} ${i}`)
          const { code, state } = await world.codeOf(id)
          if (typeof code === 'string' && luck < 12) await world.pay(code)
          else if (luck > 96 && state !== 'paid') await world.call('/api/payments/codePayment/cancel', { id })
        }
        await world.pass(60, 20)
      }
      await world.faults({})
      await world.pass(26 * 3_600, 3_600)

      const orders = (await world.wechat.show('/orders')) as OrderAtChannel[]
      const paid = orders.filter(one => one.state === 'SUCCESS')
      const credited = await world.topUps()
      expect(credited.map((one: { number: string }) => one.number).toSorted()).toEqual(
        paid.map(one => one.out_trade_no).toSorted(),
      )
      expect(await world.principalOf(member)).toBe(paid.reduce((sum, one) => sum + BigInt(one.total_fen), 0n))
      // Nothing that ended for us can still be paid, and nothing is left to be asked.
      expect(orders.filter(one => one.state === 'NOTPAY')).toEqual([])
      const left = await world.call('/api/payments/codePayment/list', {
        filter: { state: ['created', 'unclear', 'open'] },
        pageSize: 100,
      })
      expect(left.data.list).toEqual([])
      expect(paid.length).toBeGreaterThan(PAYMENTS / 3)
      expect(await world.findings()).toEqual([])
    } finally {
      await world.close()
    }
  },
  120_000,
)
