import type { FileFormat, PaymentRow } from '@wattyard/payment-files'
import { createDescribedItems } from './described-items.ts'
import { createFundItems } from './fund-items.ts'
import { createRowItems } from './row-items.ts'
import { createStatementItems } from './statement-items.ts'
import type { ChannelFile, ItemReader } from './channel-file.ts'

const READERS: Readonly<Record<FileFormat, (file: ChannelFile) => ItemReader>> = {
  'wechat-trade': createRowItems,
  'wechat-funds': createFundItems,
  'alipay-trade': createRowItems,
  described: createDescribedItems,
  mt940: createStatementItems,
  camt053: createStatementItems,
}

/**
 * Makes a reader that turns the rows of a file into items of the channel's side. Give it every row in the order of the file, also
 * those of other days: their ids count the rows.
 */
export function createChannelItems(format: FileFormat, file: ChannelFile): ItemReader {
  return READERS[format](file)
}

/** Returns all items of a file whose rows are in memory. */
export function channelItemsOf(format: FileFormat, file: ChannelFile, rows: Iterable<PaymentRow>) {
  const reader = createChannelItems(format, file)
  return [...Iterator.from(rows).flatMap(row => reader.take(row)), ...reader.end()]
}
