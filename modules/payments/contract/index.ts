export {
  ASKED_KINDS,
  type AskedKind,
  channel,
  CHANNEL_KINDS,
  SETTLEMENTS,
  type SettlementMode,
  CHANNEL_STATES,
  type ChannelKind,
  type ChannelState,
  isAsked,
  isByHand,
} from './channel.ts'
export { CODE_FINDINGS, CODE_STATES, codePayment, type CodeState } from './code-payment.ts'
export { MAX_MOVES, readUsage, USE_KINDS, type UseKind } from './calls/usage.ts'
export { afterRefund, isSound, type Lot, type LotRests, lotRests, valueOfLot } from './lot-rests.ts'
export { NUMBER_KINDS, NUMBER_LENGTH, type NumberKind, numberOf, readNumber } from './payment-number.ts'
export { payment, RECORDED_STATES } from './payment.ts'
export { TOLD_CODES, toldWord } from './told-codes.ts'
export {
  comparePaid,
  type ExpectedPayment,
  isPaymentEnded,
  type PaidFact,
  type PaymentTransition,
  paymentTransition,
  type PaymentWitness,
} from './payment-state.ts'
export {
  PAYMENT_EVENTS,
  PAYMENT_FACTS,
  PAYMENT_STATES,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentRefusal,
  type PaymentState,
} from './payment-table.ts'
export {
  afterTake,
  forfeitBack,
  type LotValue,
  REFUND_BASES,
  refundableOf,
  type RefundBasis,
  type Take,
  takeFromLot,
  takenParts,
} from './refund-basis.ts'
export {
  compareRefunded,
  decideRefund,
  heirOf,
  isMoving,
  isOwed,
  isRefundEnded,
  type PartLink,
  type PartTransition,
  partTransition,
  type PartWitness,
  REFUND_STATES,
  type RefundDecision,
  type RefundedFact,
  type RefundState,
  refundStateOf,
} from './refund-state.ts'
export {
  PART_EVENTS,
  PART_FACTS,
  PART_STATES,
  type PartEffect,
  type PartEvent,
  type PartRefusal,
  type PartState,
} from './refund-table.ts'
export { readPartJournals } from './calls/part-journals.ts'
export { previewRefund, readRefundSplit } from './calls/refund-split.ts'
export { refund } from './refunds/refund.ts'
export { LATE_KINDS, type LateKind, refundPart } from './refunds/refund-part.ts'
export { INITIAL_BASIS, REFUND_CAUSES, type RefundCause, refundRule } from './refunds/refund-rule.ts'
export { type LotCourse, type LotCourses, replayLots, type WalletMovement } from './replay-lots.ts'
export {
  amountOf,
  BETWEEN_PARTS_MS,
  channelRoom,
  checkSplit,
  mostOfLot,
  partsOf,
  type Split,
  type SplitContext,
  type SplitFault,
  type SplitFaultCode,
  type SplitLot,
  splitLotsOf,
  type SplitPart,
  type SplitPayment,
  splitRefund,
  type SplitRow,
} from './split-refund.ts'
export { type Ladder, pauseBefore } from './when-to-ask.ts'
