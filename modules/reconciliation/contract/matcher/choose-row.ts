import type { StoredItem } from './item-store.ts'

/** The row that tells of our record, and the others of its group. */
export interface ChosenRow {
  readonly row: StoredItem | null
  readonly extras: readonly { readonly item: StoredItem; readonly kind: 'rowTwice' | 'paidTwice' | 'channelOnly' }[]
}

/** Stands for the time of a row that tells none. */
const LATEST = Number.MAX_SAFE_INTEGER

/**
 * Chooses among rows of one number. A row that names another number of the channel than the one we were told is never the one:
 * it is another payment, whatever its amount. Among the others: the one that names ours, the one with our amount, one that is
 * done, the earliest.
 * @param rows in the order of their ids, which decides between rows that say the same
 */
export function chooseRow(order: StoredItem | null, rows: readonly StoredItem[]): ChosenRow {
  const known = order?.channelNo ?? 0
  const isOther = (row: StoredItem) => known !== 0 && row.channelNo !== 0 && row.channelNo !== known
  const wanted = [
    (row: StoredItem) => known !== 0 && row.channelNo === known,
    (row: StoredItem) => row.amount === order?.amount,
    (row: StoredItem) => row.state === 'done',
    (row: StoredItem) => row.state === 'pending',
  ]
  const [row = null] = rows
    .filter(one => !isOther(one))
    .toSorted((a, b) => {
      for (const holds of wanted) if (holds(a) !== holds(b)) return holds(a) ? -1 : 1
      const [first, second] = [a.at ?? LATEST, b.at ?? LATEST]
      return first === second ? 0 : first < second ? -1 : 1
    })
  const nameOf = (one: StoredItem) => (one.channelNo === 0 ? null : `${one.channelNo} ${one.amount}`)
  const seen = new Set<string | null>(row === null ? [] : [nameOf(row)])
  const extras = rows
    .filter(one => one !== row)
    .map(item => {
      const name = nameOf(item)
      const isAgain = name !== null && seen.has(name)
      seen.add(name)
      // With no row of ours, one that names another payment is no second one.
      return { item, kind: isAgain ? 'rowTwice' : row === null ? 'channelOnly' : 'paidTwice' } as const
    })
  return { row, extras }
}
