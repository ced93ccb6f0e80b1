import type { Call } from '@wattyard/server-kit'
import type { MembersPorts } from '@wattyard/members/server'
import { askRefund, costOf } from './ask-refund.ts'
import { approveRefund } from './decide-refund.ts'

/** Asks for a refund and grants it in one step, for the command of the member, which has its own second person. */
export const refundMember: MembersPorts['refundMember'] = async (call: Call, { memberId, amount, reason }) => {
  const { id, number } = await askRefund(call, { memberId, amount, reason, cause: 'consumer' })
  const { journalId } = await approveRefund(call, id)
  return { journalId, number }
}

/** Returns what a refund of an amount would take from the wallet. @throws Refusal as `askRefund` */
export const costOfRefund: MembersPorts['costOfRefund'] = (tx, tenantId, memberId, amount) =>
  costOf(tx, tenantId, { memberId, amount, cause: 'consumer' })
