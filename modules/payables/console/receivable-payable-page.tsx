import { ResourcePage, type ResourceSlots, useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { BILL_FIELDS, DOCUMENT_SLOTS } from './document-slots.tsx'

/** Parts of the page; the last one has every document, for links from elsewhere. */
const PARTS = ['receivable', 'both'] as const
type Part = (typeof PARTS)[number]

function Toolbar() {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  return (
    <>
      <Segmented
        aria-label={t('payables.page.kinds')}
        value={params.get('part') === 'both' ? 'both' : 'receivable'}
        onChange={(part: Part) => setParams(part === 'receivable' ? {} : { part })}
        options={PARTS.map(value => ({ value, label: t(`payables.page.${value}`) }))}
      />
      <ApprovalsButton />
    </>
  )
}

const RECEIVABLE: ResourceSlots = {
  ...DOCUMENT_SLOTS,
  toolbar: Toolbar,
  only: { kind: ['receivable'] },
  formFields: BILL_FIELDS,
}
const BOTH: ResourceSlots = {
  ...DOCUMENT_SLOTS,
  toolbar: Toolbar,
  only: { kind: ['receivable', 'payable'] },
  formFields: BILL_FIELDS,
}
const ALL: ResourceSlots = { ...DOCUMENT_SLOTS, toolbar: Toolbar }

/** Draws `/cwdata4/ReceivablePayable`: what companies owe us, or both sides. */
export function Page() {
  const [params] = useTabQuery()
  const part = params.get('part')
  const slots = part === 'both' ? BOTH : part === 'all' ? ALL : RECEIVABLE
  return <ResourcePage key={part ?? ''} resource={document} slots={slots} topics={[allocation.name]} />
}
