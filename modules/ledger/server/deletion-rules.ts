import { sameRule, KEEP_BOOKS, type DeletionRules } from '@wattyard/server-kit'

/**
 * Deletion rules: the ledger of a deleted tenant stays unchanged. Names in `actor` and `memo` of journals are part of what
 * closings have hashed, so they stay as well (docs/decisions/0190-…).
 */
export const LEDGER_DELETION_RULES: DeletionRules = sameRule(
  KEEP_BOOKS,
  'ledger_account',
  'ledger_journal',
  'ledger_posting',
  'ledger_hold',
  'ledger_closed_until',
  'ledger_balance_day',
  'ledger_code_day',
  'ledger_account_title',
  'ledger_verification',
)
