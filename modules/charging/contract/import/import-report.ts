import type { FileMapping } from './file-mapping.ts'

/** Exact sums; prices by currency as decimal text. */
export interface ImportTotals {
  rows: number
  energy_kwh: string
  prices: Record<string, string>
}

/** A row of a dry run: the session it would become, or why it would be refused. */
export interface PreviewRow {
  line: number
  problems: string[]
  doubts: string[]
  session: {
    key: string
    station: string
    connector: string
    site: string | null
    /** Epoch ms. */
    startedAt: number
    endedAt: number
    energy_kwh: string
    /** Exact decimal text and currency. */
    price: string | null
  } | null
  /** A refused row as it stands in the file. */
  text: string
}

/** How a tenant reads files of a source of its own. */
export interface ImportTemplate {
  id: string
  version: number
  name: string
  /** IANA zone of local times. */
  zone: string
  mapping: FileMapping
}

export interface ImportReport {
  dryRun: boolean
  /** The stored import; null when nothing was stored. */
  importId: string | null
  name: string
  format: string
  zone: string
  rows: number
  /** Rows that can be stored, those known already included. */
  accepted: number
  /** Accepted rows that were not known: stored now, or to be stored. */
  added: number
  /** Accepted rows that an earlier import brought already. */
  known: number
  /** Of the known: times or energy differ from what is stored, which was left as it is. */
  different: number
  /** Accepted rows that deserve a second look, and how often each reason was found. */
  doubted: number
  doubts: Record<string, number>
  /** What the file as a whole does not say, and which therefore no row is doubted for. */
  notes: string[]
  refused: number
  refusals: Record<string, number>
  totals: { all: ImportTotals; accepted: ImportTotals; refused: ImportTotals; added: ImportTotals }
  /** The first rows; of a dry run alone. */
  preview: PreviewRow[]
  /** The first refused rows. */
  refusedRows: { line: number; reasons: string[]; text: string }[]
  /** The first doubted rows. */
  doubtedRows: { line: number; doubts: string[]; station: string; startedAt: number; energy_kwh: string }[]
}
