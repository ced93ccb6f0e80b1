import { sameRule, KEEP_BOOKS, type DeletionRules } from '@wattyard/server-kit'

/** Deletion rules: closings contain the closer's name in the signed data, so they stay unchanged (docs/decisions/0190-…). */
export const FINANCE_DELETION_RULES: DeletionRules = sameRule(
  KEEP_BOOKS,
  'finance_anchor',
  'finance_former_key',
  'finance_day_close',
  'finance_daily_bill',
  'finance_month_close',
)
