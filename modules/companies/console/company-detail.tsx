import {
  copyText,
  EmbeddedList,
  Fact,
  Facts,
  HeadCommands,
  lazyPart,
  type ResourceSlots,
  type SectionProps,
  StatusTag,
  toast,
  useToday,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { businessDay, daysBetween } from '@wattyard/time'
import { Button } from 'antd'
import { bankAccount } from '../contract/bank-account.ts'
import { contact } from '../contract/contact.ts'
import './companies.css'
import { AccountHead } from './account-head.tsx'
import { AccountCell } from './account-cell.tsx'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
/** Days before the end of a licence from which on the head says it. */
const SOON_DAYS = 30

/** Draws the state of a company, what it is to us, and what is wrong with it. */
export function CompanyHead({ record }: SectionProps) {
  const { t } = useWords()
  const kinds = Array.isArray(record.kinds) ? record.kinds.map(String) : []
  const reason = text(record.suspendedReason)
  return (
    <>
      <StatusTag of="companies.company.state" value={text(record.state)} />
      <span>{kinds.map(kind => t(`companies.company.kindsValue.${kind}`)).join(' · ')}</span>
      {reason && <span>{t('companies.page.suspended', { reason })}</span>}
      <LicenceNote until={text(record.licenceUntil)} />
      {record.accounts === 0 && (
        <span className="w-tag" data-tone="idle">
          {t('companies.page.noAccount')}
        </span>
      )}
      <HeadCommands record={record} names={['resume']} />
    </>
  )
}

/** Says that the licence ends within a month, or has ended. */
function LicenceNote({ until }: { until: string | null }) {
  const { t } = useWords()
  const today = useToday(useZone())
  if (until === null) return null
  const days = daysBetween(businessDay(today), businessDay(until))
  if (days > SOON_DAYS) return null
  return (
    <span className="w-tag" data-tone={days < 0 ? 'bad' : 'wait'}>
      {t(days < 0 ? 'companies.page.licenceEnded' : 'companies.page.licenceEnds', { day: until })}
    </span>
  )
}

const INVOICE = ['invoiceAddress', 'invoicePhone', 'invoiceBank', 'invoiceAccount'] as const

/** Draws what an invoice to the company says, to be copied as a whole. */
export function InvoiceOfCompany({ record }: SectionProps) {
  const { t } = useWords()
  const facts: readonly (readonly [word: string, value: string])[] = [
    [t('companies.company.invoiceTitle'), text(record.invoiceTitle) ?? String(record.name)],
    ...(['taxNumber', ...INVOICE] as const).flatMap(key => {
      const value = text(record[key])
      return value === null ? [] : [[t(`companies.company.${key}`), value] as const]
    }),
  ]
  const whole = facts.map(([word, value]) => `${word}: ${value}`).join('\n')
  return (
    <div className="co-invoice">
      <Facts>
        {facts.map(([word, value]) => (
          <Fact key={word} label={word}>
            {value}
          </Fact>
        ))}
      </Facts>
      <Button onClick={() => void copyText(whole).then(done => done && toast.good(t('companies.page.copied')))}>
        {t('companies.page.copyInvoice')}
      </Button>
    </div>
  )
}

const ConfirmAccount = lazyPart(async () => (await import('./confirm-account.tsx')).ConfirmAccount)
/** Dialogs of commands on accounts, wherever accounts are listed. */
export const ACCOUNT_COMMANDS = { confirm: ConfirmAccount } as const
const ACCOUNT_SLOTS: ResourceSlots = {
  commands: ACCOUNT_COMMANDS,
  cells: { replaces: AccountCell },
  head: AccountHead,
  inSections: ['state', 'company', 'preferred'],
}
const ACCOUNT_COLUMNS = ['bank', 'branch', 'number', 'state', 'preferred', 'enteredBy', 'confirmedBy']
const CONTACT_COLUMNS = ['name', 'duty', 'phone', 'email', 'language', 'receives']

/** Draws the bank accounts of a company, which are entered and confirmed here. */
export function AccountsOfCompany({ record }: SectionProps) {
  return (
    <EmbeddedList resource={bankAccount} by="company" record={record} columns={ACCOUNT_COLUMNS} slots={ACCOUNT_SLOTS} />
  )
}

/** Draws the people at a company. */
export function ContactsOfCompany({ record }: SectionProps) {
  return <EmbeddedList resource={contact} by="company" record={record} columns={CONTACT_COLUMNS} />
}
