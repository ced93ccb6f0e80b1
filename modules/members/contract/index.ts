export {
  ADJUST_CAUSES,
  ADJUST_RULES,
  type AdjustCause,
  adjustment,
  type AdjustRule,
  DOWN_CAUSES,
  UP_CAUSES,
} from './adjustment.ts'
export {
  flag,
  FLAG_KINDS,
  type FlagKind,
  INITIAL_RISK_RULES,
  RISK_RULES_SETTING,
  type RiskRules,
} from './flag.ts'
export { merge } from './merge.ts'
export { readHolds } from './calls/holds.ts'
export { OPEN_THINGS, previewMerge } from './calls/merge.ts'
export { previewRefundWallet } from './calls/refund-cost.ts'
export { freeze, FREEZE_CAUSE } from './freeze.ts'
export { recordNumber } from './record-number.ts'
export {
  MAX_STATEMENT_DAYS,
  readBalanceAt,
  readStatement,
  STATEMENT_PAGE,
  statementPeriod,
} from './calls/statement.ts'
export {
  member,
  MEMBER_GROUP,
  MEMBER_ORIGINS,
  MEMBER_STATUSES,
  type MemberStatus,
} from './member.ts'
export {
  PAYMENT_SINKS,
  PAYMENT_SOURCES,
  type PaymentShare,
  type PaymentSink,
  type PaymentSource,
  spreadPayment,
} from './spread-payment.ts'
export { type Balances, balancesBefore, NO_BALANCES, type StatementChange, withBalances } from './statement.ts'
export { receiptNumber } from './receipt.ts'
export { MAX_TAG, tag, TAG_KINDS, TAG_STATUSES, type TagKind, type TagStatus } from './tag.ts'
export { EMPTY_WALLET, MIX_RULES, type MixRule, sumParts, takeParts, type Wallet, type WalletParts } from './wallet.ts'
