import type { FastifyReply } from 'fastify'
import type { PdfSheet } from './pdf-sheet.ts'
import { writePdf } from './write-pdf.ts'

export interface PdfFile {
  /** Name of the file in front of the day. */
  name: string
  /** Rows of the table, for the bar of progress. */
  total: number
}

/** Answers with a sheet as a PDF file. From here on the reply belongs to the file. */
export async function sendPdf(reply: FastifyReply, { name, total }: PdfFile, sheet: PdfSheet): Promise<void> {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}-${new Date(sheet.madeAt).toISOString().slice(0, 10)}.pdf"`,
    'x-total-rows': String(total),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  await writePdf(reply.raw, sheet)
}
