import { addFen, type Fen, fen, maxFen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { DAY_MS, MINUTE_MS } from '@wattyard/time'
import { sumParts, type Wallet, type WalletParts } from '@wattyard/members/contract'
import { type Lot, lotRests, valueOfLot } from './lot-rests.ts'
import { type LotValue, type RefundBasis, refundableOf, takeFromLot, takenParts } from './refund-basis.ts'

/**
 * Time between two parts of one payment, as WeChat Pay asks (pay.weixin.qq.com/doc/v3/merchant/4012556457, which also names the
 * 365 days and 50 parts below). It delays a part and is no reason to send the money another way.
 */
export const BETWEEN_PARTS_MS = MINUTE_MS

export interface SplitLot {
  id: string
  value: LotValue
  /** Fen of its rest that are available. What a session has on hold is not used yet, and cannot be refunded either. */
  free: WalletParts
  /** Null: the lot did not come from a payment, so only a person can pay it out. */
  paymentId: string | null
}

/** What a channel still takes back of one payment. */
export interface SplitPayment {
  id: string
  channelId: string
  /** Fen: its amount, less all parts that were not given up; negative where a part and the one in its place were both paid out. */
  left: Fen
  /** Epoch ms at which the payer paid. */
  paidAt: number
  /** Parts sent so far, whatever became of them. */
  parts: number
  /** Epoch ms; null before the first. */
  lastPartAt: number | null
  /** Whether the channel refunds by itself and is open: neither bank nor cash, nor one that is paused. */
  isOpen: boolean
  /** Days after the payment in which the channel takes refunds: 365 for WeChat Pay, by contract for Alipay. */
  refundDays: number
  /** Most parts of one payment: 50 for WeChat Pay. */
  refundParts: number
}

export interface SplitContext {
  /** In the order in which they were credited. */
  lots: readonly SplitLot[]
  payments: readonly SplitPayment[]
  basis: RefundBasis
  /** Epoch ms. */
  now: number
}

/** What one lot gives, in fen: back to its payment, and by a transfer or in cash. */
export interface SplitRow {
  lotId: string
  byChannel: Fen
  byBank: Fen
}

export type Split = { ok: true; rows: readonly SplitRow[] } | { ok: false; most: Fen }

/** A part to send to a channel. */
export interface SplitPart {
  paymentId: string
  channelId: string
  amount: Fen
  /** Epoch ms before which the channel would refuse it. */
  notBefore: number
}

export type SplitFaultCode =
  | 'payments.unknownLot'
  | 'payments.lotTwice'
  | 'payments.negativePart'
  | 'payments.aboveLot'
  | 'payments.aboveChannel'
  | 'payments.sumDiffers'

export interface SplitFault {
  code: SplitFaultCode
  /** Null: the rows together. */
  lotId: string | null
  /** Fen that would be right, or the most that would. */
  limit: Fen
}

/**
 * Returns the lots of a wallet as a split sees them. What a session has on hold lies in the oldest lots that still have money.
 * @param lots in the order in which they were credited
 * @throws RangeError when a refund of the wallet is undecided: there is one at a time
 */
export function splitLotsOf(
  lots: readonly (Lot & Pick<SplitLot, 'paymentId'>)[],
  { principal, gift, frozenPrincipal, frozenGift }: Wallet,
): SplitLot[] {
  const undecided = lots.find(lot => sumParts(lot.reserved) > ZERO_FEN)
  if (undecided) throw new RangeError(`an undecided refund has reserved money of lot ${undecided.id}`)
  const left = { principal: addFen(principal, frozenPrincipal), gift: addFen(gift, frozenGift) }
  const { rests } = lotRests(lots, left)
  const free = lotRests(lots, { principal, gift }).rests
  return lots.map((lot, i) => ({
    id: lot.id,
    value: valueOfLot(lot, rests[i] ?? NOTHING),
    free: free[i] ?? NOTHING,
    paymentId: lot.paymentId,
  }))
}

const NOTHING: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }

/** Returns the most that can be refunded of a lot now, in fen: by the basis, and out of what is not on hold. */
export function mostOfLot({ value, free }: SplitLot, basis: RefundBasis): Fen {
  const isFree = (amount: Fen): boolean => {
    const { principal, gift } = takenParts(takeFromLot(value, basis, amount))
    return principal <= free.principal && gift <= free.gift
  }
  // What a refund takes never becomes less when its amount grows.
  let [low, high] = [ZERO_FEN, refundableOf(value, basis)]
  while (low < high) {
    const middle = fen((low + high + 1n) / 2n)
    if (isFree(middle)) low = middle
    else high = subFen(middle, fen(1n))
  }
  return low
}

/** Returns what the channel takes back of a payment now, in fen, at least 0. */
export function channelRoom({ left, paidAt, parts, isOpen, refundDays, refundParts }: SplitPayment, now: number): Fen {
  return isOpen && parts < refundParts && now <= paidAt + refundDays * DAY_MS ? maxFen(ZERO_FEN, left) : ZERO_FEN
}

/**
 * Divides a refund over the lots of a wallet. Money goes back the way it came as far as the channels take it, newest lot first;
 * the remainder is for a transfer or cash, again newest lot first. Σ rows = amount.
 *
 * @param amount fen, > 0
 * @returns rows without those of nothing, newest lot first; or the most that could be refunded
 */
export function splitRefund(amount: Fen, context: SplitContext): Split {
  const newestFirst = context.lots.toReversed()
  const most = newestFirst.map(lot => mostOfLot(lot, context.basis))
  const all = sumFen(most)
  if (amount <= ZERO_FEN || amount > all) return { ok: false, most: all }
  const rooms = roomsOf(context)
  let left = amount
  const byChannel = newestFirst.map(({ paymentId }, i) => {
    const room = paymentId === null ? ZERO_FEN : (rooms.get(paymentId) ?? ZERO_FEN)
    const part = minFen(left, room, most[i] ?? ZERO_FEN)
    left = subFen(left, part)
    if (paymentId !== null) rooms.set(paymentId, subFen(room, part))
    return part
  })
  const rows = newestFirst.map(({ id }, i): SplitRow => {
    const back = byChannel[i] ?? ZERO_FEN
    const byBank = minFen(left, subFen(most[i] ?? ZERO_FEN, back))
    left = subFen(left, byBank)
    return { lotId: id, byChannel: back, byBank }
  })
  return { ok: true, rows: rows.filter(row => amountOf(row) > ZERO_FEN) }
}

/** Returns what a row takes from its lot, in fen. */
export function amountOf({ byChannel, byBank }: SplitRow): Fen {
  return addFen(byChannel, byBank)
}

/** Returns the parts that go to the channels, one per payment: two lots may come from one payment. */
export function partsOf(rows: readonly SplitRow[], { lots, payments, now }: SplitContext): SplitPart[] {
  const paymentOf = new Map(lots.map(lot => [lot.id, lot.paymentId]))
  return payments.flatMap(({ id, channelId, lastPartAt }) => {
    const amount = sumFen(rows.filter(row => paymentOf.get(row.lotId) === id).map(row => row.byChannel))
    const notBefore = lastPartAt === null ? now : Math.max(now, lastPartAt + BETWEEN_PARTS_MS)
    return amount > ZERO_FEN ? [{ paymentId: id, channelId, amount, notBefore }] : []
  })
}

/**
 * Returns everything that is wrong with a split that a person has changed; nothing when it can be carried out. Which lots and
 * which way is the person's choice, within the limits that `splitRefund` keeps.
 * @param amount fen that the rows must add up to
 */
export function checkSplit(rows: readonly SplitRow[], amount: Fen, context: SplitContext): SplitFault[] {
  const lots = new Map(context.lots.map(lot => [lot.id, lot]))
  const seen = new Set<string>()
  const faults = rows.flatMap((row): SplitFault[] => {
    const lot = lots.get(row.lotId)
    const fault = (code: SplitFaultCode, limit: Fen): SplitFault[] => [{ code, lotId: row.lotId, limit }]
    if (!lot) return fault('payments.unknownLot', ZERO_FEN)
    if (seen.has(row.lotId)) return fault('payments.lotTwice', ZERO_FEN)
    seen.add(row.lotId)
    if (row.byChannel < ZERO_FEN || row.byBank < ZERO_FEN) return fault('payments.negativePart', ZERO_FEN)
    const most = mostOfLot(lot, context.basis)
    return amountOf(row) > most ? fault('payments.aboveLot', most) : []
  })
  const sum = sumFen(rows.map(amountOf))
  if (sum !== amount) faults.push({ code: 'payments.sumDiffers', lotId: null, limit: amount })
  return [...faults, ...channelFaults(rows, lots, context)]
}

/** Each row that sends more to its payment than the rows before it have left there. */
function channelFaults(
  rows: readonly SplitRow[],
  lots: ReadonlyMap<string, SplitLot>,
  context: SplitContext,
): SplitFault[] {
  const rooms = roomsOf(context)
  return rows.flatMap(({ lotId, byChannel }): SplitFault[] => {
    if (byChannel <= ZERO_FEN) return []
    const paymentId = lots.get(lotId)?.paymentId ?? null
    const room = paymentId === null ? ZERO_FEN : (rooms.get(paymentId) ?? ZERO_FEN)
    if (byChannel > room) return [{ code: 'payments.aboveChannel', lotId, limit: room }]
    if (paymentId !== null) rooms.set(paymentId, subFen(room, byChannel))
    return []
  })
}

function roomsOf({ payments, now }: SplitContext): Map<string, Fen> {
  return new Map(payments.map(payment => [payment.id, channelRoom(payment, now)]))
}
