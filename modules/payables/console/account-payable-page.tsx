import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { BILL_SLOTS } from './document-slots.tsx'

const SLOTS: ResourceSlots = { ...BILL_SLOTS, only: { kind: ['payable'] } }

/** Draws `/cwdata4/AccountPayable`: what we owe companies, by age. */
export function Page() {
  return <ResourcePage resource={document} slots={SLOTS} topics={[allocation.name]} />
}
