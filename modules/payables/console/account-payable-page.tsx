import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { BILL_FIELDS, DOCUMENT_SLOTS } from './document-slots.tsx'

const SLOTS: ResourceSlots = { ...DOCUMENT_SLOTS, only: { kind: ['payable'] }, formFields: BILL_FIELDS }

/** Draws `/cwdata4/AccountPayable`: what we owe companies, by age. */
export function Page() {
  return <ResourcePage resource={document} slots={SLOTS} topics={[allocation.name]} />
}
