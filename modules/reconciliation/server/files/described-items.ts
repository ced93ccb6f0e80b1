import { readNumber } from '@wattyard/payments/contract'
import type { PaymentRow } from '@wattyard/payment-files'
import type { Item } from '../../contract/index.ts'
import { type ChannelFile, grossOf, itemOfRow, type ItemReader } from './channel-file.ts'
import { createStatementItems } from './statement-items.ts'

/** Turns rows of a described file into items: those of an account as of a statement, others each as one movement. */
export function createDescribedItems(file: ChannelFile): ItemReader {
  if (file.family === 'account') return createStatementItems(file)
  let place = 0
  return {
    take(row) {
      place += 1
      const item = { ...itemOfRow(row, file, place), ...numbersOf(row) }
      return [file.isNet === true ? { ...item, amount: grossOf(item.amount, item.fee) } : item]
    },
    end: () => [],
  }
}

/**
 * Returns the numbers of a movement. Aggregators with one column for our numbers write in it what we gave: the number of a refund beside
 * refunds.
 */
function numbersOf(row: PaymentRow): Partial<Pick<Item, 'number' | 'channelNo'>> {
  if (row.kind !== 'refund' || row.state === 'revoked' || row.refundNo !== null) return {}
  const isRefund = row.orderNo !== null && readNumber(row.orderNo)?.kind === 'refundPart'
  return { ...(isRefund && { number: row.orderNo }), ...(row.channelRefundNo === null && { channelNo: row.channelNo }) }
}
