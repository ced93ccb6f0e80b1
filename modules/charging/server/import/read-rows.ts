import type { Energy, Nano } from '@wattyard/money'

/** Why a row was refused; it is reported and not stored. */
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

/** Why a stored row deserves a second look. */
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

/** What a file as a whole does not say: told once, not of every row. */
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
  /** What the source charged, exact, and its currency. */
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

/** The mapped cells of a row by column, without blanks around them. */
export type Row = Readonly<Record<string, string>>
