import { fieldOf, type Resource } from '@wattyard/resource'
import { formatInstant } from '@wattyard/time'
import type { RawCall } from '../http/route.ts'
import { invalid } from '../refusal.ts'
import type { PdfColumn } from './pdf-sheet.ts'
import { sendPdf } from './send-pdf.ts'
import { MAX_PDF_ROWS } from './write-pdf.ts'

/** Columns of one PDF table: more would be too narrow to read on a page. */
export const MAX_PDF_COLUMNS = 16

const FIGURES = new Set(['integer', 'money', 'price', 'energy', 'power', 'percent', 'quantity', 'duration'])

/** Who a list comes from and what it holds. */
export interface TableHead {
  by: string
  /** What the tenant is called; null where nobody knows. */
  house: string | null
  /** How the list was narrowed, in words; empty for the whole. */
  filters: readonly string[]
}

export interface TablePdf extends TableHead {
  /** Heading of the document, in the reader's language. */
  title: string
  zone: string
  columns: readonly PdfColumn[]
  /** Rows to come. */
  total: number
  /** Cells of the line of totals below the rows; a table without sums has none. */
  totals?: readonly string[]
  /** What the sums leave out, below them. */
  totalsNote?: string | undefined
}

/** Returns a column for a field of a definition: figures end at the right edge. */
export function pdfColumn(resource: Resource, key: string, title: string): PdfColumn {
  const kind = fieldOf(resource, key)?.kind ?? ''
  return { title, align: FIGURES.has(kind) ? 'end' : 'start' }
}

/**
 * Answers with a table as a PDF on A4.
 *
 * @param rows cells in the order of the columns, ready to read
 * @throws Refusal when the rows or columns are more than one document holds; nothing was sent then
 */
export async function sendTablePdf(
  call: Pick<RawCall, 'caller' | 'reply' | 'translate' | 'language'>,
  { title, zone, columns, total, totals, totalsNote, by, house, filters }: TablePdf,
  rows: AsyncIterable<readonly (string | number)[]>,
): Promise<void> {
  const { translate, language } = call
  if (total > MAX_PDF_ROWS) throw invalid({ format: { key: 'kernel.pdf.tooManyRows', params: { max: MAX_PDF_ROWS } } })
  if (columns.length > MAX_PDF_COLUMNS)
    throw invalid({ columns: { key: 'kernel.pdf.tooManyColumns', params: { max: MAX_PDF_COLUMNS } } })
  const madeAt = Date.now()
  async function* lines() {
    for await (const cells of rows) yield { kind: 'row', cells: cells.map(String) } as const
  }
  await sendPdf(
    call,
    { zone, total },
    {
      title,
      language,
      madeAt,
      paper: columns.length > 6 ? 'a4Landscape' : 'a4',
      ...(house ? { house } : {}),
      subtitle: translate(language, 'kernel.pdf.made', { at: formatInstant(madeAt, zone), zone, by, count: total }),
      facts: [
        [translate(language, 'kernel.pdf.filter'), filters.join('\n') || translate(language, 'kernel.pdf.noFilter')],
      ],
      parts: [
        {
          columns,
          lines: lines(),
          ...(totals && total > 0 ? { totals } : {}),
          ...(totalsNote === undefined ? {} : { totalsNote }),
        },
      ],
      footer: house ? `${house} · ${title}` : title,
      pageOf: (page, pages) => translate(language, 'kernel.pdf.page', { page, pages }),
    },
  )
}
