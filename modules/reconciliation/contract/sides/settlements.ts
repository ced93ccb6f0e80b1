import { addFen, type Currency, type Fen, negFen, subFen, ZERO_FEN } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { type Item, PLAIN_ITEM } from '../item.ts'

/** What a channel owes a bank account for a day, and how its transfer names it. */
export interface Settlement {
  readonly merchant: string
  readonly day: BusinessDay
  /** Sum of the rows of the day without what the channel kept; negative when refunds were more. */
  readonly amount: Fen
  /** What the channel kept. */
  readonly fees: Fen
  readonly count: number
}

/** What the rows of each day come to. */
export interface DaySums {
  /** Rows that say that nothing moved, or not yet, do not count. */
  add(row: Pick<Item, 'state' | 'day' | 'amount' | 'fee'>): void
  /** In the order of days. */
  end(): Omit<Settlement, 'merchant'>[]
}

export function createDaySums(): DaySums {
  const days = new Map<BusinessDay, { amount: Fen; fees: Fen; count: number }>()
  return {
    add({ state, day, amount, fee }) {
      if (state !== 'done') return
      const known = days.get(day) ?? { amount: ZERO_FEN, fees: ZERO_FEN, count: 0 }
      days.set(day, {
        amount: addFen(known.amount, subFen(amount, fee ?? ZERO_FEN)),
        fees: addFen(known.fees, fee ?? ZERO_FEN),
        count: known.count + 1,
      })
    },
    end: () => [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  }
}

/** Returns what a channel owes for each day of its rows, in the order of days. */
export function settlementsOf(merchant: string, rows: Iterable<Item>): Settlement[] {
  const sums = createDaySums()
  for (const row of rows) sums.add(row)
  return sums.end().map(day => ({ merchant, ...day }))
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
