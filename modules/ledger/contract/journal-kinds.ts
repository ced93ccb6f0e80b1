/** Purpose of a journal in general terms. Its source names the order or payment. */
export const JOURNAL_KINDS = [
  'opening',
  'deposit',
  'hold',
  'release',
  'settle',
  'refund',
  /** Money owed to somebody becomes payable to them. */
  'withdrawal',
  /** Money leaves: what was payable is paid, or a channel pays the bank. */
  'payout',
  /** Money changes its owner inside the books. */
  'transfer',
  'adjustment',
  'reversal',
  'division',
  'fee',
  /** A document becomes owed. */
  'accrual',
  /** A company pays what it owes, or in advance. */
  'collection',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]
