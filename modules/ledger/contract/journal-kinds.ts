/** What a journal is for. General words: which order or payment it belongs to is its source. */
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
