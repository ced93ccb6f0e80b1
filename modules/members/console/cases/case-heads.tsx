import { useQuery } from '@tanstack/react-query'
import {
  api,
  HeadCommands,
  linkToRecord,
  type SectionProps,
  showDecimal,
  StatusTag,
  useWords,
  When,
} from '@wattyard/console-kit'
import { JournalLines } from '@wattyard/ledger/console'
import { listJournalsOfSource } from '@wattyard/ledger/contract'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { adjustment } from '../../contract/adjustment.ts'
import { FLAG_KINDS } from '../../contract/flag.ts'
import { freeze, FREEZE_CAUSE } from '../../contract/freeze.ts'
import { member } from '../../contract/member.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Draws the member of a case, with the way to the account. */
function MemberOf({ record, labels }: SectionProps) {
  const id = String(record.member)
  const name = labels[member.name]?.[id] ?? ''
  const to = linkToRecord(member.name, id)
  return to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>
}

/** Draws the state of a freeze, its member and cause, and its release. */
export function FreezeHead(props: SectionProps) {
  const { record } = props
  return (
    <>
      <StatusTag of="members.freeze.state" value={textOf(record.state)} />
      <StatusTag of={FREEZE_CAUSE.name} value={textOf(record.cause)} />
      <MemberOf {...props} />
      <WaitingHere record={record.id} topic={freeze.name} />
      <HeadCommands record={record} names={['release']} />
    </>
  )
}

/** Draws the direction of a correction, its cause and its member. */
export function AdjustmentHead(props: SectionProps) {
  const { record } = props
  return (
    <>
      <StatusTag of="members.adjustment.direction" value={textOf(record.direction)} />
      <StatusTag of="members.adjustment.cause" value={textOf(record.cause)} />
      <MemberOf {...props} />
      <When at={record.createdAt} />
    </>
  )
}

/** Draws the state of a flag, its member, and the evidence in a sentence. */
export function FlagHead(props: SectionProps) {
  const { t, language } = useWords()
  const { kind, count, amount, days, state } = props.record
  const known = FLAG_KINDS.find(one => one === kind)
  const money = typeof amount === 'string' ? showDecimal('money', amount, language) : ''
  return (
    <>
      <StatusTag of="members.flag.state" value={textOf(state)} />
      <MemberOf {...props} />
      {known && (
        <span>{t(`members.flag.says.${known}`, { count: Number(count), days: String(days), amount: money })}</span>
      )}
      <HeadCommands record={props.record} names={['dismiss']} />
    </>
  )
}

/** Draws the journals of a freeze or a correction. */
export function JournalsOfCase({ record }: SectionProps) {
  const type = 'placedBy' in record ? freeze.name : adjustment.name
  const { data, error, refetch } = useQuery({
    queryKey: [type, 'journals', record.id, record.version],
    queryFn: ({ signal }) => api.call(listJournalsOfSource, { type, id: record.id }, { signal, quiet: true }),
  })
  return <JournalLines of={type} ids={data?.list.map(one => one.id)} error={error} refetch={refetch} />
}
