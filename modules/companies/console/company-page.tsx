import { ResourcePage, type ResourceSlots, useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import { bankAccount } from '../contract/bank-account.ts'
import { company } from '../contract/company.ts'
import { contact } from '../contract/contact.ts'
import { AccountHead } from './account-head.tsx'
import {
  ACCOUNT_COMMANDS,
  AccountsOfCompany,
  CompanyHead,
  ContactsOfCompany,
  InvoiceOfCompany,
} from './company-detail.tsx'
import { AccountCell } from './account-cell.tsx'
import { SimilarCompanies } from './similar-companies.tsx'

const PARTS = ['companies', 'accounts', 'contacts'] as const
type Part = (typeof PARTS)[number]

/** Draws the switch between companies, their accounts and the people there. */
function PartSwitch() {
  const { t } = useWords()
  const may: Readonly<Record<Part, boolean>> = {
    companies: true,
    accounts: useMay(`${bankAccount.name}:read`),
    contacts: useMay(`${contact.name}:read`),
  }
  const [params, setParams] = useTabQuery()
  const shown = PARTS.filter(part => may[part])
  if (shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('companies.page.parts')}
      value={shown.find(part => part === params.get('part')) ?? 'companies'}
      onChange={(part: Part) => setParams(part === 'companies' ? {} : { part })}
      options={shown.map(value => ({ value, label: t(`companies.page.${value}`) }))}
    />
  )
}

function AccountsToolbar() {
  return (
    <>
      <PartSwitch />
      <ApprovalsButton />
    </>
  )
}

const COMPANIES: ResourceSlots = {
  toolbar: PartSwitch,
  formFoot: SimilarCompanies,
  widths: { name: 260, shortName: 120, taxNumber: 196, kinds: 170, accounts: 92, contacts: 92 },
  head: CompanyHead,
  figures: [{ field: 'termDays', hint: 'companies.company.termDaysHint' }],
  inSections: ['state', 'suspendedReason', 'kinds'],
  factsTab: 'data',
  tabs: ['overview', 'accounts', 'contacts', 'documents', 'data'],
  sections: [
    { key: 'invoice', title: 'companies.page.invoice', Show: InvoiceOfCompany, tab: 'overview' },
    {
      key: 'accounts',
      title: 'companies.company.tab.accounts',
      Show: AccountsOfCompany,
      needs: 'companies.bankAccount:read',
      tab: 'accounts',
    },
    {
      key: 'contacts',
      title: 'companies.company.tab.contacts',
      Show: ContactsOfCompany,
      needs: 'companies.contact:read',
      tab: 'contacts',
    },
  ],
}

const ACCOUNTS: ResourceSlots = {
  commands: ACCOUNT_COMMANDS,
  cells: { replaces: AccountCell },
  toolbar: AccountsToolbar,
  widths: { number: 190, company: 220, state: 136, preferred: 84 },
  head: AccountHead,
  inSections: ['state', 'company', 'preferred'],
}

const CONTACTS: ResourceSlots = { toolbar: PartSwitch, widths: { company: 220, email: 220 } }

/** Draws `/pricePollcya/company`: counterparties, their bank accounts, and the people there. */
export function Page() {
  const [params] = useTabQuery()
  const part = params.get('part')
  if (part === 'accounts') return <ResourcePage resource={bankAccount} slots={ACCOUNTS} />
  if (part === 'contacts') return <ResourcePage resource={contact} slots={CONTACTS} />
  return <ResourcePage resource={company} slots={COMPANIES} topics={[bankAccount.name, contact.name]} />
}
