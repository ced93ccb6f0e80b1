import { HeadCommands, linkToRecord, type SectionProps, StatusTag, useWords } from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { BLOCK_REASON, member, MEMBER_GROUP } from '../contract/member.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : [])

/** Draws the state of a member, number and phone, flags and tags, and what can be done with the account now. */
export function MemberHead({ record, labels }: SectionProps) {
  const { status, blockedReason, phone, code, groups, flags, mergedInto } = record
  return (
    <>
      <StatusTag of="members.member.status" value={textOf(status)} />
      {typeof blockedReason === 'string' && <StatusTag of={BLOCK_REASON.name} value={blockedReason} />}
      {typeof mergedInto === 'string' && <MergedInto id={mergedInto} name={labels[member.name]?.[mergedInto] ?? ''} />}
      <span className="w-num">{textOf(code)}</span>
      {typeof phone === 'string' && <span className="w-num">{phone}</span>}
      {textsIn(flags).map(flag => (
        <StatusTag key={flag} of="members.member.flags" value={flag} />
      ))}
      {textsIn(groups).map(tag => (
        <StatusTag key={tag} of={MEMBER_GROUP.name} value={tag} />
      ))}
      <WaitingHere record={record.id} topic={member.name} />
      <HeadCommands
        record={record}
        names={['topUp', 'refundWallet', 'freeze', 'adjustUp', 'adjustDown', 'block', 'unblock']}
      />
    </>
  )
}

/** Draws the way to the account that has the money of a merged one. */
function MergedInto({ id, name }: { id: string; name: string }) {
  const { t } = useWords()
  const to = linkToRecord(member.name, id)
  return (
    <span>
      {t('members.page.mergedInto')} {to === undefined ? name : <Link to={to}>{name}</Link>}
    </span>
  )
}
