import { Ago, Decimal, type Labels, linkToRecord, StatusTag, useWords, When } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { wordOfInstead } from '../../contract/approval.ts'
import { ApprovalFacts, placeOf } from './approval-facts.tsx'
import { type AskedApproval, subjectOf } from './asked-inputs.ts'

/** Draws one decided request, with the person who decided it. */
export function ApprovalCard({ record, labels }: { record: AskedApproval; labels: Labels }) {
  const { t } = useWords()
  const { resource, command, amount, state } = record
  const link = linkToRecord(resource, record.record)
  const place = placeOf(record, labels)
  const subject = subjectOf(record)
  const byWhom = ({ instead }: AskedApproval, name: string): string =>
    instead === null
      ? t('platform.approvals.byWhom', { name })
      : t('platform.approvals.insteadByWhom', { name, command: t(wordOfInstead(resource, instead)) })
  return (
    <article className="w-card pf-approval">
      <header>
        <b className="w-grow">{t(`${resource}.${command}`)}</b>
        {amount !== null && (
          <b>
            <Decimal kind="money" value={amount} unit />
          </b>
        )}
        <StatusTag of="platform.approval.state" value={state} />
      </header>
      <p>
        <span className="w-quiet">{t(`${resource}.noun`)}</span> {link ? <Link to={link}>{subject}</Link> : subject}
        {place && <span className="w-quiet"> · {place}</span>}
      </p>
      <ApprovalFacts record={record} />
      <p className="w-quiet">
        {t('platform.approvals.from', { name: record.askedBy })} <Ago at={record.createdAt} />
        {' · '}
        {record.decidedBy && byWhom(record, record.decidedBy)} <When at={record.decidedAt} />
        {record.note && ` · ${record.note}`}
      </p>
    </article>
  )
}
