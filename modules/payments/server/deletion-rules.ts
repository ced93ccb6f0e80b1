import { KEEP_BOOKS, type DeletionRules } from '@wattyard/server-kit'

/**
 * Deletion rules: payments and lots explain the books and stay, without the people and the numbers by which one could be found.
 * Channels stay because payments name them.
 */
export const PAYMENTS_DELETION_RULES: DeletionRules = {
  payments_channel: { do: 'pseudonymise', columns: { note: 'null' } },
  payments_payment: {
    do: 'pseudonymise',
    columns: { actor: 'pseudonym', receipt: 'null', receipt_key: 'null', search_text: 'blank' },
  },
  payments_lot: KEEP_BOOKS,
}
