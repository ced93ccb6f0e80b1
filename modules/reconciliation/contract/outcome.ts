import type { Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import type { Side } from './item.ts'

/**
 * How a comparison ends, in the words of the trade.
 *
 * - even (平): both sides say the same
 * - surplus (长款): the channel has more than we say
 * - shortage (短款): it has less
 * - amount (金额不符): it is the same movement with another amount, fee or currency
 * - timing (时间差): it is the same movement on another day, or one that may still come
 */
export const RESULTS = ['even', 'surplus', 'shortage', 'amount', 'timing'] as const
export type Result = (typeof RESULTS)[number]

/**
 * - matched: the sides agree, nobody has to look
 * - waiting: it is too early to say; the next file decides
 * - difference: somebody has to look
 * - idle: no money moved
 */
export const STANDINGS = ['matched', 'waiting', 'difference', 'idle'] as const
export type Standing = (typeof STANDINGS)[number]

interface KindEntry {
  readonly standing: Standing
  /** `sign`: a surplus where the channel has more, a shortage where it has less. */
  readonly result: Result | 'sign'
}

const matched = (result: Result): KindEntry => ({ standing: 'matched', result })
const difference = (result: Result | 'sign'): KindEntry => ({ standing: 'difference', result })

/** Every way in which items may stand to each other. A run puts each of its items into exactly one. */
export const OUTCOME_KINDS = {
  same: matched('even'),
  /** The same movement, counted on days at most `TIMING_DAYS` apart. */
  otherDay: matched('timing'),
  /** A refund that the channel had accepted when its file was made, and that was done after that day. */
  finishedLater: matched('timing'),
  /** Taken back at the channel, and never counted here. */
  takenBack: matched('even'),
  /** A sum without a number of ours that names what it is for. */
  named: matched('even'),

  nothingMoved: { standing: 'idle', result: 'even' },

  /** Ours has no row, and the file that may have it is not there. */
  awaited: { standing: 'waiting', result: 'timing' },
  /** A payout that the channel says it made, and that may still come to the bank account. */
  onItsWay: { standing: 'waiting', result: 'timing' },
  /** Neither side says that it is done. */
  underWay: { standing: 'waiting', result: 'timing' },

  /** A row whose number is none of ours, or that has none. */
  channelOnly: difference('sign'),
  /** Ours, booked, and in no file. */
  channelMissing: difference('sign'),
  /** Ours, neither booked nor in a file. */
  orderOnly: difference('sign'),
  /** Booked, and told by nobody else. */
  ledgerOnly: difference('sign'),
  /** Booked and in a file, and none of our records. */
  orderMissing: difference('sign'),
  /** A payout that the channel says it made, and that came to no bank account. */
  payoutMissing: difference('sign'),
  /** A payout that came to the bank account, and is not booked. */
  payoutNotBooked: difference('sign'),
  /** Ours and in a file, and not booked. */
  notBooked: difference('sign'),
  /** Ours and the file agree, the books have another amount. */
  bookedOtherwise: difference('amount'),
  amountDiffers: difference('amount'),
  currencyDiffers: difference('amount'),
  /** The channel kept another fee than agreed. */
  feeDiffers: difference('amount'),
  /** Another payment, or refund, for the same number. */
  paidTwice: difference('sign'),
  /** The same row again. */
  rowTwice: difference('sign'),
  /** Another record of ours with the same number. */
  orderTwice: difference('sign'),
  /** Done at the channel; here it is open, closed or was never sent. */
  notFinishedHere: difference('sign'),
  /** Done here; the channel says that it failed, or took it back. */
  failedThere: difference('sign'),
  /** Done here, accepted there on the same day; or accepted there and given up here. */
  stateDiffers: difference('sign'),
  /** The same movement, on days more than `TIMING_DAYS` apart. */
  tooFarApart: difference('timing'),
  /** Open here for more than `TIMING_DAYS`, and in no file. */
  overdue: difference('timing'),
} as const satisfies Readonly<Record<string, KindEntry>>

export type OutcomeKind = keyof typeof OUTCOME_KINDS

/** Most days between the sides of a movement that nobody has to look at (trust: timing up to 3 days). */
export const TIMING_DAYS = 3

/** Most days between a sum and the row that pays it: a settlement waits for the end of a holiday. */
export const SUM_DAYS = 10

/**
 * The pass that brought items together: by our number, by the channel's number, by a named sum; of payments of companies also by a number
 * that the row's text mentions, or by the company with amount and day. Null: nothing did.
 */
export const PASSES = ['number', 'channelNo', 'sum', 'mention', 'company'] as const
export type Pass = (typeof PASSES)[number]

/** One movement and what became of it. Lists of ids are in the order of text. */
export interface Outcome {
  readonly kind: OutcomeKind
  readonly standing: Standing
  readonly result: Result
  readonly pass: Pass | null
  /** What they name: our number, else the channel's number, or the words of the sum; null where nothing is named. */
  readonly key: string | null
  readonly orders: readonly string[]
  readonly lines: readonly string[]
  readonly rows: readonly string[]
  /** Minor units that the channel has more than we say; negative: less. 0 of what is matched, waiting or idle. */
  readonly delta: Fen
  /** What moved by our records, the books and the channel's rows, minor units: what failed or is pending is 0. Null where that side tells nothing. */
  readonly amount: Fen | null
  readonly booked: Fen | null
  readonly told: Fen | null
  /** Whether its items are counted on more than one day. */
  readonly isAcross: boolean
  /** The day whose run tells it: the latest of its rows, without rows that of our record, else of the books. */
  readonly day: BusinessDay
}

/** What speaks for a proposal. */
export const SIGNALS = ['channelNo', 'amount', 'sum', 'day', 'party', 'text'] as const
export type Signal = (typeof SIGNALS)[number]

/** Items that may belong together. A person decides; their outcomes stay what they are. */
export interface Proposal {
  readonly by: 'channelNo' | 'sum' | 'score'
  readonly orders: readonly string[]
  readonly rows: readonly string[]
  /** Points of 1,000. */
  readonly score: number
  readonly signals: readonly Signal[]
}

export interface SideCounts {
  /** Items of the days of this run, by what became of them. */
  readonly matched: number
  readonly waiting: number
  readonly difference: number
  readonly idle: number
  /** Items of other days: there to be met, and told by the runs of those days. */
  readonly elsewhere: number
  /** Items that a person has matched; no run touches them. */
  readonly settled: number
}

export interface Summary {
  readonly sides: Readonly<Record<Side, SideCounts>>
  readonly kinds: Readonly<Partial<Record<OutcomeKind, number>>>
  /** Sum of the differences in minor units, of the differences alone. */
  readonly surplus: Fen
  readonly shortage: Fen
  /** Whether so many items were left that nobody looked for sums and resemblances. */
  readonly isFlooded: boolean
}
