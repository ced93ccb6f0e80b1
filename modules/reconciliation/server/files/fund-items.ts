import { addFen, negFen, parseFen, subFen, ZERO_FEN } from '@wattyard/money'
import type { PaymentRow } from '@wattyard/payment-files'
import type { Item } from '../../contract/index.ts'
import { type ChannelFile, itemOfRow, type ItemReader } from './channel-file.ts'

/** WeChat Pay gives the fee of a refund back in the same row and says so: `含手续费 0.07 元`. */
const FEE_WITHIN = /含手续费\s?([0-9]{1,12}\.[0-9]{2})\s?元/

/** An item whose fee may stand in the next row. */
interface Pending {
  readonly item: Item
  readonly row: PaymentRow
}

/**
 * Turns rows of a fund-flow bill into items. A fee that follows its payment or refund becomes the fee of that item; one that stands
 * alone is an item of its own. A refund is told without the fee that came back: it gets its amount before fees again.
 */
export function createFundItems(file: ChannelFile): ItemReader {
  let place = 0
  let pending: Pending | null = null

  const flush = (): Item[] => {
    const items = pending === null ? [] : [pending.item]
    pending = null
    return items
  }

  return {
    take(row) {
      place += 1
      if (row.kind === 'fee' && pending !== null && isFeeOf(row, pending.row)) {
        const { item } = pending
        pending = null
        return [{ ...item, fee: addFen(item.fee ?? ZERO_FEN, negFen(row.amount)) }]
      }
      const before = flush()
      const item = beforeFees({ ...itemOfRow(row, file, place), ...numbersOf(row) })
      if (row.kind !== 'payment' && row.kind !== 'refund') return [...before, item]
      pending = { item, row }
      return before
    },
    end: flush,
  }
}

/** The channel's number of a refund stands where that of a payment does. */
function numbersOf(row: PaymentRow): Pick<Item, 'number' | 'channelNo'> {
  return { number: row.refundNo ?? row.orderNo, channelNo: row.channelNo }
}

function isFeeOf(fee: PaymentRow, row: PaymentRow): boolean {
  return fee.channelNo !== null && fee.channelNo === row.channelNo && fee.orderNo === (row.orderNo ?? row.refundNo)
}

function beforeFees(item: Item): Item {
  const told = item.kind === 'refund' && !item.undoes ? FEE_WITHIN.exec(item.text ?? '')?.[1] : undefined
  if (told === undefined) return item
  const fee = parseFen(told)
  return { ...item, amount: subFen(item.amount, fee), fee: negFen(fee) }
}
