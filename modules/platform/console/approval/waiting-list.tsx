import {
  can,
  Decimal,
  type Labels,
  linkToRecord,
  type Translate,
  type TodoItem,
  TodoList,
  useNow,
  useWords,
} from '@wattyard/console-kit'
import { ApprovalFacts, placeOf } from './approval-facts.tsx'
import { type AskedApproval, subjectOf } from './asked-inputs.ts'

const DECISIONS = [
  { key: 'approve', letter: 'a', isPrimary: true },
  { key: 'reject', letter: 'r' },
  { key: 'withdraw', letter: 'w' },
] as const
/** Time before expiry, in ms, from which a request is in the first group. */
const SOON_MS = 24 * 3_600_000

interface WaitingListProps {
  readonly records: readonly AskedApproval[]
  readonly labels: Labels
  /** Id of the record whose requests come first. */
  readonly here?: string | undefined
  readonly onAsk: (command: string, record: AskedApproval) => void
}

/** Draws waiting requests: those that expire soon first, those for other approvers last; before all of them those of the record at hand. */
export function WaitingList({ records, labels, here, onAsk }: WaitingListProps) {
  const { t } = useWords()
  const now = useNow()
  return (
    <TodoList
      label={t('platform.approvals.title')}
      groups={(['here', 'soon', 'yours', 'others'] as const).map(key => ({
        key,
        title: t(`platform.approvals.group.${key}`),
      }))}
      items={records.map(record => itemOf(record, { labels, now, here, t }))}
      actions={DECISIONS.map(decision => ({
        ...decision,
        label: t(`platform.approval.${decision.key}`),
        run: id => {
          const record = records.find(one => one.id === id)
          if (record) onAsk(decision.key, record)
        },
      }))}
      later="platform.approval"
      done={{ title: t('platform.approvals.none'), text: t('platform.approval.emptyHint') }}
      isFirst
    />
  )
}

interface Around {
  readonly labels: Labels
  readonly now: number
  readonly here: string | undefined
  readonly t: Translate
}

function itemOf(record: AskedApproval, { labels, now, here, t }: Around): TodoItem {
  const { id, resource, command, amount, expiresAt, createdAt, askedBy } = record
  const isYours = can(record, 'approve') || can(record, 'reject')
  const isSoon = isYours && expiresAt - now < SOON_MS
  const place = placeOf(record, labels)
  return {
    id,
    group: record.record === here ? 'here' : isSoon ? 'soon' : isYours ? 'yours' : 'others',
    severity: isSoon ? 'critical' : isYours ? 'warning' : 'notice',
    title: `${t(`${resource}.${command}`)} · ${subjectOf(record)}`,
    link: linkToRecord(resource, record.record) ?? undefined,
    since: createdAt,
    deadline: expiresAt,
    ...(amount === null ? {} : { aside: <Decimal kind="money" value={amount} unit /> }),
    facts: (
      <>
        <span>{t('platform.approvals.from', { name: askedBy })}</span>
        {place && <span>{place}</span>}
        {can(record, 'withdraw') && <span>{t('platform.approvals.own')}</span>}
      </>
    ),
    body: <ApprovalFacts record={record} />,
    can: record.can,
    mayWait: isYours,
  }
}
