import { z } from 'zod'
import { FILE_ENCODINGS } from '../reading/encoding.ts'

/** What a column of a file may be to us. */
export const FIELDS = [
  'time',
  'date',
  'timeOfDay',
  'merchant',
  'channelNo',
  'orderNo',
  'refundNo',
  'channelRefundNo',
  'amount',
  'income',
  'expense',
  'direction',
  'kind',
  'fee',
  'balance',
  'currency',
  'state',
  'counterparty',
  'text',
] as const
export type FieldName = (typeof FIELDS)[number]

const cell = z.string().min(1).max(80)
const words = z.array(cell).max(40)
const columns = z.partialRecord(z.enum(FIELDS), cell)
const place = z.strictObject({ from: z.int().min(0).max(4_096), to: z.int().min(1).max(4_096) })

/** How cells lie in a line. Places of a fixed-width file count from 0; a Chinese character of GBK takes two. */
const layout = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delimited'), delimiter: z.string().min(1).max(4), quote: z.enum(['', '"', "'"]) }),
  z.strictObject({ kind: z.literal('widths'), columns: z.record(cell, place) }),
])

/** How to tell what came in from what went out. */
const sign = z.discriminatedUnion('kind', [
  /** The amount has its sign. */
  z.strictObject({ kind: z.literal('signed') }),
  /** The amount has the opposite sign: what went out is positive. */
  z.strictObject({ kind: z.literal('reversed') }),
  /** A column says it by a word. */
  z.strictObject({ kind: z.literal('word'), income: words, expense: words }),
  /** Two columns, `income` and `expense`, of which one is filled. */
  z.strictObject({ kind: z.literal('two-columns') }),
])

/** The line of totals: found by how it begins, its cells by their place in it. */
const trailer = z.strictObject({
  start: cell,
  count: z.int().min(0).max(64).optional(),
  amount: z.int().min(0).max(64).optional(),
  /** Sums of what came in and of what went out, both without a sign. */
  income: z.int().min(0).max(64).optional(),
  expense: z.int().min(0).max(64).optional(),
  fee: z.int().min(0).max(64).optional(),
})

/**
 * Describes a file of an acquirer, an aggregator or a bank. It is stored, so it is strict: an unknown key is a mistake.
 */
export const fileMappingSchema = z.strictObject({
  encoding: z.enum(FILE_ENCODINGS),
  layout,
  /** IANA zone of the times; absent: that of whoever wrote the file. */
  zone: z.string().min(1).max(64).optional(),
  /** Lines that are passed over at the beginning. Where the file has a head, it is looked for by its names from there on. */
  skipLines: z.int().min(0).max(200),
  /** Whether a head names the columns of a delimited file; without it they are called `1`, `2`, … */
  hasHead: z.boolean(),
  /** A line that begins so is passed over. */
  commentStart: cell.optional(),
  trailer: trailer.optional(),
  /** Whether a file without its trailer is cut. */
  needsTrailer: z.boolean(),
  sign,
  unit: z.enum(['minor', 'major']),
  decimalComma: z.boolean(),
  /** Formats of `time`, or of `date` and `timeOfDay` joined by a space; the first that fits is taken. */
  dateFormats: z.array(z.string().min(6).max(40)).min(1).max(6),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Words of the column `kind`; a word that is nowhere makes a row of kind `other`. */
  kinds: z.strictObject({ payment: words, refund: words, fee: words, payout: words }).partial().optional(),
  /** Words of the column `state`; absent: every row is done. */
  states: z.strictObject({ done: words, pending: words, failed: words, revoked: words }).partial().optional(),
  columns,
})

export type FileMapping = z.infer<typeof fileMappingSchema>
