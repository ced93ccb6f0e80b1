/** Purpose of a journal in general terms. Its source names the order or payment. */
export const JOURNAL_KINDS = [
  'opening',
  'deposit',
  'hold',
  'release',
  'settle',
  'refund',
  'withdrawal',
  'adjustment',
  'reversal',
  'division',
  'fee',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]
