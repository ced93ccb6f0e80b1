import { negFen, ZERO_FEN } from '@wattyard/money'
import { addDays } from '@wattyard/time'
import type { SettlementMode } from '@wattyard/payments/contract'
import { createDaySums, type FileFamily, type Item } from '../../contract/index.ts'
import type { NewSettlement } from './stored-settlements.ts'

/** Collects what a file says that its channel pays out, while it is read. */
export interface SettlementCollector {
  add(items: readonly Item[]): void
  /** @param family what the file told of: a withdrawal stands in a fund-flow bill, what a day came to in a trade bill */
  end(family: FileFamily): NewSettlement[]
}

/** @param merchant the merchant as transfers name it; null where nobody said it, and nothing of a day can be found */
export function createSettlementCollector(mode: SettlementMode, merchant: string | null): SettlementCollector {
  const days = createDaySums()
  const payouts: NewSettlement[] = []
  let place = 0

  function addPayout(item: Item): void {
    const { channelNo, number, day, amount, fee, state } = item
    const name = channelNo ?? number
    if (item.kind !== 'payout' || state !== 'done' || name === null) return
    payouts.push({ day, due: day, amount: negFen(amount), fees: fee ?? ZERO_FEN, count: 1, names: [name], place })
  }

  return {
    add(items) {
      for (const item of items) {
        place += 1
        if (mode === 'payouts') addPayout(item)
        else if (item.kind === 'payment' || item.kind === 'refund') days.add(item)
      }
    },
    end(family) {
      if (mode === 'payouts') return family === 'funds' ? payouts : []
      if (family !== 'trade' || merchant === null) return []
      return days
        .end()
        .filter(({ amount }) => amount !== ZERO_FEN)
        .map(sums => ({
          ...sums,
          due: addDays(sums.day, 1),
          names: [merchant, sums.day.replaceAll('-', '')],
          place: null,
        }))
    },
  }
}
