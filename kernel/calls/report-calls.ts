import { z } from 'zod'

/** Path that draws a report of the console as PDF: its lines come in the body, as the screen shows them. */
export const REPORT_PAPER = '/api/report/paper'

/** Columns of a report on paper: more would be too narrow to read. */
export const MAX_REPORT_COLUMNS = 16
/** Lines of a report on paper, the headings of groups included. */
export const MAX_REPORT_LINES = 5_000

const text = z.string().max(300)
const cells = z.array(text).max(MAX_REPORT_COLUMNS)

/** A report as texts ready to print, in the reader's language. */
export const reportPaper = z.strictObject({
  title: z.string().trim().min(1).max(200),
  zone: z.string().max(60),
  /** How its rows were narrowed: labels with values. */
  facts: z.array(z.tuple([text, text])).max(8),
  /** What else stands above the table, such as the columns without room. */
  note: z.string().max(2_000),
  columns: z
    .array(z.strictObject({ title: text, isFigure: z.boolean() }))
    .min(1)
    .max(MAX_REPORT_COLUMNS),
  /** `sums` is the name of a group with its sums, over the lines of the group, which are deeper. One line too many is refused in words. */
  lines: z
    .array(z.strictObject({ kind: z.enum(['row', 'sums']), depth: z.int().min(0).max(9), cells }))
    .max(MAX_REPORT_LINES + 1),
  /** The line of sums at the end; empty without one. */
  totals: cells,
})
export type ReportPaper = z.output<typeof reportPaper>
