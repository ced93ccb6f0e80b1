import {
  Ago,
  can,
  CELLS,
  Decimal,
  decisionPart,
  type Labels,
  linkToRecord,
  StatusTag,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type AskedApproval, inputOf, type ShownInput, shownInputs, subjectOf } from './asked-inputs.ts'

interface ApprovalCardProps {
  record: AskedApproval
  labels: Labels
  onAsk: (command: string) => void
}

const COMMANDS = ['approve', 'reject', 'withdraw'] as const

/** A value as it is shown everywhere; a sum stands alone here, so it has its sign. */
function Given({ input: { key, field, value }, record }: { input: ShownInput; record: AskedApproval }) {
  const { Cell } = CELLS[field.kind]
  const { resource, command, asked } = record
  if (field.kind === 'money') return <Decimal kind="money" value={value} unit />
  return <Cell value={value} field={field} name={`${resource}.${command}Input.${key}`} labels={asked?.labels ?? {}} />
}

/** One request, with what a second person has to know. */
export function ApprovalCard({ record, labels, onAsk }: ApprovalCardProps) {
  const { t } = useWords()
  const { resource, command, amount, reason, state, station } = record
  const link = linkToRecord(resource, record.record)
  const place = station === null ? undefined : labels['assets.station']?.[station]
  const subject = subjectOf(record)
  const inputs = shownInputs(record)
  const decision = state === 'waiting' ? decisionPart(`${resource}:${command}`) : undefined
  const shown = COMMANDS.filter(name => can(record, name))
  return (
    <article className="w-card pf-approval">
      <header>
        <b className="w-grow">{t(`${resource}.${command}`)}</b>
        {amount !== null && (
          <b>
            <Decimal kind="money" value={amount} unit />
          </b>
        )}
        {state !== 'waiting' && <StatusTag of="platform.approval.state" value={state} />}
      </header>
      <p>
        <span className="w-quiet">{t(`${resource}.noun`)}</span> {link ? <Link to={link}>{subject}</Link> : subject}
        {place && <span className="w-quiet"> · {place}</span>}
      </p>
      {record.because !== 'limit' && (
        <p>
          <span className="w-quiet">{t('platform.approval.because')}</span>{' '}
          {t(`platform.approval.becauseValue.${record.because}`)}
        </p>
      )}
      {decision && <decision.Show record={record.record} input={inputOf(record)} />}
      {reason && <p className="pf-reason">{reason}</p>}
      {inputs.length > 0 && (
        <dl className="pf-inputs">
          {inputs.map(input => (
            <Fragment key={input.key}>
              <dt>{t(`${resource}.${command}Input.${input.key}`)}</dt>
              <dd>
                <Given input={input} record={record} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      <p className="w-quiet">
        {t('platform.approvals.from', { name: record.askedBy })} <Ago at={record.createdAt} />
        {state === 'waiting' ? (
          <>
            {' · '}
            {t('platform.approvals.expires')} <When at={record.expiresAt} />
          </>
        ) : (
          <>
            {' · '}
            {record.decidedBy && t('platform.approvals.byWhom', { name: record.decidedBy })}{' '}
            <When at={record.decidedAt} />
            {record.note && ` · ${record.note}`}
          </>
        )}
      </p>
      {state === 'waiting' && (
        <footer>
          {can(record, 'withdraw') && <span className="w-quiet w-grow">{t('platform.approvals.own')}</span>}
          {shown.map(name => (
            <Button
              key={name}
              size="small"
              type={name === 'approve' ? 'primary' : 'default'}
              onClick={() => onAsk(name)}
            >
              {t(`platform.approval.${name}`)}
            </Button>
          ))}
        </footer>
      )}
    </article>
  )
}
