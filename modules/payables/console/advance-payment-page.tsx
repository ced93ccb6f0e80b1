import { ResourcePage, type ResourceSlots, useTabQuery } from '@wattyard/console-kit'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { PAYMENT_SLOTS } from './document-slots.tsx'
import { PartSwitch, PAYMENT_PARTS } from './part-switch.tsx'

const toolbar = () => <PartSwitch parts={PAYMENT_PARTS} />
const PAID: ResourceSlots = { ...PAYMENT_SLOTS, toolbar, only: { kind: ['advancePaid'] } }
const RECEIVED: ResourceSlots = { ...PAYMENT_SLOTS, toolbar, only: { kind: ['advanceReceived'] } }

/** Draws `/cwdata4/AdvancePayment`: payments to and from companies, and what of them is not set off. */
export function Page() {
  const [params] = useTabQuery()
  const part = params.get('part')
  const slots = part === 'advanceReceived' ? RECEIVED : PAID
  return <ResourcePage key={part ?? ''} resource={document} slots={slots} topics={[allocation.name]} />
}
