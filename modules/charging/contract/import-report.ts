/** Exact sums; prices by currency as decimal text. */
export interface ImportTotals {
  rows: number
  energy_kwh: string
  prices: Record<string, string>
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
  /** The first refused rows. */
  refusedRows: { line: number; reasons: string[]; text: string }[]
  /** The first doubted rows. */
  doubtedRows: { line: number; doubts: string[]; station: string; startedAt: number; energy_kwh: string }[]
}
