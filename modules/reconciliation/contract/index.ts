export { FILE_FAULTS, type FileFault } from './file-fault.ts'
export {
  type CompanyMark,
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
export { isNamed, wordsIn } from './matcher/words.ts'
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
  PASSES,
  type Proposal,
  type Result,
  RESULTS,
  type SideCounts,
  type Signal,
  SIGNALS,
  type Standing,
  STANDINGS,
  type Summary,
  SUM_DAYS,
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
export { causeOfCompanyPayment, type CompanyPaymentRecord, itemOfCompanyPayment } from './sides/company-items.ts'
export { type ClearingLine, itemOfLine, type NumberedCause } from './sides/ledger-items.ts'
export { createDaySums, itemOfSettlement, itemsOfPayouts, type Settlement, settlementsOf } from './sides/settlements.ts'
export { readChannels } from './calls/read-channels.ts'
export { DAY_STATES, type DayState, MAX_DAYS_READ, readDays } from './calls/read-days.ts'
export { readFindings } from './calls/read-findings.ts'
export { readItems, type ShownItem } from './calls/read-items.ts'
export { readOpen } from './calls/read-open.ts'
export { MAX_PROPOSALS_READ, readProposals, type ShownProposal } from './calls/read-proposals.ts'
export { MAX_FLAWS_TRIED, MAX_ROWS_TRIED, proposeMapping, tryMapping } from './calls/try-mapping.ts'
export { file, FILE_FORMATS, FILE_STATES, type FileState, KNOWN_FORMATS, type KnownFormat } from './records/file.ts'
export { FILE_FAMILIES, type FileFamily, mapping, MAPPING_STATES, type MappingState } from './records/mapping.ts'
export {
  type Ending,
  ENDINGS,
  outcome,
  REMEDY_ACCOUNTS,
  type RemedyAccount,
  STORED_KINDS,
  type StoredKind,
} from './records/outcome.ts'
export { accountsFor } from './remedy-accounts.ts'
export { row } from './records/row.ts'
export { run } from './records/run.ts'
