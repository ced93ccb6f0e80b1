import { linkToRecord, type SectionProps, StatusTag, When } from '@wattyard/console-kit'
import { journal } from '@wattyard/ledger/contract'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { useUsage } from './use-usage.ts'

/** Draws the state of a top-up, its member, its channel and its time, and that its reversal waits for a second person. */
export function TopUpHead({ record, labels }: SectionProps) {
  const journalId = useUsage(record.id).data?.journals[0]
  const member = String(record.member)
  const name = labels['members.member']?.[member] ?? ''
  const to = linkToRecord('members.member', member)
  return (
    <>
      <StatusTag of="payments.payment.state" value={typeof record.state === 'string' ? record.state : null} />
      {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      <span>{labels['payments.channel']?.[String(record.channel)]}</span>
      {typeof record.paidAt === 'number' && <When at={record.paidAt} />}
      {journalId !== undefined && <WaitingHere record={journalId} topic={journal.name} />}
    </>
  )
}
