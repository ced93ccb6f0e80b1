import { instantAt, businessDay, SECOND_MS } from '@wattyard/time'

export const ZONE = 'Asia/Shanghai'

/** What a test file says, so that a reading can be compared with it. Amounts in fen, signed as in `PaymentRow`. */
export interface TrueRow {
  readonly kind: 'payment' | 'refund'
  /** Whole seconds. */
  readonly at: number
  readonly channelNo: string
  readonly orderNo: string
  readonly refundNo: string | null
  readonly channelRefundNo: string | null
  readonly amount: bigint
  readonly gross: bigint
  readonly fee: bigint
  readonly counterparty: string | null
  readonly text: string | null
  /** What WeChat Pay says of a refund; absent: it succeeded. */
  readonly refundState?: 'PROCESSING' | 'FAIL' | 'CHANGE'
}

/** Returns numbers from 0 to 2³² − 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

const GOODS = ['充电服务费预付', '钱包充值', '单次充电', '月卡']

/**
 * Yields `count` rows of one day in order of time, the same for the same seed: mostly payments between 5 and 200 yuan with a fee
 * of 0.6 %, and about one refund in twenty.
 */
export function* trueRows(seed: number, count: number, day: string): Generator<TrueRow> {
  const random = createRandom(seed)
  const start = instantAt(businessDay(day), 0, ZONE)
  const compact = day.replaceAll('-', '')
  for (let i = 0; i < count; i++) {
    const isRefund = random() % 20 === 0
    const fen = BigInt(500 + (random() % 19_500))
    const coupon = random() % 10 === 0 ? 100n : 0n
    const settled = fen - coupon
    const fee = (settled * 6n + 500n) / 1000n
    const serial = `${i}`.padStart(10, '0')
    yield {
      kind: isRefund ? 'refund' : 'payment',
      at: start + Math.floor((i * 86_400) / count) * SECOND_MS,
      channelNo: `42000${compact}${`${seed % 1000}`.padStart(3, '0')}${serial}`,
      orderNo: `WY${compact}${serial}`,
      refundNo: isRefund ? `RF${compact}${serial}` : null,
      channelRefundNo: isRefund ? `50300${compact}${serial}` : null,
      amount: isRefund ? -settled : settled,
      gross: isRefund ? -fen : fen,
      fee: isRefund ? -fee : fee,
      counterparty: `oUpF8uMuAJO_M2pxb1Q9zNjWeS6${(random() % 10_000).toString(36)}`,
      text: GOODS[random() % GOODS.length] ?? null,
    }
  }
}
