import { sameRule, KEEP_BOOKS, type DeletionRules } from '@wattyard/server-kit'

/** Closings name who closed, inside of what is signed: they stay as they are (docs/decisions/0190-…). */
export const FINANCE_DELETION_RULES: DeletionRules = sameRule(
  KEEP_BOOKS,
  'finance_anchor',
  'finance_day_close',
  'finance_daily_bill',
)
