import { byAmount, amountKeyOf, daysBetweenItems, type LeftOver } from './left-overs.ts'
import { SUM_DAYS } from '../outcome.ts'
import { isNamed } from './words.ts'

/** A record of ours and the row that names it. */
export interface NamedPair {
  readonly order: LeftOver
  readonly row: LeftOver
}

/**
 * Finds rows without a number of ours that name what they pay, by all references of a record, with its exact amount. A pair counts
 * when the record fits no other row and the row no other record: of two sums that look alike neither is taken.
 */
export function findNamed(orders: readonly LeftOver[], rows: readonly LeftOver[]): NamedPair[] {
  const candidates = byAmount(orders.filter(({ references }) => references.length > 0))
  const pairs: NamedPair[] = []
  for (const row of rows)
    for (const order of candidates.get(amountKeyOf(row)) ?? [])
      if (mayBe(order, row) && order.references.every(one => isNamed(one, row.said))) pairs.push({ order, row })
  const orderUses = Map.groupBy(pairs, ({ order }) => order)
  const rowUses = Map.groupBy(pairs, ({ row }) => row)
  return pairs.filter(({ order, row }) => orderUses.get(order)?.length === 1 && rowUses.get(row)?.length === 1)
}

/** Near enough in time, and not known to the channel by two names. */
function mayBe(order: LeftOver, row: LeftOver): boolean {
  const [ours, theirs] = [order.item.channelNo, row.item.channelNo]
  return daysBetweenItems(order, row) <= SUM_DAYS && (ours === 0 || theirs === 0 || ours === theirs)
}
