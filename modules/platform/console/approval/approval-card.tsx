import {
  Ago,
  can,
  Decimal,
  type Labels,
  linkToRecord,
  type RecordFrom,
  StatusTag,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { Link } from 'react-router'
import { approval } from '../../contract/approval.ts'

interface ApprovalCardProps {
  record: RecordFrom<typeof approval>
  labels: Labels
  onAsk: (command: string) => void
}

const COMMANDS = ['approve', 'reject', 'withdraw'] as const

/** What the command was given, without the reason, which has a line of its own. */
function inputsOf(input: unknown): [string, string][] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, value]): [string, string][] =>
    key === 'reason' || value === null || typeof value === 'object' || UUID.test(String(value))
      ? []
      : [[key, String(value)]],
  )
}

/** Moments travel as numbers; by the house's naming their keys say so. Records are named in the subject. */
function shownInput(key: string, value: string) {
  return key.endsWith('At') && /^\d+$/.test(value) ? (
    <When at={Number(value)} />
  ) : (
    <span className="w-num">{value}</span>
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One request, with what a second person has to know. */
export function ApprovalCard({ record, labels, onAsk }: ApprovalCardProps) {
  const { t } = useWords()
  const { resource, command, subject, amount, reason, state, station } = record
  const link = linkToRecord(resource, record.record)
  const place = station === null ? undefined : labels['assets.station']?.[station]
  const shown = COMMANDS.filter(name => can(record, name))
  return (
    <article className="w-card pf-approval">
      <header>
        <b className="w-grow">{t(`${resource}.${command}`)}</b>
        <b>
          <Decimal kind="money" value={amount} unit />
        </b>
        {state !== 'waiting' && <StatusTag of="platform.approval.state" value={state} />}
      </header>
      <p>
        {link ? <Link to={link}>{subject}</Link> : subject}
        {place && <span className="w-quiet"> · {place}</span>}
      </p>
      {reason && <p className="pf-reason">{reason}</p>}
      {inputsOf(record.input).map(([key, value]) => (
        <p key={key} className="w-quiet">
          {t(`${resource}.${command}Input.${key}`)} {shownInput(key, value)}
        </p>
      ))}
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
