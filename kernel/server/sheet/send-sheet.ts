import type { FastifyReply } from 'fastify'
import { dispositionOf, type FileTitle, fileNameOf } from './file-name.ts'
import { writeSheet } from './write-sheet.ts'

type Lines = Parameters<typeof writeSheet>[2]

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export interface SheetFile extends FileTitle {
  format: keyof typeof TYPES
  /** Rows to come, for the bar of progress; null when nobody knows yet. */
  total: number | null
}

/** Answers with a spreadsheet that is written while it is read. From here on the reply is the file's. */
export async function sendSheet(
  reply: FastifyReply,
  { format, title, zone, total }: SheetFile,
  lines: Lines,
): Promise<void> {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': TYPES[format],
    'content-disposition': dispositionOf('attachment', fileNameOf({ title, zone }, format, Date.now())),
    ...(total === null ? {} : { 'x-total-rows': String(total) }),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  await writeSheet(reply.raw, format, lines, title)
}
