import { isOpenable, linkToRecord } from '@wattyard/console-kit'
import type { ShownItem } from '../../contract/calls/read-items.ts'

/** Parts of refunds open in the detail of their refund; here the page of all of them is meant. */
const PAYOUTS = '/wallet/refundBill?part=payouts'

/** Returns the link to a record that caused a journal or is compared; undefined for people who may not open it. */
export function linkTo(resource: string, id: string): string | undefined {
  if (resource !== 'payments.refundPart') return linkToRecord(resource, id)
  return isOpenable(PAYOUTS) ? `${PAYOUTS}&open=${encodeURIComponent(id)}` : undefined
}

/** Returns the link to the record that an item is; of a row, to the rows of its file. */
export function linkToItem({ record, place }: Pick<ShownItem, 'record' | 'place'>): string | undefined {
  return place === null ? linkTo(record.resource, record.id) : linkToRecord('reconciliation.file', place.file, 'rows')
}
