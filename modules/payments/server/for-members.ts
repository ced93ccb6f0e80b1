import type { MembersPorts } from '@wattyard/members/server'
import { takesCash } from './channels/stored-channel.ts'
import { addLot, fixLots } from './lots/join-lots.ts'
import { lockLots } from './lots/lock-lots.ts'
import { membersWithPayments } from './lots/members-with-payments.ts'
import { recordTopUp } from './payment/record-top-up.ts'
import { TOP_UP_SUMS } from './payment/top-up-sums.ts'
import { openPayments } from './open-payments.ts'
import { risksOfPayments } from './risks-of-payments.ts'
import { costOfRefund, refundMember } from './refunds/refund-member.ts'

/** What members needs from payments. */
export const paymentsForMembers = {
  membersWithPayments,
  topUpSums: TOP_UP_SUMS,
  recordTopUp,
  refundMember,
  costOfRefund,
  takesCash,
  lockLots,
  addLot,
  fixLots,
  openPayments,
  risksOfPayments,
} satisfies Partial<MembersPorts>
