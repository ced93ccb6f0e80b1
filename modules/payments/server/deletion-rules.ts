import { type DeletionRules, ERASE_ROWS, KEEP_BOOKS } from '@wattyard/server-kit'

/**
 * Deletion rules: payments, lots and refunds explain the books and stay, without the people and the numbers by which one could be found.
 * Channels stay because payments name them.
 */
export const PAYMENTS_DELETION_RULES: DeletionRules = {
  payments_channel: { do: 'pseudonymise', columns: { note: 'null' } },
  // Nothing can be asked in the name of the merchant any more.
  payments_channel_keys: ERASE_ROWS,
  payments_lost_keys: ERASE_ROWS,
  payments_receipt: ERASE_ROWS,
  payments_unheard_part: ERASE_ROWS,
  // Without keys nothing can be asked, so nothing is due any more.
  payments_code_payment: {
    do: 'pseudonymise',
    columns: { actor: 'pseudonym', search_text: 'blank', task: 'null', due_at: 'null' },
  },
  payments_notice: KEEP_BOOKS,
  payments_payment: {
    do: 'pseudonymise',
    columns: { actor: 'pseudonym', receipt: 'null', receipt_key: 'null', search_text: 'blank' },
  },
  payments_lot: KEEP_BOOKS,
  payments_refund_rule: { do: 'pseudonymise', columns: { note: 'null', issued_by: 'pseudonym' } },
  payments_refund: {
    do: 'pseudonymise',
    columns: {
      reason: 'blank',
      asked_by: 'pseudonym',
      decided_by: 'pseudonym',
      decision: 'null',
      search_text: 'blank',
    },
  },
  payments_refund_take: KEEP_BOOKS,
  // As for codes.
  payments_refund_sending: { do: 'pseudonymise', columns: { task: 'null', due_at: 'null' } },
  payments_refund_late: KEEP_BOOKS,
  payments_refund_part: {
    do: 'pseudonymise',
    columns: {
      payee: 'null',
      account: 'null',
      receipt: 'null',
      receipt_key: 'null',
      actor: 'pseudonym',
      reason: 'null',
      search_text: 'blank',
    },
  },
}
