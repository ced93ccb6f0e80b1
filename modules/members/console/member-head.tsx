import { HeadCommands, type SectionProps, StatusTag } from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { BLOCK_REASON, member, MEMBER_GROUP } from '../contract/member.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Draws the state of a member, number and phone, tags, and what can be done with the account now. */
export function MemberHead({ record }: SectionProps) {
  const { status, blockedReason, phone, code, groups } = record
  const tags = Array.isArray(groups) ? groups.filter(one => typeof one === 'string') : []
  return (
    <>
      <StatusTag of="members.member.status" value={textOf(status)} />
      {typeof blockedReason === 'string' && <StatusTag of={BLOCK_REASON.name} value={blockedReason} />}
      <span className="w-num">{textOf(code)}</span>
      {typeof phone === 'string' && <span className="w-num">{phone}</span>}
      {tags.map(tag => (
        <StatusTag key={tag} of={MEMBER_GROUP.name} value={tag} />
      ))}
      <WaitingHere record={record.id} topic={member.name} />
      <HeadCommands record={record} names={['topUp', 'refundWallet', 'block', 'unblock']} />
    </>
  )
}
