export { account } from './account.ts'
export { type AccountTitle, USUAL_NUMBERS } from './account-titles.ts'
export {
  ACCOUNT_CODES,
  ACCOUNT_KINDS,
  type AccountCode,
  type AccountKind,
  CHART,
  type ChartEntry,
  growsByDebit,
  OWNER_TYPES,
  type OwnerType,
} from './chart.ts'
export {
  listAccountsOfCode,
  readStatement,
  readTrialBalance,
  type StatementAnswer,
  type TrialBalanceAnswer,
} from './calls/books.ts'
export { listJournalsOfSource, readPostings } from './calls/journal.ts'
export { journal } from './journal.ts'
export { isProduct, PRODUCT_WORD } from './product-actors.ts'
export { JOURNAL_KINDS, type JournalKind } from './journal-kinds.ts'
export type {
  Account,
  AccountName,
  Balance,
  Entry,
  JournalDraft,
  JournalResult,
  JournalView,
  Posting,
  PostingView,
  RefusalReason,
  Source,
} from './types.ts'
