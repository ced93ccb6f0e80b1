import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { DOCUMENT_SLOTS, PAYMENT_FIELDS } from './document-slots.tsx'

const SLOTS: ResourceSlots = {
  ...DOCUMENT_SLOTS,
  only: { kind: ['advanceReceived', 'advancePaid'] },
  formFields: PAYMENT_FIELDS,
}

/** Draws `/cwdata4/AdvancePayment`: payments from and to companies, and what of them is not set off. */
export function Page() {
  return <ResourcePage resource={document} slots={SLOTS} topics={[allocation.name]} />
}
