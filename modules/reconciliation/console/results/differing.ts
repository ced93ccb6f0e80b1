import type { ShownItem } from '../../contract/calls/read-items.ts'
import { type Side, SIDES } from '../../contract/item.ts'

/** What the sides of a movement may say differently. */
export const COMPARED = ['amount', 'fee', 'kind', 'number', 'channelNo', 'day', 'state'] as const
export type Compared = (typeof COMPARED)[number]

export type ItemsBySide = Readonly<Record<Side, readonly ShownItem[]>>

/**
 * Returns what the sides say differently, as `side field`. Where two sides agree, only the third is named, else all that say
 * something. Sides with several items are left out: which of them ought to be like the other side's is the question.
 */
export function differingIn(items: ItemsBySide): ReadonlySet<string> {
  const marked = new Set<string>()
  // What a person typed as the receipt of a company's payment need not be what the bank calls its row.
  const isOfCompany = items.order.some(({ record }) => record.resource === 'payables.document')
  for (const field of COMPARED) {
    if (isOfCompany && field === 'channelNo') continue
    const told = SIDES.flatMap(side => {
      const [item, ...more] = items[side]
      const value = item?.[field]
      return value === undefined || value === null || more.length > 0 ? [] : [{ side, value }]
    })
    const times = (value: string): number => told.filter(one => one.value === value).length
    const most = Math.max(0, ...told.map(one => times(one.value)))
    if (most === told.length) continue
    for (const { side, value } of told) if (most === 1 || times(value) < most) marked.add(`${side} ${field}`)
  }
  return marked
}
