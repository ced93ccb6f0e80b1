/**
 * Why a file is not compared.
 *
 * - unreadable: packed in a way that cannot be opened
 * - format-unknown: in no format that is known, and nobody has described it
 * - day-unknown: it has no rows, and nobody said of which day it is
 * - days-ahead: it tells of days to come
 * - too-many-days: it tells of more than a year
 * - not-sound: findings that are more than notices
 * - rows-unread: lines that should have been rows and could not be read
 * - totals-differ: its sums are not those of its rows
 * - totals-missing: it declares no sums, so nobody knows whether it is whole
 * - other-merchant: it names another merchant than its channel
 * - same-again: a file with these bytes is there already
 * - day-taken: another file tells these days
 */
export const FILE_FAULTS = [
  'unreadable',
  'format-unknown',
  'day-unknown',
  'days-ahead',
  'too-many-days',
  'not-sound',
  'rows-unread',
  'totals-differ',
  'totals-missing',
  'other-merchant',
  'same-again',
  'day-taken',
] as const
export type FileFault = (typeof FILE_FAULTS)[number]
