import { isOpenable, linkToRecord } from '@wattyard/console-kit'
import type { ShownItem } from '../../contract/calls/read-items.ts'

/** Records on parts of pages, which have no page of their own. */
const PARTS: Readonly<Record<string, string>> = {
  'payments.refundPart': '/wallet/refundBill?part=payouts',
  'ledger.journal': '/cwdata4/TradeNBill?part=journals',
  'reconciliation.outcome': '/cwdata4/TradeNBill?part=results',
  'reconciliation.file': '/cwdata4/TradeNBill?part=files',
}

/** Returns the link to a record, also to one that opens on a part of a page; undefined for who may not open it. */
export function linkTo(resource: string, id: string): string | undefined {
  const part = PARTS[resource]
  if (part === undefined) return linkToRecord(resource, id)
  return isOpenable(part) ? `${part}&open=${encodeURIComponent(id)}` : undefined
}

/** Returns the link to the record that an item is; of a row, to the rows of its file. */
export function linkToItem({ record, place }: Pick<ShownItem, 'record' | 'place'>): string | undefined {
  if (place === null) return linkTo(record.resource, record.id)
  const file = linkTo('reconciliation.file', place.file)
  return file === undefined ? undefined : `${file}&detail=rows`
}
