import {
  addFen,
  divideHalfUp,
  type Fen,
  fen,
  negFen,
  type Ppm,
  PPM_ONE,
  subFen,
  sumFen,
  ZERO_FEN,
} from '@wattyard/money'
import { type OutcomeKind, SUM_DAYS, TIMING_DAYS } from '../outcome.ts'
import { type ChosenRow, chooseRow } from './choose-row.ts'
import type { DayIndex } from './day-index.ts'
import type { StoredItem } from './item-store.ts'

/** What names the same movement on all sides. */
export interface Group {
  /** In the order of their ids. */
  readonly orders: readonly StoredItem[]
  readonly lines: readonly StoredItem[]
  readonly rows: readonly StoredItem[]
  /** Rows that take back a row of this group. */
  readonly undoings: readonly StoredItem[]
}

export interface JudgeOptions {
  readonly days: DayIndex
  /** Whether the ledger is one of the sides: then what it does not have is a difference. */
  readonly hasLedger: boolean
  /** What the channel keeps of a payment by contract, half up to the minor unit; null: its fees are not checked. */
  readonly feeRate: Ppm | null
}

/** What became of some items of a group. */
export interface Verdict {
  readonly kind: OutcomeKind
  readonly items: readonly StoredItem[]
  /** What the channel has more than we say. */
  readonly delta: Fen
}

/** The movement of a group as its sides tell it: at most one record of ours and one row, and the sum of the books. */
interface Facts {
  readonly order: StoredItem | null
  readonly row: StoredItem | null
  readonly lines: readonly StoredItem[]
  readonly undoings: readonly StoredItem[]
  /** Sum of the lines: a journal and its reversal are nothing. */
  readonly booked: Fen
}

/**
 * Returns what became of the items of a group, each in exactly one verdict; the first is about the record of ours. It depends on
 * what the items say, and on nothing else.
 */
export function judgeGroup(group: Group, options: JudgeOptions): Verdict[] {
  const [order = null, ...others] = group.orders
  const { row, extras } = chooseRow(order, group.rows)
  const { lines, undoings } = group
  const booked = sumFen(lines.map(line => line.amount))
  const again = others.map((item): Verdict => {
    const delta = negFen(moved(item))
    return { kind: delta === ZERO_FEN ? 'nothingMoved' : 'orderTwice', items: [item], delta }
  })
  const facts = { order, row, lines, undoings, booked }
  const isThere = order !== null || row !== null || lines.length > 0 || undoings.length > 0
  return [...(isThere ? [judge(facts, options)] : []), ...again, ...extras.map(judgeExtra)]
}

/** Minor units that an item says have moved. */
function moved(item: StoredItem | null): Fen {
  return item?.state === 'done' ? item.amount : ZERO_FEN
}

function judgeExtra({ item, kind }: ChosenRow['extras'][number]): Verdict {
  // A refund that stands in two files, accepted and then done, is one: the row that is done tells it.
  const isNothing =
    item.amount === ZERO_FEN || item.state === 'void' || (item.state === 'pending' && kind === 'rowTwice')
  return isNothing
    ? { kind: 'nothingMoved', items: [item], delta: ZERO_FEN }
    : { kind, items: [item], delta: item.amount }
}

function judge(facts: Facts, options: JudgeOptions): Verdict {
  const { order, row, lines, undoings } = facts
  const items = [order, ...lines, row, ...undoings].filter(item => item !== null)
  const say = (kind: OutcomeKind, delta: Fen = ZERO_FEN): Verdict => ({ kind, items, delta })
  const first = items[0]
  if (first && items.some(item => item.currency !== first.currency)) return say('currencyDiffers')
  if (undoings.length > 0) return judgeUndone(facts, options, say)
  if (row === null) return order === null ? judgeLines(facts, say) : judgeMissing(facts, order, options, say)
  if (row.state === 'done') return judgeDone(facts, row, options, say)
  if (row.state === 'pending') return judgePending(facts, row, options, say)
  return judgeFailed(facts, say)
}

type Say = (kind: OutcomeKind, delta?: Fen) => Verdict

/** A row that was taken back, wholly or not: what is left of it is what moved. */
function judgeUndone({ order, row, undoings, booked }: Facts, { hasLedger }: JudgeOptions, say: Say): Verdict {
  const rest = addFen(moved(row), sumFen(undoings.map(moved)))
  // A refund comes back without the fee that had come with it, and the row does not say so.
  const isNet = row?.kind === 'refund' && row.fee === rest && undoings.every(one => one.fee === null)
  const left = isNet ? ZERO_FEN : rest
  if (row !== null && left !== ZERO_FEN) {
    const delta = subFen(left, moved(order))
    return say(order === null ? 'channelOnly' : 'amountDiffers', delta)
  }
  // The row that is taken back may stand in the file of an earlier day.
  if (order?.state === 'done' && order.amount !== ZERO_FEN) return say('failedThere', negFen(order.amount))
  if (row === null && left !== ZERO_FEN) return say('channelOnly', left)
  if (hasLedger && booked !== ZERO_FEN) return say('ledgerOnly', negFen(booked))
  return say('takenBack')
}

function judgeLines({ lines, booked }: Facts, say: Say): Verdict {
  return lines.length > 0 && booked !== ZERO_FEN ? say('ledgerOnly', negFen(booked)) : say('nothingMoved')
}

/** Ours has no row. */
function judgeMissing(facts: Facts, order: StoredItem, { days, hasLedger }: JudgeOptions, say: Say): Verdict {
  const { booked } = facts
  if (order.state === 'done') {
    if (order.amount === ZERO_FEN) return judgeLines(facts, say)
    if (order.kind === 'payout' && booked === ZERO_FEN)
      // A transfer waits for the end of a holiday: until then it is on its way, and no loss.
      return days.lastKnown - order.day < SUM_DAYS ? say('onItsWay') : say('payoutMissing', negFen(order.amount))
    if (!days.isCovered(order.day, order.at)) return say('awaited')
    return say(hasLedger && booked === ZERO_FEN ? 'orderOnly' : 'channelMissing', negFen(order.amount))
  }
  if (booked !== ZERO_FEN) return say('ledgerOnly', negFen(booked))
  if (order.state === 'void') return say('nothingMoved')
  return say(days.lastKnown - order.day > TIMING_DAYS ? 'overdue' : 'underWay')
}

/** The row says that the money moved. */
function judgeDone(facts: Facts, row: StoredItem, options: JudgeOptions, say: Say): Verdict {
  const { order, booked } = facts
  const { hasLedger, feeRate } = options
  if (order === null) {
    if (row.amount === ZERO_FEN) return judgeLines(facts, say)
    return say(booked === row.amount ? 'orderMissing' : 'channelOnly', row.amount)
  }
  if (order.state !== 'done')
    return row.amount === ZERO_FEN ? judgeLines(facts, say) : say('notFinishedHere', row.amount)
  if (order.amount !== row.amount) return say('amountDiffers', subFen(row.amount, order.amount))
  if (hasLedger && booked !== row.amount) {
    const kind = booked !== ZERO_FEN ? 'bookedOtherwise' : order.kind === 'payout' ? 'payoutNotBooked' : 'notBooked'
    return say(kind, subFen(row.amount, booked))
  }
  const fee = feeRate === null || row.kind !== 'payment' || row.fee === null ? null : feeOf(row.amount, feeRate)
  if (fee !== null && row.fee !== null && fee !== row.fee) return say('feeDiffers', subFen(fee, row.fee))
  const apart = daysApart(facts, row)
  if (apart > TIMING_DAYS) return say('tooFarApart')
  return say(apart > 0 ? 'otherDay' : 'same')
}

/** Returns what a channel keeps of an amount. */
export function feeOf(amount: Fen, rate: Ppm): Fen {
  return fen(divideHalfUp(amount * rate, PPM_ONE))
}

/** Days between the row and our record or the last line of the books, whichever is farther. */
function daysApart({ order, lines }: Facts, row: StoredItem): number {
  const days = [row.day]
  if (order !== null) days.push(order.day)
  const lastBooked = lines.reduce((day, line) => Math.max(day, line.day), Number.NEGATIVE_INFINITY)
  if (lines.length > 0) days.push(lastBooked)
  return Math.max(...days) - Math.min(...days)
}

/** The channel had accepted it when its file was made. */
function judgePending(facts: Facts, row: StoredItem, options: JudgeOptions, say: Say): Verdict {
  const { order, booked } = facts
  if (order === null) return row.amount === ZERO_FEN ? judgeLines(facts, say) : say('channelOnly', row.amount)
  if (order.amount !== row.amount) return say('amountDiffers', subFen(row.amount, order.amount))
  if (order.state === 'void') return say('stateDiffers', row.amount)
  if (order.state === 'pending') return booked === ZERO_FEN ? say('underWay') : say('ledgerOnly', negFen(booked))
  if (options.hasLedger && booked !== order.amount) {
    const kind = booked === ZERO_FEN ? 'notBooked' : 'bookedOtherwise'
    return say(kind, subFen(order.amount, booked))
  }
  if (!options.days.isAfter(row.day, order.at)) return say('stateDiffers', negFen(order.amount))
  return say(daysApart(facts, row) > TIMING_DAYS ? 'tooFarApart' : 'finishedLater')
}

/** The channel says that nothing moved. */
function judgeFailed(facts: Facts, say: Say): Verdict {
  const { order, booked } = facts
  if (order?.state === 'done' && order.amount !== ZERO_FEN) return say('failedThere', negFen(order.amount))
  if (booked !== ZERO_FEN) return say('ledgerOnly', negFen(booked))
  return order?.state === 'pending' ? say('underWay') : say('nothingMoved')
}
