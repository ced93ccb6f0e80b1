import { ResourcePage, type ResourceSlots, useTabQuery } from '@wattyard/console-kit'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { BILL_SLOTS, DOCUMENT_SLOTS } from './document-slots.tsx'
import { PartSwitch, RECEIVABLE_PARTS } from './part-switch.tsx'
import { StatementsPart } from './statements-part.tsx'

const toolbar = () => <PartSwitch parts={RECEIVABLE_PARTS} />
const RECEIVABLE: ResourceSlots = { ...BILL_SLOTS, toolbar, only: { kind: ['receivable'] } }
const PAYABLE: ResourceSlots = { ...BILL_SLOTS, toolbar, only: { kind: ['payable'] } }

const ALL: ResourceSlots = { ...DOCUMENT_SLOTS, toolbar, withoutTotals: true }

/** Draws `/cwdata4/ReceivablePayable`: what companies owe us, or what we owe them, and statements. Links from elsewhere lead to documents of every kind. */
export function Page() {
  const [params] = useTabQuery()
  const part = params.get('part')
  if (part === 'statements') return <StatementsPart />
  const slots = part === 'payable' ? PAYABLE : part === 'all' ? ALL : RECEIVABLE
  return <ResourcePage key={part ?? ''} resource={document} slots={slots} topics={[allocation.name]} />
}
