import type { Call } from '@wattyard/server-kit'
import type { MembersPorts } from '@wattyard/members/server'
import { askRefund, mustBeAskable } from './ask-refund.ts'
import { approveRefund } from './decide-refund.ts'

/** Asks for a refund and grants it in one step, for the command of the member, which has its own second person. */
export const refundMember: MembersPorts['refundMember'] = async (call: Call, { memberId, amount, reason }) => {
  const { id, number } = await askRefund(call, { memberId, amount, reason, cause: 'consumer' })
  const { journalId } = await approveRefund(call, id)
  return { journalId, number }
}

/** Checks that a member could be refunded an amount now. @throws Refusal as `askRefund` */
export const mustBeRefundable: MembersPorts['mustBeRefundable'] = (tx, tenantId, memberId, amount) =>
  mustBeAskable(tx, tenantId, { memberId, amount, cause: 'consumer' })
