import { MAX_REPORT_COLUMNS, MAX_REPORT_LINES, REPORT_PAPER, reportPaper } from '@wattyard/calls'
import { MEGABYTE } from '@wattyard/resource'
import { isZone } from '@wattyard/time'
import { type Route, route } from '../http/route.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { Refusal } from '../refusal.ts'
import type { ResourceIndex } from '../resource/read-records.ts'
import { finishSheet } from './finish-sheet.ts'

/** Bytes of the longest report, with names in Chinese. */
const MOST_BYTES = 4 * MEGABYTE
/** Members of a line besides its cells: kind, depth, the list of cells, and its own place in the list of lines. */
const LINE_MEMBERS = 4
const OTHER_MEMBERS = 200

const input = reportPaper.extend({ zone: reportPaper.shape.zone.refine(isZone, { error: 'notAZone' }) })

/**
 * Draws a report that the console shows as PDF: `POST /api/report/paper`. Groups, sums and ratios are computed in the console, from
 * rows that the reader got by their own right, so the texts come from there. The document states who made it and when.
 */
export function reportRoute(index: ResourceIndex): Route {
  return route({
    method: 'POST',
    path: REPORT_PAPER,
    access: 'signed-in',
    input,
    work: 'raw',
    bodyLimit: MOST_BYTES,
    members: (MAX_REPORT_LINES + 1) * (MAX_REPORT_COLUMNS + LINE_MEMBERS) + OTHER_MEMBERS,
    summary: 'a report as PDF, from the lines that the screen shows',
    async handle(call) {
      const { input: asked, translate, language } = call
      const { title, zone, facts, note, lines, totals } = asked
      if (lines.length > MAX_REPORT_LINES)
        throw new Refusal('kernel.tooManyLines', { params: { max: MAX_REPORT_LINES } })
      const columns = asked.columns.map(column => ({
        title: column.title,
        align: column.isFigure ? ('end' as const) : ('start' as const),
      }))
      const sheet = await call.read((tx, caller) =>
        finishSheet(
          { tx, index, translate, language, zone, now: Date.now() },
          {
            title,
            facts,
            paper: 'a4Landscape',
            parts: [{ columns, lines, ...(totals.length > 0 ? { totals } : {}) }],
          },
          caller.displayName,
        ),
      )
      const subtitle = [sheet.subtitle, note].filter(Boolean).join('\n')
      await sendPdf(call, { zone, total: lines.length }, { ...sheet, subtitle })
      return undefined
    },
  })
}
