import { addFen, type Currency, type Fen, negFen, subFen, ZERO_FEN } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { type Item, PLAIN_ITEM } from '../item.ts'

/** What a channel owes a bank account for a day, and how its transfer names it. */
export interface Settlement {
  readonly merchant: string
  readonly day: BusinessDay
  /** Sum of the rows of the day without what the channel kept; negative when refunds were more. */
  readonly amount: Fen
  readonly count: number
}

/**
 * Returns what a channel owes for each day of its rows, in the order of days. Rows that say that nothing moved, or not yet, do not
 * count.
 */
export function settlementsOf(merchant: string, rows: Iterable<Item>): Settlement[] {
  const days = new Map<BusinessDay, { amount: Fen; count: number }>()
  for (const { state, day, amount, fee } of rows) {
    if (state !== 'done') continue
    const known = days.get(day) ?? { amount: ZERO_FEN, count: 0 }
    const net = subFen(amount, fee ?? ZERO_FEN)
    days.set(day, { amount: addFen(known.amount, net), count: known.count + 1 })
  }
  return [...days]
    .map(([day, { amount, count }]) => ({ merchant, day, amount, count }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** What both forms of a payout have in common: it is told by references, and no number of ours. */
const PAYOUT = { ...PLAIN_ITEM, side: 'order', kind: 'payout', number: null, at: null } as const

/**
 * Returns a settlement as our side of a comparison with an account statement: a row of the bank has to name the merchant and the
 * day.
 * @param due the day from which the transfer is expected
 */
export function itemOfSettlement(
  { merchant, day, amount }: Settlement,
  { currency, due }: { readonly currency: Currency; readonly due: BusinessDay },
): Item {
  const references = [merchant, day.replaceAll('-', '')]
  return { ...PAYOUT, id: `${merchant} ${day}`, amount, currency, day: due, references }
}

/**
 * Returns the withdrawals of a fund-flow bill as our side of a comparison with an account statement: what left the channel comes to
 * the bank, which names the channel's number of it.
 */
export function itemsOfPayouts(rows: Iterable<Item>): Item[] {
  return [...rows]
    .filter(({ kind, channelNo }) => kind === 'payout' && channelNo !== null)
    .map(({ id, amount, currency, day, channelNo, state }) => ({
      ...PAYOUT,
      id,
      amount: negFen(amount),
      currency,
      day,
      state,
      references: [channelNo ?? ''],
    }))
}
