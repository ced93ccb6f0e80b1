import {
  EmbeddedList,
  HeadCommands,
  linkToRecord,
  type SectionProps,
  StatusTag,
  useInvalidate,
  useWords,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { DOCUMENT_KINDS, isDebit } from '../contract/document-kind.ts'
import { SetOffButton } from './set-off/set-off-button.tsx'

/** Draws the state of a document, its company, when it is due, and what can be done with it now. */
export function DocumentHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const company = String(record.company)
  const name = labels['companies.company']?.[company] ?? ''
  const to = linkToRecord('companies.company', company)
  const isOpen = record.state === 'open' || record.state === 'partSettled'
  return (
    <>
      <StatusTag of="payables.document.state" value={typeof record.state === 'string' ? record.state : null} />
      <span>{t(`payables.document.kindValue.${String(record.kind)}`)}</span>
      {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      {typeof record.overdue === 'number' && (
        <span className="w-tag" data-tone="bad">
          {t('payables.page.overdue', { count: record.overdue })}
        </span>
      )}
      {typeof record.disputedReason === 'string' && (
        <span className="w-tag" data-tone="wait">
          {t('payables.page.disputed', { reason: record.disputedReason })}
        </span>
      )}
      <WaitingHere record={record.id} topic={document.name} />
      <HeadCommands record={record} names={['confirm']} />
      {isOpen && (
        <SetOffButton company={company} name={name} onDone={() => void invalidate(document.name, allocation.name)} />
      )}
      <HeadCommands record={record} names={['writeOff', 'dispute', 'endDispute', 'cancel']} />
    </>
  )
}

const COLUMNS = ['bookedOn', 'debit', 'credit', 'amount', 'kind', 'state', 'actor', 'reason'] as const

/** Draws what was set off against a document, each undone by itself. */
export function SettlementsOfDocument({ record }: SectionProps) {
  const kind = DOCUMENT_KINDS.find(one => one === record.kind)
  const by = kind !== undefined && isDebit(kind) ? 'debit' : 'credit'
  return (
    <EmbeddedList
      resource={allocation}
      by={by}
      record={record}
      columns={COLUMNS.filter(column => column !== by)}
      topics={[document.name]}
    />
  )
}
