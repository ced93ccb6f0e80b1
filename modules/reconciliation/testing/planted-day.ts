import { fen, type Ppm, ppm } from '@wattyard/money'
import { addDays, type BusinessDay, instantAt, SECOND_MS } from '@wattyard/time'
import { type TrueRow, ZONE } from '@wattyard/payment-files/testing'
import { type Item, type OutcomeKind, PLAIN_ITEM } from '../contract/index.ts'

/** What is planted: twelve ways in which the sides of a day come to differ. */
export const PLANTED_KINDS = [
  'channelOnly',
  'channelMissing',
  'amountDiffers',
  'bookedOtherwise',
  'notBooked',
  'ledgerOnly',
  'paidTwice',
  'rowTwice',
  'notFinishedHere',
  'failedThere',
  'feeDiffers',
  'otherDay',
] as const satisfies readonly OutcomeKind[]
export type PlantedKind = (typeof PLANTED_KINDS)[number]

/** What a run has to tell of a planted difference. */
export interface Planted {
  readonly kind: PlantedKind
  readonly number: string
  readonly delta: bigint
}

/** One movement of a day on all sides. */
export interface Movement {
  readonly orders: readonly Item[]
  readonly lines: readonly Item[]
  readonly rows: readonly TrueRow[]
  readonly planted: Planted | null
}

export interface PlantedDayOptions {
  readonly seed: number
  readonly day: BusinessDay
  readonly count: number
  /** Differences, spread evenly. */
  readonly differences: number
}

/** What the channel of a planted day keeps. */
export const PLANTED_RATE: Ppm = ppm(6_000n)

/** Returns numbers from 0 to 2³² − 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state ^ (state >>> 16)) >>> 0
  }
}

const feeOf = (amount: bigint): bigint => (amount * 6n + 500n) / 1_000n

/** What is true of a movement before something is done to it. */
interface Truth {
  readonly number: string
  readonly row: TrueRow
  readonly order: Item
  readonly line: Item
}

function truthOf(i: number, isRefund: boolean, amount: bigint, at: number, day: BusinessDay): Truth {
  const serial = `${i}`.padStart(26, '0')
  const number = `${isRefund ? 'R' : 'P'}${serial}`
  const compact = day.replaceAll('-', '')
  const signed = isRefund ? -amount : amount
  const row: TrueRow = {
    kind: isRefund ? 'refund' : 'payment',
    at,
    channelNo: `42000${compact}${serial.slice(11)}`,
    orderNo: `P${serial}`,
    refundNo: isRefund ? number : null,
    channelRefundNo: isRefund ? `50300${compact}${serial.slice(11)}` : null,
    amount: signed,
    gross: signed,
    fee: isRefund ? -feeOf(amount) : feeOf(amount),
    counterparty: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
    text: '钱包充值',
  }
  const order: Item = {
    ...PLAIN_ITEM,
    side: 'order',
    id: `00000000-0000-7000-8000-${serial.slice(-12)}`,
    kind: row.kind,
    number,
    channelNo: isRefund ? row.channelRefundNo : row.channelNo,
    amount: fen(signed),
    currency: 'CNY',
    at,
    day,
  }
  const line: Item = { ...order, side: 'ledger', id: `00000000-0000-7000-9000-${serial.slice(-12)}/1`, channelNo: null }
  return { number, row, order, line }
}

type Planting = (truth: Truth, day: BusinessDay) => Omit<Movement, 'planted'> & { readonly delta: bigint }

/** What each planted difference does to a movement, and what the channel then has more than we say. */
const PLANTINGS: Readonly<Record<PlantedKind, Planting>> = {
  channelOnly: ({ row }) => ({ orders: [], lines: [], rows: [row], delta: row.amount }),
  channelMissing: ({ row, order, line }) => ({ orders: [order], lines: [line], rows: [], delta: -row.amount }),
  amountDiffers: ({ row, order, line }) => ({
    orders: [order],
    lines: [line],
    rows: [{ ...row, amount: row.amount + 1n }],
    delta: 1n,
  }),
  bookedOtherwise: ({ row, order, line }) => ({
    orders: [order],
    lines: [{ ...line, amount: fen(line.amount - 100n) }],
    rows: [row],
    delta: 100n,
  }),
  notBooked: ({ row, order }) => ({ orders: [order], lines: [], rows: [row], delta: row.amount }),
  ledgerOnly: ({ row, line }) => ({ orders: [], lines: [line], rows: [], delta: -row.amount }),
  paidTwice: ({ row, order, line }) => {
    const again = { ...row, channelNo: `9${row.channelNo.slice(1)}` }
    return { orders: [order], lines: [line], rows: [row, again], delta: row.amount }
  },
  rowTwice: ({ row, order, line }) => ({ orders: [order], lines: [line], rows: [row, row], delta: row.amount }),
  notFinishedHere: ({ row, order }) => ({
    orders: [{ ...order, state: 'void', channelNo: null }],
    lines: [],
    rows: [row],
    delta: row.amount,
  }),
  failedThere: ({ row, order, line }) => ({
    orders: [order],
    lines: [line],
    rows: [{ ...row, refundState: 'FAIL' }],
    delta: -row.amount,
  }),
  feeDiffers: ({ row, order, line }) => ({
    orders: [order],
    lines: [line],
    rows: [{ ...row, fee: row.fee + 1n }],
    delta: -1n,
  }),
  otherDay: ({ row, order, line }, day) => {
    const before = addDays(day, -1)
    const at = instantAt(day, 0, ZONE) - SECOND_MS
    const moved = { at, day: before }
    return { orders: [{ ...order, ...moved }], lines: [{ ...line, ...moved }], rows: [row], delta: 0n }
  },
}

/**
 * Yields the movements of one day of a merchant, mostly payments between 5 and 200 yuan and one refund in twenty, with differences
 * of `PLANTED_KINDS` in turn. The same for the same seed.
 */
export function* plantedDay({ seed, day, count, differences }: PlantedDayOptions): Generator<Movement> {
  const random = createRandom(seed)
  const start = instantAt(day, 0, ZONE)
  let planted = 0
  for (let i = 0; i < count; i++) {
    const amount = BigInt(500 + (random() % 19_500))
    const at = start + Math.floor((i * 86_400) / count) * SECOND_MS
    const isRefundDrawn = random() % 20 === 0
    const isPlanted = planted < differences && i >= Math.floor((planted * count) / differences)
    const kind = isPlanted ? PLANTED_KINDS[planted % PLANTED_KINDS.length] : undefined
    if (isPlanted) planted += 1
    const isRefund = kind === undefined ? isRefundDrawn : kind === 'failedThere'
    const truth = truthOf(i, isRefund, amount, at, day)
    if (kind === undefined) {
      yield { orders: [truth.order], lines: [truth.line], rows: [truth.row], planted: null }
      continue
    }
    const { delta, ...movement } = PLANTINGS[kind](truth, day)
    yield { ...movement, planted: { kind, number: truth.number, delta } }
  }
}

/** Returns the row of a channel as an item, as reading its file would. */
export function itemOfTrueRow(row: TrueRow, id: string, day: BusinessDay): Item {
  const isRefund = row.kind === 'refund'
  return {
    ...PLAIN_ITEM,
    side: 'channel',
    id,
    kind: row.kind,
    number: isRefund ? row.refundNo : row.orderNo,
    channelNo: isRefund ? row.channelRefundNo : row.channelNo,
    amount: fen(row.amount),
    fee: fen(row.fee),
    currency: 'CNY',
    at: row.at,
    day,
    state: row.refundState === undefined ? 'done' : row.refundState === 'PROCESSING' ? 'pending' : 'void',
    party: row.counterparty,
    text: row.text,
  }
}
