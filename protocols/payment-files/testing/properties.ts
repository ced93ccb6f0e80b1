import fc from 'fast-check'
import { instantAt, businessDay, SECOND_MS } from '@wattyard/time'
import type { FileFacts, FileItem, FileReader, PaymentRow } from '../reading/result.ts'
import { type TrueRow, ZONE } from './true-rows.ts'

/** The day of all rows of `anyRows`. */
export const A_DAY = '2028-02-29'

const CHINESE = '充电站汽车钱包退款订单国网壹号（）·'
/** Text as goods and names have it, within GBK, without what a format uses as its own signs. */
const anyText = fc
  .array(fc.constantFrom(...'abcXYZ019 -_.:'.split(''), ...CHINESE.split('')), { maxLength: 20 })
  .map(signs => signs.join('').trim() || null)

/** Draws up to 12 rows of `A_DAY` with numbers of their own. */
export const anyRows: fc.Arbitrary<TrueRow[]> = fc
  .array(
    fc.record({
      isRefund: fc.boolean(),
      second: fc.integer({ min: 0, max: 86_399 }),
      settled: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      coupon: fc.bigInt({ min: 0n, max: 5_000n }),
      fee: fc.bigInt({ min: 0n, max: 9_999n }),
      counterparty: anyText,
      text: anyText,
    }),
    { maxLength: 12 },
  )
  .map(rows => rows.map((one, i) => trueRowOf(one, i)))

interface Drawn {
  isRefund: boolean
  second: number
  settled: bigint
  coupon: bigint
  fee: bigint
  counterparty: string | null
  text: string | null
}

function trueRowOf({ isRefund, second, settled, coupon, fee, counterparty, text }: Drawn, i: number): TrueRow {
  const sign = isRefund ? -1n : 1n
  return {
    kind: isRefund ? 'refund' : 'payment',
    at: instantAt(businessDay(A_DAY), 0, ZONE) + second * SECOND_MS,
    channelNo: `4200002028022900${1000 + i}`,
    orderNo: `WY20280229${1000 + i}`,
    refundNo: isRefund ? `RF20280229${1000 + i}` : null,
    channelRefundNo: isRefund ? `50300002028${1000 + i}` : null,
    amount: sign * settled,
    gross: sign * (settled + coupon),
    fee: sign * fee,
    counterparty,
    text,
  }
}

export const rowsOf = (items: readonly FileItem[]): PaymentRow[] => items.filter(item => item.type === 'row')

export const codesOf = (items: readonly FileItem[]): string[] =>
  items.flatMap(item => (item.type === 'finding' ? [item.code] : []))

/** Returns what a reading gives when the bytes are divided at these places. */
export function readDivided(
  reader: FileReader,
  bytes: Uint8Array,
  places: readonly number[],
): { items: FileItem[]; facts: FileFacts } {
  const cuts = [...places.map(place => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  const items: FileItem[] = []
  let from = 0
  for (const cut of cuts) {
    // A buffer that is filled again for every piece, as a file is read.
    const piece = Buffer.from(bytes.subarray(from, cut))
    items.push(...reader.push(piece))
    piece.fill(0x3f)
    from = cut
  }
  const last = reader.end()
  return { items: [...items, ...last.items], facts: last.facts }
}

/** Draws places at which bytes are divided: few, or every one. */
export const anyPlaces: fc.Arbitrary<number[]> = fc.array(fc.nat(5_000), { maxLength: 40 })

/** Returns the bytes with one byte changed. */
export function flipped(bytes: Uint8Array, place: number, mask: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const at = place % bytes.length
  copy[at] = (copy[at] ?? 0) ^ (mask % 255 || 255)
  return copy
}

/** Returns the money of a reading in one text, to see whether it changed. */
export const moneyOf = (items: readonly FileItem[]): string =>
  rowsOf(items)
    .map(({ amount, fee, balance, currency }) => [amount, fee, balance, currency].join(' '))
    .join('\n')

/** Returns whether a reading says aloud that something is wrong. */
export const isTold = ({ facts }: { facts: FileFacts }): boolean => !facts.isSound || facts.agreement === 'differ'
