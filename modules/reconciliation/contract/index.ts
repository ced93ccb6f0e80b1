export {
  type Item,
  ITEM_KINDS,
  ITEM_STATES,
  type ItemKind,
  type ItemState,
  PLAIN_ITEM,
  refOf,
  type Side,
  SIDES,
} from './item.ts'
export { MAX_LEFT } from './matcher/left-overs.ts'
export {
  createReconciliation,
  EDGE_MS,
  isProposal,
  type Reconciliation,
  type ReconcileOptions,
} from './matcher/reconcile.ts'
export {
  type Outcome,
  OUTCOME_KINDS,
  type OutcomeKind,
  type Pass,
  type Proposal,
  type Result,
  RESULTS,
  type SideCounts,
  type Signal,
  SIGNALS,
  type Standing,
  STANDINGS,
  type Summary,
  TIMING_DAYS,
} from './outcome.ts'
export {
  asOrders,
  type ChannelTerms,
  itemOfPart,
  itemOfPayment,
  type PartRecord,
  type PaymentRecord,
} from './sides/order-items.ts'
export { type ClearingLine, itemOfLine } from './sides/ledger-items.ts'
export { itemOfSettlement, itemsOfPayouts, type Settlement, settlementsOf } from './sides/settlements.ts'
