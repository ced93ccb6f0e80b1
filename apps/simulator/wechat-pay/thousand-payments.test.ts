import { gunzipSync } from 'node:zlib'
import { type Fen, fen } from '@wattyard/money'
import { readBytes, readWechatTrade } from '@wattyard/payment-files'
import { HOUR_MS } from '@wattyard/time'
import type { Notification } from '@wattyard/wechat-pay'
import { afterEach, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { actAsPayer } from './orders.ts'
import { CallFailed } from './testing/test-merchant.ts'
import { anOrder, openWorld, type World } from './testing/world.ts'

const COUNT = 1_000
const AT_ONCE = 8
const MOST_TRIES = 20
/** It takes six seconds of a processor, and the others take theirs. */
const PATIENCE_MS = 180_000
const MCHID = '1900009191'
let world: World
afterEach(() => world.stop())

/** Does what the advice of the protocol says, until the channel has said how it ended. */
async function insist<T>(call: () => Promise<T>, find: () => Promise<T | null>): Promise<T | null> {
  for (let i = 0; i < MOST_TRIES; i++)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.advice === 'give-up' || error.advice === 'done') return null
      const found = error.advice === 'query' || error.advice === 'unless-done' ? await find() : null
      if (found !== null) return found
    }
  throw new Error('the channel never answered')
}

test(
  'of 1,000 payments with seeded faults each is told rightly in the end or found by a query',
  async () => {
    world = await openWorld({
      faults: {
        seed: 2_026,
        late_ms: 3_000,
        answers: {
          limited: 0.04,
          failed: 0.04,
          'failed-after': 0.04,
          lost: 0.04,
          'bad-gateway': 0.03,
          'wrong-signature': 0.03,
          late: 0.001,
        },
        notices: {
          late: 0.05,
          twice: 0.05,
          overtaken: 0.05,
          'wrong-signature': 0.05,
          probe: 0.03,
          'other-amount': 0.05,
          'other-merchant': 0.05,
          never: 0.05,
        },
      },
    })
    const { merchant, receiver, clock, standIn } = world
    const random = createRandom(9)
    const amounts = new Map<string, Fen>()
    for (let i = 0; i < COUNT; i++) amounts.set(`T-SEED-${10_000 + i}`, fen(BigInt(random.integer(1, 50_000))))

    /** Credited once, when everything agrees; else a finding. Now and then the product itself is down. */
    const credited = new Map<string, string>()
    const findings: string[] = []
    receiver.judge = (notification: Notification) => {
      if (random.chance(0.05)) return 'the product is down'
      if (!('transaction' in notification)) return null
      const { out_trade_no, amount, mchid, transaction_id } = notification.transaction
      if (mchid !== MCHID || amount.total !== amounts.get(out_trade_no)) findings.push(out_trade_no)
      else credited.set(out_trade_no, transaction_id)
      return null
    }

    const queryState = async (out_trade_no: string) =>
      await insist(
        () => merchant.call('queryByOutTradeNo', { out_trade_no, mchid: MCHID }),
        async () => Promise.resolve(null),
      )
    const pay = async (number: string, total: Fen): Promise<void> => {
      const asked = { ...anOrder(number), amount: { total, currency: 'CNY' as const } }
      const create = async () => (await merchant.call('createJsapi', asked)).prepay_id
      const code = await insist(create, async () => Promise.resolve(null))
      expect(code).not.toBeNull()
      const order = standIn.book.order(MCHID, number)
      expect(order && actAsPayer(standIn.desk, order, code ?? '', 'pays')).toBeNull()
    }
    const waiting = [...amounts]
    const worker = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await pay(...next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    await clock.advance(30 * HOUR_MS)

    const byNotice = credited.size
    const missing = [...amounts.keys()].filter(number => !credited.has(number))
    for (const number of missing) {
      const found = await queryState(number)
      expect(found).toMatchObject({ trade_state: 'SUCCESS', amount: { total: amounts.get(number) } })
      credited.set(number, found?.transaction_id ?? '')
    }
    const kept = [...standIn.book.orders(MCHID)].map(one => [one.out_trade_no, one.payment?.transaction_id])
    expect(new Map(kept as [string, string][])).toEqual(credited)
    expect(credited.size).toBe(COUNT)
    expect(new Set(credited.values()).size).toBe(COUNT)
    // Faults of each kind happened: withheld ones are found by query, strange ones are findings and credit nothing.
    const states = Map.groupBy(standIn.book.notices(), ({ state }) => state)
    expect(missing).toHaveLength(states.get('withheld')?.length ?? 0)
    expect(missing.length).toBeGreaterThan(20)
    expect(findings.length).toBeGreaterThan(50)
    expect(receiver.refused.filter(reason => reason === 'pay.bad-signature').length).toBeGreaterThan(40)
    expect(byNotice + missing.length).toBe(COUNT)

    // The bill of their day knows the same payments.
    await world.tell('/faults', { seed: 1 })
    const bill = await merchant.call('tradeBill', { bill_date: '2026-11-26', tar_type: 'GZIP' })
    const file = await merchant.send({ method: 'GET', path: bill.download_url.slice(standIn.url.length), body: '' })
    const read = readBytes(
      readWechatTrade({ zone: 'Asia/Shanghai', expected: { merchant: MCHID } }),
      gunzipSync(file.bytes),
    )
    const rows = read.items.flatMap(item => (item.type === 'row' ? [item] : []))
    expect(read.facts).toMatchObject({ agreement: 'agree', isSound: true })
    expect(new Map(rows.map(row => [row.orderNo, row.amount]))).toEqual(amounts)
    expect(new Map(rows.map(row => [row.orderNo, row.channelNo]))).toEqual(credited)
  },
  PATIENCE_MS,
)
