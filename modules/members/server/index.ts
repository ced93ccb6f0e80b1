export { deriveFlags, type FoundRisk } from './cases/derive-flags.ts'
export { MEMBER_CHECKS } from './cases/check-cases.ts'
export { followMemberReversals } from './cases/follow-reversals.ts'
export { accountOf, accountsOfMembers, MERGE_JOURNALS, MERGED_ACCOUNTS, type WholeAccount } from './merged-accounts.ts'
export { activeTags } from './active-tags.ts'
export { accountingDayOf } from './accounting-day.ts'
export { findTags, tagKey, type TagMatch, type TagVerdict } from './find-tags.ts'
export { freezeForSessions, type SessionFreeze, type SessionFreezeResult } from './freeze-for-sessions.ts'
export { insertTags, type NewTag } from './issue-tags.ts'
export { keepMembers } from './keep-members.ts'
export { countMembersLow, LOW_BALANCE_FEN, MEMBERS_LOW_QUERY } from './members-low.ts'
export { type MemberName, membersById } from './members-by-id.ts'
export { membersModule } from './members-module.ts'
export {
  chargeWallet,
  returnToWallet,
  type TopUp,
  topUpWallet,
  type WalletCharge,
  type WalletCharged,
  type WalletReturn,
} from './move-wallet-money.ts'
export { type PaidDebts, paidDebts } from './paid-debts.ts'
export { type OrderPayment, payFromWallets, type PaymentResult } from './pay-from-wallets.ts'
export { type DemoMember, type DemoMembersOptions, type DemoTopUp, prepareDemoMembers } from './prepare-demo-members.ts'
export type { CorrectionLot, MembersPorts, OpenThing, RecordedTopUp, RefundOfMember, TopUpRequest } from './ports.ts'
export { type OrderRefund, refundOrders } from './refund-orders.ts'
export {
  type MemberKey,
  type OpenWallet,
  openWallets,
  WALLET_CODES,
  type WalletAccounts,
  walletsOf,
} from './wallets.ts'
