import { sameRule, ERASE_ROWS, KEEP_BOOKS, type DeletionRules } from '@wattyard/server-kit'

/** Deletion rules: orders stay for the books. Closings have hashed them without the card, which is removed. */
export const CHARGING_DELETION_RULES: DeletionRules = {
  ...sameRule(ERASE_ROWS, 'charging_import_template', 'charging_watch'),
  charging_order: { do: 'pseudonymise', columns: { tag: 'null' } },
  charging_order_line: KEEP_BOOKS,
  charging_fact: { do: 'pseudonymise', columns: { body: { without: ['tag'] } } },
  charging_refund: { do: 'pseudonymise', columns: { reason: 'blank', asked_by: 'pseudonym' } },
  ...sameRule(
    { do: 'pseudonymise', columns: { closed_by: 'pseudonym', note: 'null' } },
    'charging_finding',
    'charging_abnormal',
  ),
}
