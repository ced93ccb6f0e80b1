/** `error`: something was not read, or does not agree. `notice`: it was read, and a person should know how. */
export type FindingLevel = 'error' | 'notice'

/** Every code a reader may give. Screens have words for each; nothing outside this list is ever reported. */
export const FINDING_LEVELS = {
  // The file as a whole
  'file-empty': 'error',
  'no-bill': 'notice',
  'not-this-format': 'error',
  'merchant-missing': 'error',
  'merchant-other': 'error',
  'day-other': 'error',
  'reading-stopped': 'error',
  // Bytes and lines
  'encoding-other': 'notice',
  'encoding-broken': 'error',
  'encoding-twice': 'error',
  'encoding-unreadable': 'error',
  'line-ends-mixed': 'notice',
  'line-too-long': 'error',
  'nul-byte': 'error',
  'quote-unclosed': 'error',
  'back-tick-missing': 'notice',
  // Columns
  'head-missing': 'error',
  'head-twice': 'error',
  'column-missing': 'error',
  'column-twice': 'error',
  'cell-count': 'error',
  // End and totals
  'trailer-missing': 'error',
  'trailer-twice': 'error',
  'row-after-trailer': 'error',
  'totals-differ': 'error',
  'totals-unreadable': 'error',
  'balance-broken': 'error',
  'currency-mixed': 'error',
  // Values
  'amount-missing': 'error',
  'amount-unreadable': 'error',
  'amount-decimals': 'error',
  'amount-too-large': 'error',
  'amount-negative': 'error',
  'amount-negative-zero': 'notice',
  'amount-grouped': 'notice',
  'digits-full-width': 'notice',
  formula: 'error',
  'time-unreadable': 'error',
  'time-24': 'notice',
  'time-ambiguous': 'notice',
  'time-skipped': 'notice',
  'time-rewritten': 'notice',
  'currency-unknown': 'error',
  'state-unknown': 'error',
  'kind-unknown': 'error',
  'number-missing': 'error',
  'number-rounded': 'error',
  'row-twice': 'error',
  'rows-uncounted': 'notice',
  // Statements of banks
  'tag-unknown': 'error',
  'tag-misplaced': 'error',
  'statement-unclosed': 'error',
  'statement-twice': 'error',
  'xml-broken': 'error',
  'xml-doctype': 'error',
  'xml-too-deep': 'error',
} as const satisfies Readonly<Record<string, FindingLevel>>

export type FindingCode = keyof typeof FINDING_LEVELS

/** Something a clerk must know about a file. */
export interface Finding {
  readonly type: 'finding'
  /** Line of the file, from 1; 0 for the file as a whole. */
  readonly line: number
  /** Name of the column as the file writes it, or of the total; null where none is meant. */
  readonly column: string | null
  readonly code: FindingCode
  /** What stood there, cut to `MAX_VALUE_LENGTH`. */
  readonly value: string
}

/** Longest text a finding quotes. */
export const MAX_VALUE_LENGTH = 80
/** Most findings of one code that are reported one by one. The others are counted (`FileFacts.findings`). */
export const MAX_FINDINGS_PER_CODE = 1_000
