import type { PaymentRow } from '@wattyard/payment-files'
import { readNumber } from '@wattyard/payments/contract'
import type { Item } from '../../contract/index.ts'
import { type ChannelFile, itemOfRow, type ItemReader } from './channel-file.ts'

/**
 * Turns rows of an account statement into items: credits are what the file is read for (`credits`), debits are refunds, charges are
 * fees. A reference of the bank that several rows have, such as that of a batch, names none of them; it stays among their words.
 */
export function createStatementItems(file: ChannelFile): ItemReader {
  const rows: PaymentRow[] = []
  return {
    take(row) {
      rows.push(row)
      return []
    },
    end() {
      const uses = Map.groupBy(rows, ({ channelNo }) => channelNo)
      return rows.map((row, i) => itemOf(row, file, i + 1, uses.get(row.channelNo)?.length === 1))
    },
  }
}

function itemOf(row: PaymentRow, file: ChannelFile, place: number, isOwnReference: boolean): Item {
  const item = itemOfRow(row, file, place)
  const isFee = row.kind === 'fee'
  const kind = isFee ? 'fee' : row.amount < 0n ? 'refund' : (file.credits ?? 'payment')
  const words = [row.text, row.channelNo, row.orderNo].filter(text => text !== null)
  return {
    ...item,
    kind,
    // What the payer gave as a reference is their own, unless it is one of our numbers.
    number: row.orderNo !== null && readNumber(row.orderNo) !== null ? row.orderNo : null,
    channelNo: isOwnReference ? row.channelNo : null,
    undoes: false,
    text: words.join(' ') || null,
  }
}
