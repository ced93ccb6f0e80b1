import type { Energy, Nano } from '@wattyard/money'

/** Reason for refusing a row; it is reported and not stored. */
export type RefusalReason =
  | 'no-start'
  | 'no-end'
  | 'bad-start'
  | 'bad-end'
  | 'end-before-start'
  | 'no-energy'
  | 'bad-energy'
  | 'negative-energy'
  | 'no-station'
  | 'duplicate-key'
  | 'bad-key'
  | 'bad-price'
  | 'long-text'
  | 'other-state'
  | 'columns'

/** Reason to doubt a stored row. */
export type DoubtReason =
  | 'longer-than-24h'
  | 'zero-energy'
  | 'overlap'
  | 'clock-change'
  | 'ambiguous-time'
  | 'later-reading'
  | 'skipped-time'
  | 'duration-differs'
  | 'duration-damaged'
  | 'duration-absent'
  | 'soc-falls'
  | 'no-price'
  | 'implausible-power'
  | 'implausible-time'

/** Information that the whole file lacks, reported once instead of per row. */
export type FileNote = 'no-durations' | 'no-prices'

export interface ImportedSession {
  /** Line of the file, counted from 1 with the header. */
  line: number
  sourceKey: string
  station: string
  connector: string
  site: string | null
  model: string | null
  user: string | null
  /** Epoch ms. */
  startedAt: number
  endedAt: number
  energy: Energy
  /** Exact price charged by the source, with its currency. */
  price: { nano: Nano; currency: string } | null
  socStart: number | null
  socEnd: number | null
  doubts: DoubtReason[]
}

export interface RefusedRow {
  line: number
  reasons: RefusalReason[]
  /** Energy the row claims, when it can be read, so that totals can be accounted for. */
  energy: Energy | null
  price: Nano | null
  /** Of the price. */
  currency: string | null
  text: string
}

export interface ReadSessions {
  sessions: ImportedSession[]
  refused: RefusedRow[]
  rows: number
  notes: FileNote[]
}

/** The mapped cells of a row by column, trimmed. */
export type Row = Readonly<Record<string, string>>
