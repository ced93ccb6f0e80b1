import { AccountCell } from '@wattyard/companies/console'
import type { ResourceSlots } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { AgeingBar } from './ageing/ageing-bar.tsx'
import { AgeingByCompany } from './ageing/ageing-by-company.tsx'
import { DocumentHead, SettlementsOfDocument } from './document-detail.tsx'
import { KindControl } from './kind-control.tsx'
import { OverdueCell } from './overdue-cell.tsx'

/** Fields of what is owed, and of payments. */
const BILL_FIELDS = [
  'kind',
  'company',
  'amount',
  'tax',
  'issued',
  'due',
  'purpose',
  'theirNumber',
  'subject',
  'attachments',
  'note',
] as const
const PAYMENT_FIELDS = [
  'kind',
  'company',
  'amount',
  'issued',
  'channel',
  'account',
  'receipt',
  'subject',
  'attachments',
  'note',
] as const

/** What all lists of documents have. */
export const DOCUMENT_SLOTS: ResourceSlots = {
  toolbar: () => <ApprovalsButton />,
  summary: AgeingBar,
  controls: { kind: KindControl },
  cells: { overdue: OverdueCell, account: AccountCell },
  views: [{ key: 'companies', title: 'payables.ageing.companies', Show: AgeingByCompany }],
  widths: { number: 140, company: 210, state: 144, amount: 116, open: 116, due: 104, overdue: 92 },
  head: DocumentHead,
  figures: [
    { field: 'amount', hint: 'payables.document.amountHint' },
    { field: 'open' },
    { field: 'writtenOff', when: record => record.writtenOff !== '0.00' },
  ],
  inSections: ['state', 'company', 'disputedReason'],
  factsTab: 'data',
  tabs: ['data', 'settled'],
  sections: [
    {
      key: 'settled',
      title: 'payables.document.tab.settled',
      Show: SettlementsOfDocument,
      needs: 'payables.allocation:read',
      tab: 'settled',
    },
  ],
}

const BILL_COLUMNS = [
  'number',
  'company',
  'state',
  'amount',
  'open',
  'due',
  'overdue',
  'issued',
  'purpose',
  'subject',
  'theirNumber',
  'tax',
  'disputedReason',
  'bookedOn',
  'confirmedBy',
  'createdAt',
]
const PAYMENT_COLUMNS = [
  'number',
  'company',
  'state',
  'amount',
  'open',
  'issued',
  'channel',
  'receipt',
  'subject',
  'bookedOn',
  'confirmedBy',
  'createdAt',
]

/** What pages of receivables and payables have. */
export const BILL_SLOTS: ResourceSlots = {
  ...DOCUMENT_SLOTS,
  columns: BILL_COLUMNS,
  formFields: BILL_FIELDS,
  formNeeds: ['purpose'],
}
/** What the page of payments has. */
export const PAYMENT_SLOTS: ResourceSlots = {
  ...DOCUMENT_SLOTS,
  columns: PAYMENT_COLUMNS,
  formFields: PAYMENT_FIELDS,
  formNeeds: ['channel'],
}
