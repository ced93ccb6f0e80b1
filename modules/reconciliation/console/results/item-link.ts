import { isOpenable, linkToRecord } from '@wattyard/console-kit'
import type { ShownItem } from '../../contract/calls/read-items.ts'

/** Parts of refunds open in the detail of their refund; here the page of all of them is meant. */
const PAYOUTS = '/wallet/refundBill?part=payouts'

/** Returns the link to a record that caused a journal or is compared; undefined for people who may not open it. */
export function linkTo(resource: string, id: string): string | undefined {
  if (resource !== 'payments.refundPart') return linkToRecord(resource, id)
  return isOpenable(PAYOUTS) ? `${PAYOUTS}&open=${encodeURIComponent(id)}` : undefined
}

/** Payments of companies are documents, which open on another page by themselves. */
const COMPANY_PAYMENTS = '/cwdata4/AdvancePayment'

/** Returns the link to a payment of a company, on the part of its page where it stands. */
function linkToCompanyPayment({ kind, record }: Pick<ShownItem, 'kind' | 'record'>): string | undefined {
  if (!isOpenable(COMPANY_PAYMENTS)) return undefined
  const part = kind === 'payment' ? 'part=advanceReceived&' : ''
  return `${COMPANY_PAYMENTS}?${part}open=${encodeURIComponent(record.id)}`
}

/** Returns the link to the record that an item is; of a row, to the rows of its file. */
export function linkToItem(item: Pick<ShownItem, 'kind' | 'record' | 'place'>): string | undefined {
  const { record, place } = item
  if (record.resource === 'payables.document') return linkToCompanyPayment(item)
  return place === null ? linkTo(record.resource, record.id) : linkToRecord('reconciliation.file', place.file, 'rows')
}
