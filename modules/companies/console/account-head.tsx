import { HeadCommands, linkToRecord, type SectionProps, StatusTag, useWords } from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { bankAccount } from '../contract/bank-account.ts'
import { company } from '../contract/company.ts'

/** Draws the state of an account, its company, and what can be done with it now. */
export function AccountHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const id = String(record.company)
  const name = labels[company.name]?.[id] ?? ''
  const to = linkToRecord(company.name, id, 'accounts')
  return (
    <>
      <StatusTag of="companies.bankAccount.state" value={typeof record.state === 'string' ? record.state : null} />
      {record.preferred === true && <span className="w-tag">{t('companies.bankAccount.preferred')}</span>}
      {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      <WaitingHere record={record.id} topic={bankAccount.name} />
      <HeadCommands record={record} names={['confirm', 'prefer', 'end']} />
    </>
  )
}
