export * from './calls/import.ts'
export * from './calls/live.ts'
export {
  type DerivedEnergy,
  deriveEnergy,
  EARLIEST_MS,
  type EnergyLimits,
  FALLBACK_RATED_W,
  MAX_SESSION_MS,
} from './energy/derive-energy.ts'
export {
  CONFIDENCES,
  type Confidence,
  ENERGY_RULES,
  type Effect,
  type EnergyCode,
  type EnergyFlag,
  type EnergyMethod,
  type EnergyRule,
} from './energy/energy-rules.ts'
export { METER_STEP, mostEnergy, mostMetered, type Point } from './energy/energy-series.ts'
export { type EnteredTimes, TIME_FLAGS, wrongTime } from './entered-times.ts'
export { CLOSE_REASONS, type CloseReason, isOpenToEnergy, refusalReason } from './close-reason.ts'
export { type FinishedSession, finishSession } from './session/finish-session.ts'
export { applyFact, foldSession } from './session/session-fold.ts'
export {
  emptySession,
  ForeignFactError,
  MAX_READINGS,
  type Provenance,
  type Reading,
  type SessionFact,
  type SessionIdentity,
  type SessionState,
  type StartVersion,
  type StatusMark,
  type StopVersion,
} from './session/session-state.ts'
export { restoreSession, type StoredSession, storeSession } from './session/session-store.ts'
export {
  connectorStateOf,
  countedReadings,
  discountedReadings,
  type LiveFigures,
  liveFigures,
  meteredOf,
  startOf,
  refusalOfSession,
  stopOf,
  tagOf,
  verdictOf,
  trailingStatuses,
} from './session/session-view.ts'
export {
  type AbnormalFinding,
  type AbnormalInput,
  type AbnormalKind,
  type AbnormalOrder,
  type AbnormalRule,
  type ActiveOrder,
  type CommandRecord,
  type DeviceBill,
  type Evidence,
  REMEDIES,
  type Remedy,
  SEVERITIES,
  type Severity,
} from './abnormal/abnormal-rule.ts'
export { SHORT_MS } from './abnormal/abnormal-meter-rules.ts'
export { ABNORMAL_RULES, findAbnormal } from './abnormal/abnormal-rules.ts'
export { type Comparison, compareWithPosted, type PostedBill } from './adjustment.ts'
export {
  CEC_ORDER_STATE,
  isActive,
  isTerminal,
  type SessionWitness,
  type Transition,
  transition,
} from './order-state.ts'
export {
  FACT_EVENTS,
  ORDER_EVENTS,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderEffect,
  type OrderEvent,
  type OrderState,
  type RefusalCode,
} from './order-table.ts'
export {
  type DiscountOffer,
  type MixRule,
  planRefund,
  planSettlement,
  REFUND_SOURCES,
  type RefundInput,
  type RefundPlan,
  type RefundSource,
  type SettlementInput,
  type SettlementPlan,
  type SourceAmounts,
  type WalletParts,
} from './settle-plan.ts'
export { type SupervisorAction, supervise } from './supervise/supervise.ts'
export {
  CLOSING_ANSWERS,
  DEFAULT_SUPERVISOR_LIMITS,
  type Prepaid,
  type SupervisedOrder,
  type SupervisorLimits,
} from './supervise/supervised-order.ts'
export { inFlight, SUPERVISOR_RULES, type SupervisorRule } from './supervise/supervisor-rules.ts'
export {
  type EndProof,
  type EndSigns,
  type IdleWord,
  keepsDriver,
  LATE_STOP_MS,
  proofOfEnd,
  type RunningSession,
} from './supervise/unseen-end.ts'
export { HELD_MS, HELD_RULE, heldTooLong, YOUNG_HELD_MS } from './held-money.ts'
export { abnormal, ABNORMAL_STATES, DECIDED_SEVERITIES } from './abnormal/abnormal.ts'
export { order, START_METHODS } from './order.ts'
export { IMPORT_DOUBTS, importBatch, importedSession } from './import/imported-session.ts'
export { REMEDY_ACTIONS, type RemedyAction } from './abnormal/remedy-actions.ts'
export { isReadingLive, READING_HOLDS_MS } from './live.ts'
export type { AmountsSoFar } from './live.ts'
