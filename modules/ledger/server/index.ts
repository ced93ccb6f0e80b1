export { mustPost, type Posted } from './answer-refusals.ts'
export { balancesOf, trialBalance, type TrialBalance, type TrialRow, turnover, type TurnoverRow } from './balances.ts'
export { type CodeOfDays, trialOfDays } from './books/trial-of-days.ts'
export { accountTitles } from './books/account-titles.ts'
export type { OwnerNames } from './books/books-routes.ts'
export { type Books, booksOf, closeBooks, lockBooksAlone, reopenBooks, rollUpClosedDays } from './close-books.ts'
export { type HoldLine, type HoldPosting, type HoldVoid, postHolds, voidHolds } from './end-holds.ts'
export { freeze, type FreezeDraft, type FreezeResult, type HeldPart } from './freeze.ts'
export { expiredHolds, type Hold, holdsOf, type HoldState, lockHolds, openHoldsOf } from './holds.ts'
export { journalKey } from './journal-key.ts'
export { type AccountKey, accountsById, openAccounts, type OwnedAccount, ownedAccounts } from './open-accounts.ts'
export { ownedSums, type OwnedSum, ownersBelow } from './owned-sums.ts'
export { postJournals } from './post-journals.ts'
export { type AccountLine, linesOfDays, linesOfJournals, linesOfSources } from './read/account-lines.ts'
export {
  type AnchoredJournal,
  anchoredJournals,
  countJournalsUpTo,
  countSettlements,
  journalIdsAfter,
  journalsBeside,
  movesOfSources,
  newestJournals,
  type SourceMoves,
} from './read/anchored.ts'
export {
  amountsBySource,
  bookedDaysAfter,
  firstJournalDay,
  journalsOfOtherKinds,
  type JournalKey,
  movesOfKind,
  type ReversedAmount,
  reversedBySource,
  type WholeJournal,
  wholeJournals,
  type WholePosting,
} from './read/day.ts'
export { balanceBeside } from './read/balance-beside.ts'
export {
  type BalanceEnd,
  type MovementPlace,
  movementsOfOwner,
  ownerBalancesAt,
  type OwnerMovement,
  type OwnerTurnover,
  turnoverOfOwner,
} from './read/owner-statement.ts'
export { type AccountMove, movesOfAccounts } from './read/moves.ts'
export { journalsById, journalsOf, journalsOfSources, reversedJournals } from './read/journals.ts'
export { type ReversalDraft, reverseJournals } from './reverse-journals.ts'
export { type JournalToReverse, ledgerModule, type LedgerPorts, type ReversalFollower } from './server-module.ts'
export { lastVerification, recordVerification, verifyEveryTenant } from './verification-job.ts'
export {
  type BookCheck,
  CHARGED_BACK,
  type CheckName,
  COMPANY_SUMS,
  type Finding,
  HOLD_SUMS,
  JOURNAL_SUMS,
  type LedgerReport,
  PAYABLE_SPENT,
  REFUNDS_PAYABLE,
  verifyLedger,
  WALLET_DEPOSITS,
  WALLET_OTHER_CREDITS,
  WALLET_RETURNS,
  WALLET_SUMS,
} from './verify-ledger.ts'
