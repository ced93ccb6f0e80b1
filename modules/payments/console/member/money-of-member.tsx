import { EmbeddedList, type SectionProps } from '@wattyard/console-kit'
import { payment } from '../../contract/payment.ts'
import { refund } from '../../contract/refunds/refund.ts'

const TOP_UPS = ['number', 'state', 'paidAt', 'channel', 'amount', 'gift', 'rest', 'giftRest', 'refunded'] as const
const REFUNDS = ['number', 'state', 'createdAt', 'amount', 'paidOut', 'owed', 'cause', 'askedBy', 'decidedBy'] as const

/** Draws the top-ups of a member, with what is left of each. */
export function TopUpsOfMember({ record }: SectionProps) {
  return <EmbeddedList resource={payment} by="member" record={record} columns={TOP_UPS} topics={['members.member']} />
}

/** Draws the refunds of a member's wallet. */
export function RefundsOfMember({ record }: SectionProps) {
  return (
    <EmbeddedList resource={refund} by="member" record={record} columns={REFUNDS} topics={['payments.refundPart']} />
  )
}
