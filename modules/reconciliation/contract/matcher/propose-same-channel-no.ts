import type { Proposal } from '../outcome.ts'
import { type LeftOver, sortOf } from './left-overs.ts'

/**
 * Proposes a record and a row that the channel names alike, although the row tells a number that is not the record's. One of the two
 * is wrong, and which one no rule can say. Two rows or two records of one name are not proposed.
 */
export function proposeSameChannelNo(orders: readonly LeftOver[], rows: readonly LeftOver[]): Proposal[] {
  const keyOf = (one: LeftOver) => `${sortOf(one)} ${one.item.channelNo}`
  const isNamed = ({ item }: LeftOver) => item.channelNo !== 0
  const own = Map.groupBy(orders.filter(isNamed), keyOf)
  const theirs = Map.groupBy(
    rows.filter(one => isNamed(one) && one.item.number !== 0),
    keyOf,
  )
  return [...theirs].flatMap(([key, [row, ...more]]) => {
    const [order, ...others] = own.get(key) ?? []
    if (!row || !order || more.length > 0 || others.length > 0) return []
    const isSame = order.item.amount === row.item.amount
    return [
      {
        by: 'channelNo',
        orders: [order.id],
        rows: [row.id],
        score: isSame ? SAME_SCORE : OTHER_SCORE,
        signals: isSame ? ['channelNo', 'amount'] : ['channelNo'],
      } as const,
    ]
  })
}

/** Points with the same and with another amount; of 1,000. */
const SAME_SCORE = 900
const OTHER_SCORE = 600
