import { type ChannelFile, grossOf, itemOfRow, type ItemReader } from './channel-file.ts'

/**
 * Turns rows of trade bills into items, one for each: payments by our number, refunds by the number of the refund. Compared is what
 * the channel owes (应结订单金额, 商家实收): a coupon that the merchant pays for is money that the books have and the channel has not.
 */
export function createRowItems(file: ChannelFile): ItemReader {
  let place = 0
  return {
    take(row) {
      place += 1
      const item = itemOfRow(row, file, place)
      return [file.isNet === true ? { ...item, amount: grossOf(item.amount, item.fee) } : item]
    },
    end: () => [],
  }
}
