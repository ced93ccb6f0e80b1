import type { MembersPorts } from '@wattyard/members/server'
import { takesCash } from './channels/stored-channel.ts'
import { membersWithPayments } from './lots/members-with-payments.ts'
import { recordTopUp } from './payment/record-top-up.ts'
import { TOP_UP_SUMS } from './payment/top-up-sums.ts'
import { mustBeRefundable, refundMember } from './refunds/refund-member.ts'

/** What members needs from payments. */
export const paymentsForMembers = {
  membersWithPayments,
  topUpSums: TOP_UP_SUMS,
  recordTopUp,
  refundMember,
  mustBeRefundable,
  takesCash,
} satisfies Partial<MembersPorts>
